#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "evidence/measurement_table.h"
#include "report/content_policy.h"
#include "report/fixtures_test.h"
#include "report/html_writer.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

constexpr std::string_view kHostile = "</script><img src=x onerror=alert(1)>\"'&<!--";

// The page without the style sheet and the scripts: what a browser takes for markup and text.
std::string markup_of(const std::string& html) {
  std::string out;
  std::size_t at = 0;
  while (at < html.size()) {
    const auto style = html.find("<style>", at);
    const auto script = html.find("<script", at);
    const auto next = std::min(style, script);
    if (next == std::string::npos) return out + html.substr(at);
    out += html.substr(at, next - at);
    at = html.find(next == style ? "</style>" : "</script>", next);
    EXPECT_NE(at, std::string::npos);
  }
  return out;
}

std::string between(const std::string& text, std::string_view from, std::string_view to) {
  const auto begin = text.find(from) + from.size();
  return text.substr(begin, text.find(to, begin) - begin);
}

// Where the pages are kept for a look: $ACCELPREP_REPORTS, or the tests' own directory.
std::string directory() {
  const char* wanted = std::getenv("ACCELPREP_REPORTS");
  auto out = wanted != nullptr ? std::string(wanted) : testing::TempDir() + "accelprep-reports";
  EXPECT_TRUE(base::make_directories(out));
  return out;
}

class EveryAudit : public testing::TestWithParam<AuditFixture> {
 protected:
  Model model_ = model_of(GetParam());
};

TEST_P(EveryAudit, IsOneSmallPage) {
  const auto html = render_html(model_);
  EXPECT_LT(html.size(), 2'000'000U);
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  ASSERT_TRUE(base::write_file(base::join_path(directory(), GetParam().name + ".html"), html));
}

TEST_P(EveryAudit, RefersToNothingOutside) {
  const auto html = render_html(model_);
  static const std::regex kReference("(src|href|action|data|poster|srcset)\\s*=\\s*\"(?!#|data:,\")");
  const auto markup = markup_of(html);
  EXPECT_FALSE(std::regex_search(markup, kReference)) << between(markup, "src=", ">");
  const auto style = between(html, "<style>", "</style>");
  EXPECT_EQ(style.find("@import"), std::string::npos);
  EXPECT_EQ(style.find("url("), std::string::npos);
  EXPECT_EQ(markup.find(" style=\""), std::string::npos);  // the policy would drop it
  EXPECT_EQ(markup.find(" onload="), std::string::npos);
}

TEST_P(EveryAudit, ItsPolicyNamesWhatItHolds) {
  const auto html = render_html(model_);
  const auto script = html.substr(html.rfind("<script>") + 8);
  const auto expected = content_policy(script.substr(0, script.find("</script>")), between(html, "<style>", "</style>"));
  EXPECT_NE(html.find(html_escaped(expected)), std::string::npos);
  EXPECT_TRUE(expected.starts_with("default-src 'none'"));
}

TEST_P(EveryAudit, ItsNumbersAreJson) {
  const auto text = between(render_html(model_), "<script type=\"application/json\" id=\"charts\">", "</script>");
  EXPECT_TRUE(nlohmann::json::accept(text));
}

TEST_P(EveryAudit, ShowsEveryMeasurementAndEveryAbsence) {
  const auto html = render_html(model_);
  for (const auto& measurement : model_.dossier.measurements) {
    EXPECT_NE(html.find("<code>" + measurement.id + "</code>"), std::string::npos) << measurement.id;
    if (const auto* absent = std::get_if<evidence::Absent>(&measurement.value)) {
      EXPECT_NE(html.find(html_escaped("not measured: " + absent->reason)), std::string::npos) << measurement.id;
    }
  }
  for (const auto& axis : model_.axes) EXPECT_NE(html.find("id=\"axis-" + axis.id + "\""), std::string::npos) << axis.id;
  for (const auto& source : model_.dossier.sources) EXPECT_NE(html.find(source.sha256), std::string::npos);
}

TEST_P(EveryAudit, HostileNamesStayText) {
  const auto clean = render_html(model_);
  const auto html = render_html(model_of(with_hostile_names(GetParam(), std::string(kHostile))));
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count(html, "<script"), count(clean, "<script"));
  EXPECT_EQ(count(html, "</script"), count(clean, "</script"));
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_EQ(count(markup_of(html), "<!--"), 0U);
  ASSERT_TRUE(base::write_file(base::join_path(directory(), GetParam().name + "_hostile.html"), html));
}

TEST_P(EveryAudit, TextFitsATerminalAndSaysTheVerdictFirst) {
  const auto text = render_text(model_, {.color = false, .program = "accelprep", .report_path = "audits/x/report.html"});
  EXPECT_TRUE(text.starts_with(model_.decision_word + ". ")) << text.substr(0, 80);
  const auto lines = base::lines_of(text);
  for (const auto line : lines) {
    const bool command = line.find("accelprep ") != std::string_view::npos;  // runs as printed, however long
    EXPECT_TRUE(command || display_width(std::string(line)) <= 100) << line;
  }
  EXPECT_NE(text.find("Report: audits/x/report.html"), std::string::npos);
  EXPECT_NE(lines.back().find("Next: "), std::string_view::npos);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  ASSERT_TRUE(base::write_file(base::join_path(directory(), GetParam().name + ".txt"), text));
}

TEST_P(EveryAudit, ColorAddsNothingButColor) {
  const auto plain = render_text(model_, {.color = false, .program = "accelprep", .report_path = ""});
  const auto colored = render_text(model_, {.color = true, .program = "accelprep", .report_path = ""});
  EXPECT_NE(colored, plain);
  EXPECT_EQ(std::regex_replace(colored, std::regex("\033\\[[0-9]*m"), ""), plain);
}

TEST_P(EveryAudit, JsonSaysWhyANumberIsMissing) {
  const auto text = render_json(model_);
  ASSERT_TRUE(base::write_file(base::join_path(directory(), GetParam().name + ".json"), text));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["schema"], "accelprep.audit/1");
  EXPECT_EQ(json["axes"].size(), 6U);
  EXPECT_EQ(json["measurements"].size(), model_.dossier.measurements.size());
  std::set<std::string> missing;
  for (const auto& item : json["missing"]) missing.insert(item["id"]);
  for (const auto* key : {"sustained_utilization", "break_even_utilization"}) {
    EXPECT_EQ(json["verdict"][key].is_null(), missing.contains(std::string("verdict.") + key)) << key;
  }
  for (const auto& axis : json["axes"]) {
    EXPECT_TRUE(axis["reason"] != "unmeasured" || missing.contains(axis["id"])) << axis["id"];
  }
}

INSTANTIATE_TEST_SUITE_P(Report, EveryAudit, testing::ValuesIn(all_fixtures()), [](const auto& one) { return one.param.name; });

TEST(AuditHtml, SaysSyntheticAndStaleAcrossTheTop) {
  const auto html = render_html(model_of(rent_fixture()));
  EXPECT_NE(html.find("class=\"banner synthetic\""), std::string::npos);
  EXPECT_NE(html.find("class=\"banner stale\""), std::string::npos);
  EXPECT_NE(html.find("class=\"banner policy\""), std::string::npos);
  EXPECT_EQ(render_html(model_of(own_fixture())).find("class=\"banner"), std::string::npos);
}

TEST(AuditHtml, AnEmptyPictureNamesItsCommand) {
  const auto html = render_html(model_of(empty_fixture()));
  EXPECT_EQ(html.find("data-chart="), std::string::npos);
  EXPECT_NE(html.find("Where owning starts to pay is not known yet"), std::string::npos);
  EXPECT_NE(html.find("accelprep init audits/new-audit"), std::string::npos);
}

TEST(AuditHtml, StaysSmallWhateverTheAuditHolds) {
  auto fixture = own_fixture();
  auto& dossier = fixture.dossier;
  for (int i = 0; i < 20'000; ++i) {
    dossier.sources.push_back({fmt::format("logs/{:05}.csv.gz", i), "request log", 1, std::string(64, 'a'), 1});
    dossier.notes.push_back(fmt::format("note {}", i));
    dossier.measurements.front().sources.push_back(dossier.sources.back().path);
  }
  for (int i = 0; i < 3'000; ++i) {
    auto old = dossier.measurements[static_cast<std::size_t>(i) % 40];
    old.taken_at_ns -= i;
    dossier.measurements.push_back(std::move(old));
  }
  const auto html = render_html(model_of(fixture));
  EXPECT_LT(html.size(), 2'000'000U);
  EXPECT_NE(html.find("more sources lie in the ledger"), std::string::npos);
}

// The same dossiers as the rubric itself judges them.
TEST(AuditHtml, TakesWhatTheRubricSays) {
  for (const auto& fixture : all_fixtures()) {
    const auto assessed = readiness::assess(
        fixture.dossier,
        {.program = "accelprep", .directory = fixture.dossier.context.audit_directory, .now_ns = fixture.dossier.context.ended_ns});
    const auto model = build_model(fixture.dossier, assessed);
    const auto html = render_html(model);
    EXPECT_LT(html.size(), 2'000'000U);
    for (const auto& step : assessed.plan) EXPECT_NE(html.find(html_escaped(step.command)), std::string::npos) << step.command;
    ASSERT_TRUE(base::write_file(base::join_path(directory(), fixture.name + "_assessed.html"), html));
    ASSERT_TRUE(base::write_file(base::join_path(directory(), fixture.name + "_assessed.txt"),
                                 render_text(model, {.color = false, .program = "accelprep", .report_path = ""})));
  }
}

TEST(HtmlWriter, EscapesAndHidesWhatReordersText) {
  EXPECT_EQ(html_escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(html_escaped("x\xE2\x80\xAEgpj"), "x\xEF\xBF\xBDgpj");
  EXPECT_EQ(html_escaped(std::string("a\0b", 3)),
            "a\xEF\xBF\xBD"
            "b");
  HtmlWriter page;
  page.open("p", {{"title", "\"<"}}).text("1 < 2").close();
  EXPECT_EQ(page.html(), "<p title=\"&quot;&lt;\">1 &lt; 2</p>\n");
}

TEST(ContentPolicy, Base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace accelprep::report

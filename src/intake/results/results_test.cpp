#include "intake/results/results.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

#include "base/file.h"
#include "base/places_for_test.h"
#include "intake/results/metric_rows.h"
#include "intake/results/written_time.h"
#include "intake/results/yaml_document.h"
#include "records/metric_definitions.h"

namespace accelprep::intake {
namespace {

JsonDocument json(std::string text) { return *JsonDocument::parse(std::move(text), "test.json"); }

TEST(JsonViewTest, BareNumbersOfPythonAreTexts) {
  const auto document = json(R"({"a": Infinity, "b": -Infinity, "c": NaN, "d": "say \"NaN\" Infinity", "e": 1.5})");
  EXPECT_TRUE(document.root()["a"].is_infinite());
  EXPECT_FALSE(document.root()["b"].is_infinite());
  EXPECT_EQ(document.root()["c"].number(), std::nullopt);
  EXPECT_EQ(document.root()["d"].text(), "say \"NaN\" Infinity");
  EXPECT_EQ(document.root()["e"].number(), 1.5);
}

TEST(JsonViewTest, WhatIsNotThereIsAbsent) {
  const auto document = json(R"({"a": {"b": [1, 2.5, null, "x"]}, "n": null})");
  const auto root = document.root();
  EXPECT_FALSE(root.at("a.c.d").exists());
  EXPECT_TRUE(root["n"].exists());
  EXPECT_EQ(root.at("a.b").item(9).number(), std::nullopt);
  EXPECT_EQ(root.at("a.b").item(1).integer(), std::nullopt);
  EXPECT_EQ(root.at("a.b").numbers(), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(JsonView()["x"].text(), "");
}

TEST(JsonViewTest, AnErrorNamesTheLine) {
  const auto document = JsonDocument::parse("{\n\"a\": 1,\n\"b\": }", "x.json");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().place, "x.json:3");
}

TEST(MetricRowsTest, LevelsOfKeys) {
  EXPECT_EQ(level_of("p99"), 0.99);
  EXPECT_EQ(level_of("median"), 0.5);
  EXPECT_DOUBLE_EQ(*level_of("p99.9"), 0.999);
  EXPECT_DOUBLE_EQ(*level_of("p99p9"), 0.999);
  EXPECT_DOUBLE_EQ(*level_of("p0p1"), 0.001);
  EXPECT_EQ(level_of("p100"), std::nullopt);
  EXPECT_EQ(level_of("p0"), std::nullopt);
  EXPECT_EQ(level_of("power"), std::nullopt);
  EXPECT_EQ(level_of("mean"), std::nullopt);
}

TEST(MetricRowsTest, UnitsOfAnotherKindDoNotFit) {
  EXPECT_EQ(factor_between("ms", "ttft.content"), 1e-3);
  EXPECT_EQ(factor_between("MS", "ttft.content"), 1e-3);
  EXPECT_EQ(factor_between("requests/sec", "ttft.content"), std::nullopt);
  EXPECT_EQ(factor_between("", "ttft.content"), std::nullopt);
  EXPECT_EQ(factor_between("tokens/sec/user", "rate.output_tokens_per_user"), 1);
}

records::BenchmarkRun with(records::ResultMetric metric) {
  records::BenchmarkRun run;
  add_metric(run, std::move(metric));
  return run;
}

TEST(MetricRowsTest, WhatCannotBeIsLeftOut) {
  EXPECT_EQ(with({.definition = "ttft.content", .name = "x", .mean = 0.1}).metrics.size(), 1U);
  EXPECT_EQ(with({.definition = "ttft.content", .name = "x"}).left_out.size(), 0U);  // not there at all
  EXPECT_EQ(with({.definition = "ttft.content", .name = "x", .mean = -0.1}).left_out.size(), 1U);
  EXPECT_EQ(with({.definition = "ttft.content", .name = "x", .mean = 0}).left_out.size(), 1U);
  EXPECT_EQ(with({.definition = "ttft.content", .name = "x", .mean = 0.1, .n = 0}).left_out.size(), 1U);
  EXPECT_EQ(with({.definition = "ttft.content", .name = "x", .mean = 0.1, .quantiles = {{0.5, 0.2}, {0.9, 0.1}}}).left_out.size(), 1U);
  EXPECT_EQ(with({.definition = "send_delay.scheduled_to_sent", .name = "x", .mean = 0, .min = -0.1}).metrics.size(), 1U);
  EXPECT_EQ(with({.definition = "rate.requests", .name = "x", .mean = 0}).metrics.size(), 1U);
}

TEST(WrittenTimeTest, FormsOfTime) {
  EXPECT_EQ(written_time("20261130-100449")->ns, written_time("2026-11-30T10:04:49Z")->ns);
  EXPECT_FALSE(written_time("20261130-100449")->has_zone);
  EXPECT_TRUE(written_time("2026-11-30T10:04:49Z")->has_zone);
  EXPECT_EQ(written_time("20261130x100449"), std::nullopt);
  EXPECT_EQ(unix_time(1795000000.5)->ns, 1795000000500000000);
  EXPECT_EQ(unix_time(12.0), std::nullopt);  // a clock that began at start-up
  EXPECT_EQ(unix_time(-1.0), std::nullopt);
}

TEST(YamlDocumentTest, ScalarsAndAliases) {
  const auto document = parse_yaml("a: 1.5\nb: '1.5'\nc: ~\nd: [true, .inf, x]\ne: &e {f: 2}\ng: *e\n", "x.yaml");
  ASSERT_TRUE(document) << document.error().text();
  const auto root = document->root();
  EXPECT_EQ(root["a"].number(), 1.5);
  EXPECT_EQ(root["b"].text(), "1.5");
  EXPECT_TRUE(root["c"].exists());
  EXPECT_EQ(root["d"].item(0).boolean(), true);
  EXPECT_TRUE(root["d"].item(1).is_infinite());
  EXPECT_EQ(root.at("g.f").number(), 2);
}

TEST(YamlDocumentTest, AliasesThatBlowUpAreAnError) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const auto before = std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) text += "*a" + before + (k < 9 ? ", " : "]\n");
  }
  const auto document = parse_yaml(text, "x.yaml");
  ASSERT_FALSE(document);
  EXPECT_NE(document.error().message.find("more values"), std::string::npos);
}

TEST(YamlDocumentTest, DeepAndBrokenTextsAreErrors) {
  EXPECT_FALSE(parse_yaml(std::string(500, '['), "x.yaml"));
  EXPECT_FALSE(parse_yaml("a: *nothing\n", "x.yaml"));
  EXPECT_FALSE(parse_yaml("a: [1\nb: 2", "x.yaml"));
}

TEST(MetricDefinitionsTest, IdsAreUniqueAndWhole) {
  std::set<std::string_view> seen;
  for (const auto& row : records::metric_definitions()) {
    EXPECT_TRUE(seen.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.sentence.empty() || row.source.empty() || row.unit.empty()) << row.id;
    EXPECT_NE(row.id.find('.'), std::string_view::npos);
  }
}

TEST(MetricDefinitionsTest, ThePageShowsThemAll) {
  const auto page = base::read_file(base::join_path(base::repository_for_test(), "docs/formats/results.md"));
  ASSERT_TRUE(page) << page.error().text();
  std::string table;
  for (const auto& row : records::metric_definitions()) {
    table += fmt::format("| `{}` | {} | {} | {} |\n", row.id, row.unit, row.sentence, row.source);
  }
  EXPECT_NE(page->find(table), std::string::npos) << "docs/formats/results.md should end with this table:\n" << table;
}

TEST(ResultsTest, AnotherToolsLineIsRejectedNotMixed) {
  const std::string vllm =
      R"({"model_id":"m","num_prompts":1,"completed":1,"failed":0,"request_throughput":1.0,"request_rate":"inf","mean_ttft_ms":5.0})";
  const auto file = read_result_text(vllm + "\n" + R"({"hw":"h100","conc":4,"tput_per_gpu":1.0})" + "\n" + vllm + "\n", "x.jsonl");
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(file->runs.size(), 2U);
  EXPECT_EQ(file->rows, 2);
}

TEST(ResultsTest, FiguresThatCannotBeAreNone) {
  const auto file = read_result_text(
      R"({"model_id":"m","num_prompts":-3,"completed":4,"failed":0,"request_throughput":-1.0,"duration":0,"request_rate":-2})", "x.json");
  ASSERT_TRUE(file) << file.error().text();
  const auto& run = file->runs.front();
  EXPECT_EQ(run.counts.sent, std::nullopt);
  EXPECT_EQ(run.achieved_per_s, std::nullopt);
  EXPECT_EQ(run.duration_s, std::nullopt);
  EXPECT_EQ(run.offered_per_s, std::nullopt);
  EXPECT_EQ(run.counts.completed, 4);
}

TEST(ResultsTest, NothingIsNoResult) {
  EXPECT_FALSE(read_result_text("", "x"));
  EXPECT_FALSE(read_result_text("\n \n", "x"));
  EXPECT_FALSE(read_result_text("[]", "x"));
  EXPECT_FALSE(read_result_text("{}", "x"));
  EXPECT_FALSE(read_result_text("plain words", "x"));
}

}  // namespace
}  // namespace accelprep::intake

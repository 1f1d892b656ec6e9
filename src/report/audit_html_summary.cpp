// The first screen: what it is about, the verdict, the axes, and what is missing.
#include <fmt/format.h>

#include "base/text.h"
#include "report/audit_html_parts.h"
#include "report/phrases.h"

namespace accelprep::report {
namespace {

void write_fact(HtmlWriter& page, std::string_view name, std::string_view text) {
  page.open("div").element("dt", name).element("dd", text).close();
}

void write_break_even(HtmlWriter& page, const Model& model) {
  const auto& view = picture(model, "break_even");
  if (!view.empty) {
    write_plot(page, view);
    return;
  }
  open_picture(page, view, "break_even unfilled");
  // The shape that would be drawn, so that a reader knows what is waited for.
  page.markup(
      "<svg class=\"ghost\" viewBox=\"0 0 320 150\" preserveAspectRatio=\"none\" aria-hidden=\"true\" focusable=\"false\">"
      "<path d=\"M8 4v138h308\"/><path class=\"dashed\" d=\"M22 8Q60 112 310 126\"/><path class=\"dashed\" d=\"M8 84h302\"/></svg>");
  page.open("p").text(view.filled_by).close();
  if (!view.command.empty()) page.element("code", view.command, {{"class", "command"}});
  page.close();
}

void write_axis(HtmlWriter& page, const AxisView& axis) {
  page.open("tr", {{"id", "axis-" + axis.id}}).element("th", axis.title, {{"scope", "row"}, {"class", "axis"}});
  page.open("td", {{"class", "level"}});
  write_icon(page, readiness::name_of(axis.level));
  page.element("b", axis.level_word).close();
  page.element("td", axis.basis.empty() ? "not measured" : axis.basis, {{"class", axis.basis.empty() ? "basis absent" : "basis"}});
  page.element("td", axis.why, {{"class", "why"}});
  const bool done = axis.next.empty() && axis.next_needs.empty();
  page.element("td", done ? "nothing" : axis.next_needs.empty() ? "see below" : axis.next_needs, {{"class", done ? "next done" : "next"}});
  page.close();
}

void write_step(HtmlWriter& page, const readiness::PlanStep& step) {
  page.open("li").open("div", {{"class", "step"}});
  page.open("p").element("b", step.step).text(step.on_what.empty() ? "" : ", on " + step.on_what).close();
  const auto cost = effort(step.hours, step.usd);
  page.element("p", cost.empty() ? "time and cost not known" : cost, {{"class", cost.empty() ? "cost unknown" : "cost"}}).close();
  if (!step.command.empty()) page.element("code", step.command, {{"class", "command"}});
  page.close();
}

}  // namespace

void write_banners(HtmlWriter& page, const Model& model) {
  for (const auto& banner : model.banners) {
    const auto colon = banner.find(": ");
    const auto kind = base::lower(banner.substr(0, banner.find_first_of(" :")));
    page.open("p", {{"class", "banner " + kind}});
    page.element("b", banner.substr(0, colon + 1)).text(banner.substr(colon == std::string::npos ? banner.size() : colon + 1)).close();
  }
}

void write_masthead(HtmlWriter& page, const Model& model) {
  page.open("header", {{"class", "masthead"}}).open("div");
  page.element("p", "Accelerator readiness audit", {{"class", "eyebrow"}}).element("h1", model.title).close();
  page.open("dl");
  write_fact(page, "Target", model.target);
  write_fact(page, "Decision", model.decision_date);
  write_fact(page, "Data", model.data_window);
  page.close().close();
}

void write_verdict(HtmlWriter& page, const Model& model) {
  page.open("section", {{"class", "verdict"}, {"id", "verdict"}, {"aria-labelledby", "verdict-word"}});
  page.open("div", {{"class", "words"}});
  page.element("h2", model.decision_word, {{"id", "verdict-word"}, {"class", "word"}});
  page.element("p", model.decision_sentence, {{"class", "lead"}});
  if (!model.would_change.empty()) {
    page.element("h3", "What would change it").open("ul", {{"class", "flips"}});
    for (const auto& sentence : model.would_change) page.element("li", sentence);
    page.close();
  }
  page.close();
  write_break_even(page, model);
  page.close();
}

void write_axes(HtmlWriter& page, const Model& model) {
  page.open("section", {{"id", "axes"}, {"class", "axes"}});
  page.element("h2", fmt::format("{} of {} axes ready", model.assessment.verdict.ready_axes, model.axes.size()));
  page.open("table").open("thead").open("tr");
  for (const auto* name : {"Axis", "Level", "Basis", "Why", "Still to do"}) page.element("th", name, {{"scope", "col"}});
  page.close().close().open("tbody");
  for (const auto& axis : model.axes) write_axis(page, axis);
  page.close().close().close();
}

void write_missing(HtmlWriter& page, const Model& model) {
  page.open("section", {{"id", "missing"}, {"class", "missing"}}).element("h2", "What is missing, in order of what it would change");
  if (model.plan.empty()) {
    page.element("p", "Nothing that this audit knows of.", {{"class", "nothing"}});
  } else {
    page.open("ol");
    for (const auto& step : model.plan) write_step(page, step);
    page.close();
  }
  page.close();
}

void write_contents(HtmlWriter& page) {
  page.open("nav", {{"class", "contents"}, {"aria-label", "Evidence"}}).open("ul");
  for (const auto& [id, name] : std::initializer_list<std::pair<std::string, std::string>>{{"verdict", "Verdict"},
                                                                                           {"traffic", "Traffic"},
                                                                                           {"hardware", "Hardware"},
                                                                                           {"memory", "Memory"},
                                                                                           {"stack", "Stack"},
                                                                                           {"site", "Power and cooling"},
                                                                                           {"money", "Money"},
                                                                                           {"provenance", "Provenance"},
                                                                                           {"policy", "Policy"},
                                                                                           {"making", "How it was made"}}) {
    page.open("li").element("a", name, {{"href", "#" + id}}).close();
  }
  page.close().close();
}

}  // namespace accelprep::report

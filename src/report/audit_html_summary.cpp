// The first screen: what it is about, the verdict, the axes, and what is missing.
#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "report/audit_html_parts.h"
#include "report/format.h"
#include "report/phrases.h"

namespace accelprep::report {
namespace {

void write_fact(HtmlWriter& page, std::string_view name, std::string_view text) {
  page.open("div").element("dt", name).element("dd", text).close();
}

// What each line of the picture costs where it ends: a phone has no room for it beside the plot.
void write_lines(HtmlWriter& page, const Model& model) {
  const auto& series = *model.dossier.find_series("cost_curve");
  const auto best = best_offer(model);
  page.open("ul", {{"class", "lines"}});
  for (const auto& column : series.columns) {
    const bool own = column.name == "own";
    if ((column.name.starts_with("own") && !own) || column.y.empty() || !column.y.back()) continue;
    page.open("li", {{"class", own ? "own" : column.name == best ? "best" : "other"}}).element("i", "");
    page.element("span", own ? "own, fully used" : base::replaced(column.name, "_", " "))
        .text(format_value(*column.y.back(), "USD/h"))
        .close();
  }
  page.close();
}

void write_break_even(HtmlWriter& page, const Model& model) {
  const auto& view = picture(model, "break_even");
  if (!view.empty) {
    open_picture(page, view, view.id);
    write_plot_place(page, view);
    write_lines(page, model);
    close_picture(page, view);
    return;
  }
  open_picture(page, view, "break_even unfilled");
  // The shape that would be drawn, so that a reader knows what is waited for.
  page.markup(
      "<svg class=\"ghost\" viewBox=\"0 0 320 150\" preserveAspectRatio=\"none\" aria-hidden=\"true\" focusable=\"false\">"
      "<path d=\"M8 4v138h308\"/><path class=\"dashed\" d=\"M22 8Q60 112 310 126\"/><path class=\"dashed\" d=\"M8 84h302\"/></svg>");
  page.open("p").text(view.filled_by).close();
  if (!view.command.empty()) write_command(page, view.command);
  page.close();
}

// What is left to do for an axis: the step of the plan below, or what its own next step needs.
void write_to_do(HtmlWriter& page, const Model& model, const AxisView& axis) {
  const auto& plan = model.plan;
  const auto step = std::find_if(plan.begin(), plan.end(), [&](const auto& one) { return !axis.next.empty() && one.command == axis.next; });
  if (step != plan.end()) {
    const auto number = step - plan.begin() + 1;
    page.open("td", {{"class", "next"}}).open("a", {{"href", fmt::format("#step-{}", number)}});
    page.text(fmt::format("{}. {}", number, capitalized(step->step))).close().close();
    return;
  }
  const bool done = axis.next.empty() && axis.next_needs.empty();
  page.element("td", done ? "nothing" : axis.next_needs.empty() ? axis.next : axis.next_needs, {{"class", done ? "next done" : "next"}});
}

void write_axis(HtmlWriter& page, const Model& model, const AxisView& axis) {
  page.open("tr", {{"id", "axis-" + axis.id}}).element("th", axis.title, {{"scope", "row"}, {"class", "axis"}});
  page.open("td", {{"class", "level"}});
  write_icon(page, readiness::name_of(axis.level));
  page.element("b", axis.level_word).close();
  page.element("td", axis.basis.empty() ? "not measured" : axis.basis, {{"class", axis.basis.empty() ? "basis absent" : "basis"}});
  page.open("td", {{"class", "why"}});
  write_prose(page, axis.why);
  page.close();
  write_to_do(page, model, axis);
  page.close();
}

void write_step(HtmlWriter& page, const readiness::PlanStep& step, std::size_t number) {
  page.open("li", {{"id", fmt::format("step-{}", number)}}).open("div", {{"class", "step"}});
  page.open("p").element("b", capitalized(step.step));
  if (!step.on_what.empty()) page.text(" ").element("span", step.on_what, {{"class", "on"}});
  page.close();
  const auto cost = effort(step.hours, step.usd);
  page.element("p", cost.empty() ? "time and cost not known" : cost, {{"class", cost.empty() ? "cost unknown" : "cost"}}).close();
  if (!step.command.empty()) write_command(page, step.command);
  page.close();
}

}  // namespace

void write_banners(HtmlWriter& page, const Model& model) {
  if (model.banners.empty()) return;
  page.open("aside", {{"class", "banners"}, {"aria-label", "About this report"}});
  for (const auto& banner : model.banners) {
    const auto colon = banner.find(": ");
    const auto kind = base::lower(banner.substr(0, banner.find_first_of(" :")));
    page.open("p", {{"class", "banner " + kind}});
    page.element("b", banner.substr(0, colon + 1)).text(banner.substr(colon == std::string::npos ? banner.size() : colon + 1)).close();
  }
  page.close();
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
  page.open("p", {{"class", "lead"}});
  write_prose(page, model.decision_sentence);
  page.close();
  if (!model.would_change.empty()) {
    page.element("h3", "What would change it").open("ul", {{"class", "flips"}});
    for (const auto& sentence : model.would_change) {
      page.open("li");
      write_prose(page, sentence);
      page.close();
    }
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
  for (const auto& axis : model.axes) write_axis(page, model, axis);
  page.close().close().close();
}

void write_missing(HtmlWriter& page, const Model& model) {
  page.open("section", {{"id", "missing"}, {"class", "missing"}}).element("h2", "What is missing, in order of what it would change");
  if (model.plan.empty()) {
    page.element("p", "Nothing that this audit knows of.", {{"class", "nothing"}});
  } else {
    page.open("ol");
    for (std::size_t i = 0; i < model.plan.size(); ++i) write_step(page, model.plan[i], i + 1);
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

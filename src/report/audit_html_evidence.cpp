// Where every number comes from, the thresholds that were applied, and how the report was made.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <span>

#include "base/text.h"
#include "base/time.h"
#include "evidence/measurement_table.h"
#include "readiness/policy.h"
#include "report/audit_html_parts.h"
#include "report/format.h"

namespace accelprep::report {
namespace {

constexpr std::array<std::string_view, 5> kNumberHeads{"Rows", "Rows used", "Size", "Applied", "Default"};
constexpr std::size_t kListedMax = 400;      // of sources and of notes
constexpr std::size_t kPassedOverMax = 100;  // of one section; a long-lived ledger holds thousands

void write_head(HtmlWriter& page, std::initializer_list<std::string_view> names) {
  page.open("thead").open("tr");
  for (const auto name : names) {
    const bool number = std::find(kNumberHeads.begin(), kNumberHeads.end(), name) != kNumberHeads.end();
    page.element("th", name, {{"scope", "col"}, {"class", number ? "number" : "words"}});
  }
  page.close().close();
}

// What a page of bearable size leaves out, said.
void write_rest(HtmlWriter& page, std::size_t all, std::string_view what) {
  if (all > kListedMax) page.element("p", fmt::format("{} more {} lie in the ledger.", all - kListedMax, what), {{"class", "note"}});
}

void write_measurement(HtmlWriter& page, const MeasurementView& measurement) {
  page.open("tr", {{"class", measurement.chosen ? "chosen" : "passed-over"}});
  page.open("th", {{"scope", "row"}}).text(measurement.label).element("code", measurement.id);
  if (!measurement.chosen) page.element("span", "passed over", {{"class", "mark"}});
  page.close();
  page.element("td", measurement.value, {{"class", measurement.absent ? "absent" : "value"}, {"data-label", "Value"}});
  page.element("td", measurement.basis.empty() ? "none" : measurement.basis, {{"data-label", "Basis"}});
  page.element("td", measurement.subject.empty() ? "no accelerator" : measurement.subject, {{"data-label", "Of what"}});
  page.open("td", {{"data-label", "How"}}).text(measurement.method.empty() ? "not stated" : measurement.method);
  if (!measurement.attributes.empty()) page.element("span", measurement.attributes, {{"class", "attributes"}});
  page.close().open("td", {{"data-label", "From"}});
  page.element("span", measurement.sources.empty() ? "no source" : measurement.sources, {{"class", "sources"}});
  if (!measurement.window.empty()) page.element("span", measurement.window, {{"class", "window"}});
  page.close().close();
}

void write_measurements(HtmlWriter& page, const SectionView& section) {
  if (section.measurements.empty()) return;
  const auto chosen = static_cast<std::size_t>(
      std::count_if(section.measurements.begin(), section.measurements.end(), [](const auto& m) { return m.chosen; }));
  const auto passed_over = section.measurements.size() - chosen;
  const auto shown = chosen + std::min(passed_over, kPassedOverMax);
  page.open("details", {{"class", "provenance"}});
  page.element("summary", fmt::format("{}: {} measurements{}", section.title, chosen,
                                      passed_over > 0 ? fmt::format(", {} passed over", passed_over) : ""));
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", section.title}}).open("table");
  write_head(page, {"What", "Value", "Basis", "Of what", "How", "From"});
  page.open("tbody");
  for (std::size_t i = 0; i < shown; ++i) write_measurement(page, section.measurements[i]);
  page.close().close().close();
  if (shown < section.measurements.size()) {
    page.element("p", fmt::format("{} more that were passed over lie in the ledger.", section.measurements.size() - shown),
                 {{"class", "note"}});
  }
  page.close();
}

void write_axis_evidence(HtmlWriter& page, const Model& model) {
  page.open("details", {{"class", "provenance"}}).element("summary", "What decided each axis");
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", "What decided each axis"}}).open("table");
  write_head(page, {"Axis", "Reason", "Decided by", "Passed over"});
  page.open("tbody");
  for (const auto& axis : model.assessment.axes) {
    page.open("tr").element("th", axis.title, {{"scope", "row"}});
    page.element("td", base::replaced(readiness::name_of(axis.reason), "_", " "), {{"data-label", "Reason"}});
    page.element("td", axis.measurements.empty() ? "nothing yet" : base::join(axis.measurements, ", "), {{"data-label", "Decided by"}});
    page.element("td", axis.passed_over.empty() ? "nothing" : base::join(axis.passed_over, "; "), {{"data-label", "Passed over"}}).close();
  }
  page.close().close().close().close();
}

void write_sources(HtmlWriter& page, const Model& model) {
  if (model.dossier.sources.empty()) return;
  page.open("details", {{"class", "provenance"}})
      .element("summary", fmt::format("{} sources with their digests", model.dossier.sources.size()));
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", "Sources"}}).open("table");
  write_head(page, {"Source", "Kind", "Rows used", "Size", "SHA-256"});
  page.open("tbody");
  for (const auto& source : std::span(model.dossier.sources).first(std::min(model.dossier.sources.size(), kListedMax))) {
    page.open("tr").element("th", source.path, {{"scope", "row"}}).element("td", source.kind, {{"data-label", "Kind"}});
    page.element("td", format_count(source.rows_used), {{"class", "number"}, {"data-label", "Rows used"}});
    page.element("td", format_bytes(static_cast<double>(source.size_bytes)), {{"class", "number"}, {"data-label", "Size"}});
    page.open("td", {{"data-label", "SHA-256"}}).element("code", source.sha256, {{"class", "digest"}}).close().close();
  }
  page.close().close().close();
  write_rest(page, model.dossier.sources.size(), "sources");
  page.close();
}

void write_rejected(HtmlWriter& page, const Model& model) {
  if (model.dossier.rejected.empty()) return;
  page.open("details", {{"class", "provenance"}}).element("summary", "Rows that were not used");
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", "Rows that were not used"}}).open("table");
  write_head(page, {"Reason", "Rows", "First seen at"});
  page.open("tbody");
  for (const auto& rows : model.dossier.rejected) {
    page.open("tr").element("th", rows.reason, {{"scope", "row"}});
    page.element("td", format_count(rows.count), {{"class", "number"}, {"data-label", "Rows"}});
    page.element("td", rows.first, {{"data-label", "First seen at"}}).close();
  }
  page.close().close().close().close();
}

// Rows of the measurement table that nothing was tried for.
void write_untried(HtmlWriter& page, const Model& model) {
  std::set<std::string_view> tried;
  for (const auto& measurement : model.dossier.measurements) tried.insert(measurement.id);
  std::vector<std::string> labels;
  for (const auto& row : evidence::measurement_rows()) {
    if (!tried.contains(row.id)) labels.emplace_back(row.label);
  }
  if (labels.empty()) return;
  page.open("details", {{"class", "provenance"}})
      .element("summary", fmt::format("{} figures for which no evidence was given", labels.size()));
  page.open("ul", {{"class", "columns"}});
  for (const auto& label : labels) page.element("li", label);
  page.close().close();
}

void write_threshold(HtmlWriter& page, const readiness::PolicyRow& row, const std::optional<double>& applied) {
  const bool changed = applied != row.default_value;
  const auto shown = [&](const std::optional<double>& value) { return value ? format_value(*value, row.unit) : std::string("not set"); };
  page.open("tr", {{"class", changed ? "changed" : "same"}});
  page.open("th", {{"scope", "row"}})
      .element("code", row.key)
      .close()
      .element("td", row.description, {{"class", "describes"}, {"data-label", "What it is"}});
  page.open("td", {{"class", "number"}, {"data-label", "Applied"}}).text(shown(applied));
  if (changed) page.element("span", "changed", {{"class", "mark"}});
  page.close().element("td", shown(row.default_value), {{"class", "number"}, {"data-label", "Default"}}).close();
}

void write_fact(HtmlWriter& page, std::string_view name, std::string_view text) {
  page.open("div").element("dt", name).element("dd", text.empty() ? "not known" : text).close();
}

}  // namespace

void write_provenance(HtmlWriter& page, const Model& model) {
  page.open("section", {{"id", "provenance"}, {"class", "evidence"}}).element("h2", "Where every number comes from");
  for (const auto& section : model.sections) write_measurements(page, section);
  write_axis_evidence(page, model);
  write_sources(page, model);
  write_rejected(page, model);
  write_untried(page, model);
  if (!model.dossier.notes.empty()) {
    page.element("h3", "Notes").open("ul", {{"class", "notes"}});
    for (const auto& note : std::span(model.dossier.notes).first(std::min(model.dossier.notes.size(), kListedMax)))
      page.element("li", note);
    page.close();
    write_rest(page, model.dossier.notes.size(), "notes");
  }
  page.close();
}

void write_policy(HtmlWriter& page, const Model& model) {
  page.open("section", {{"id", "policy"}, {"class", "evidence"}}).element("h2", "Policy: the thresholds that were applied");
  page.element("p", "They are heuristics of planning, not laws. [policy] in audit.toml changes them.", {{"class", "nothing"}});
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", "Policy"}});
  page.open("table", {{"class", "policy"}});
  write_head(page, {"Threshold", "What it is", "Applied", "Default"});
  page.open("tbody");
  for (const auto& row : readiness::policy_rows()) write_threshold(page, row, readiness::policy_value(model.dossier, row.key));
  page.close().close().close().close();
}

void write_making(HtmlWriter& page, const Model& model) {
  const auto& context = model.dossier.context;
  page.open("section", {{"id", "making"}, {"class", "evidence"}}).element("h2", "How it was made").open("dl", {{"class", "making"}});
  write_fact(page, "Tool", "accelprep " + context.tool_version);
  write_fact(page, "Schema", "accelprep.audit/1");
  write_fact(page, "Command", context.command);
  write_fact(page, "Host", context.host);
  write_fact(page, "System", context.system);
  write_fact(page, "Time zone of the workload", context.timezone);
  write_fact(page, "Begun", context.started_ns != 0 ? base::format_time(context.started_ns) : "");
  write_fact(page, "Ended", context.ended_ns != 0 ? base::format_time(context.ended_ns) : "");
  page.close();
  if (!context.audit_directory.empty()) {
    page.element("p", "Every figure lies in the audit's ledger. Whether anything in it was changed afterwards:");
    write_command(page, "accelprep verify " + base::shell_quoted(context.audit_directory + "/evidence.sqlite"));
  }
  page.close();
}

}  // namespace accelprep::report

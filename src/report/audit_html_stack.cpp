// The software stack: its links, and what was found.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "report/audit_html_parts.h"

namespace accelprep::report {
namespace {

using evidence::Finding;
using evidence::Severity;

std::string_view shape_of_status(std::string_view status) {
  return status == "ok" ? "ready" : status == "mismatch" ? "not_ready" : "unknown";
}

std::string_view shape_of(Severity severity) {
  constexpr std::array<std::string_view, 3> kShapes{"not_ready", "marginal", "unknown"};
  return kShapes[static_cast<std::size_t>(severity)];
}

std::string cell_at(const std::vector<evidence::Cell>& row, std::size_t column) {
  return column < row.size() ? cell_text(row[column], "") : "not known";
}

void write_link(HtmlWriter& page, const std::vector<evidence::Cell>& row) {
  const auto status = cell_at(row, 2);
  page.open("li", {{"class", std::string(shape_of_status(status))}});
  const auto version = cell_at(row, 1);
  page.element("span", cell_at(row, 0), {{"class", "link"}});
  page.element("b", version.empty() ? "version not known" : version, {{"class", version.empty() ? "version unknown" : "version"}});
  page.open("span", {{"class", "status"}});
  write_icon(page, shape_of_status(status));
  page.text(status == "ok" ? "matches" : status == "mismatch" ? "does not match" : "not seen").close();
  if (const auto why = row.size() > 3 ? cell_at(row, 3) : std::string(); !why.empty()) page.element("span", why, {{"class", "reason"}});
  page.close();
}

void write_evidence_lines(HtmlWriter& page, const Finding& finding) {
  if (finding.evidence.empty()) return;
  page.element("h4", "Seen in").open("ul", {{"class", "seen"}});
  for (const auto& line : finding.evidence) {
    page.open("li").element("span", line.line > 0 ? fmt::format("{}:{}", line.source, line.line) : line.source, {{"class", "source"}});
    if (!line.text.empty()) page.element("code", line.text);
    page.close();
  }
  page.close();
}

void write_facts(HtmlWriter& page, const Finding& finding) {
  if (finding.facts.empty()) return;
  page.element("h4", "Rests on").open("ul", {{"class", "facts"}});
  for (const auto& fact : finding.facts) {
    page.open("li").text(fact.fact).element("span", fmt::format(" {}{}{}", fact.source, fact.as_of.empty() ? "" : ", ", fact.as_of),
                                            {{"class", "source"}});
    page.close();
  }
  page.close();
}

void write_finding(HtmlWriter& page, const Finding& finding) {
  if (finding.severity == Severity::info) {
    page.open("details", {{"class", "finding"}});
  } else {
    page.open("details", {{"class", "finding"}, {"open", ""}});
  }
  page.open("summary");
  write_icon(page, shape_of(finding.severity));
  page.element("b", evidence::name_of(finding.severity)).text(" " + finding.summary + " ").element("code", finding.id).close();
  if (!finding.explanation.empty()) page.element("p", finding.explanation);
  if (!finding.fix.empty()) page.open("p", {{"class", "fix"}}).element("b", "Fix:").text(" " + finding.fix).close();
  write_evidence_lines(page, finding);
  write_facts(page, finding);
  page.close();
}

void write_findings(HtmlWriter& page, const Model& model) {
  if (model.dossier.findings.empty()) return;
  page.open("div", {{"class", "findings"}}).element("h3", "Findings");
  for (const auto severity : {Severity::error, Severity::warning, Severity::info}) {
    for (const auto& finding : model.dossier.findings) {
      if (finding.severity == severity) write_finding(page, finding);
    }
  }
  page.close();
}

}  // namespace

void write_stack(HtmlWriter& page, const Model& model) {
  open_section(page, model, "stack");
  const auto& view = picture(model, "chain");
  if (!view.empty) {
    open_picture(page, view, "chain");
    page.open("ol", {{"class", "chain"}});
    for (const auto& row : model.dossier.find_table("chain")->rows) write_link(page, row);
    page.close();
    close_picture(page, view);
  }
  write_findings(page, model);
  close_section(page, model, "stack");
}

}  // namespace accelprep::report

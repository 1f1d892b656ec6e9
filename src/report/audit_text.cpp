// The audit for a terminal: verdict, axes, what would change it, what is missing, and where to go from here.
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "report/format.h"
#include "report/model.h"
#include "report/phrases.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

constexpr std::size_t kWidth = 100;
using Align = TextTable::Align;

std::string painted(const std::string& text, std::string_view code, bool color) {
  return color ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}
std::string strong(const std::string& text, bool color) { return painted(text, "1", color); }

std::string_view color_of(readiness::Level level) {
  constexpr std::array<std::string_view, 3> kCodes{"32", "33", "31"};
  return kCodes[static_cast<std::size_t>(level)];
}

// Paragraph of at most kWidth columns, each line indented.
std::string paragraph(const std::string& text, std::size_t indent, std::string_view bullet = "") {
  std::string out;
  const std::string blanks(indent + display_width(std::string(bullet)), ' ');
  for (const auto& line : wrapped(text, kWidth - blanks.size())) {
    out += out.empty() ? std::string(indent, ' ') + std::string(bullet) : blanks;
    out += line + "\n";
  }
  return out;
}

// A command runs as printed: a long one is continued as a shell continues it, unless that could fall between quotes.
std::string command_lines(const std::string& command, std::size_t indent) {
  if (command.find_first_of("'\"") != std::string::npos) return std::string(indent, ' ') + command + "\n";
  const auto lines = wrapped(command, kWidth - indent - 4);
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += std::string(i == 0 ? indent : indent + 2, ' ') + lines[i] + (i + 1 < lines.size() ? " \\\n" : "\n");
  }
  return out;
}

std::string heading(const Model& model, bool color) {
  const auto first = fmt::format("{}. {}", model.decision_word, model.decision_sentence);
  std::string out;
  for (const auto& line : wrapped(first, kWidth)) out += strong(line, color) + "\n";
  TextTable table({Align::left, Align::left}, kWidth);
  table.add({"audit", fmt::format("{}; {}", model.title, model.target)});
  table.add({"decision", model.decision_date});
  table.add({"data", model.data_window});
  for (const auto& banner : model.banners) {
    const auto colon = banner.find(": ");
    table.add({painted(base::lower(banner.substr(0, colon)), "33", color), banner.substr(colon == std::string::npos ? 0 : colon + 2)});
  }
  return out + "\n" + table.text();
}

std::string axes(const Model& model, bool color) {
  TextTable table({Align::left, Align::left, Align::left, Align::left, Align::left}, kWidth);
  for (const auto& axis : model.axes) {
    const auto code = color_of(axis.level);
    table.add({painted(axis.symbol, code, color), painted(axis.level_word, code, color), axis.title,
               axis.basis.empty() ? "not measured" : axis.basis, axis.why});
  }
  return fmt::format("\n{}\n{}", strong(fmt::format("{} of {} axes ready", model.assessment.verdict.ready_axes, model.axes.size()), color),
                     table.text());
}

std::string would_change(const Model& model, bool color) {
  if (model.would_change.empty()) return "";
  std::string out = "\n" + strong("What would change it", color) + "\n";
  for (const auto& sentence : model.would_change) out += paragraph(sentence, 2, "- ");
  return out;
}

std::string plan_step(const readiness::PlanStep& step, std::size_t number) {
  const auto cost = effort(step.hours, step.usd);
  auto line = capitalized(step.step);
  if (!step.on_what.empty()) line += fmt::format(" [{}]", step.on_what);
  if (!cost.empty()) line += ": " + cost;
  return paragraph(line, 2, fmt::format("{}. ", number)) + (step.command.empty() ? "" : command_lines(step.command, 5));
}

std::string plan(const Model& model, bool color) {
  if (model.plan.empty()) return "";
  std::string out = "\n" + strong("What is missing, in this order", color) + "\n";
  for (std::size_t i = 0; i < model.plan.size(); ++i) out += plan_step(model.plan[i], i + 1);
  return out;
}

std::string findings(const Model& model, bool color) {
  TextTable table({Align::left, Align::left, Align::left}, kWidth);
  bool any = false;
  for (const auto& finding : model.dossier.findings) {
    if (finding.severity == evidence::Severity::info) continue;
    any = true;
    const bool error = finding.severity == evidence::Severity::error;
    table.add({painted(std::string(name_of(finding.severity)), error ? "31" : "33", color), finding.id,
               finding.fix.empty() ? finding.summary : fmt::format("{} Fix: {}", finding.summary, finding.fix)});
  }
  return any ? "\n" + strong("Findings", color) + "\n" + table.text() : "";
}

std::string last_line(const Model& model, const TextOptions& options) {
  const auto& program = options.program.empty() ? std::string("accelprep") : options.program;
  const auto verify = fmt::format("{} verify {}", program, base::shell_quoted(model.dossier.context.audit_directory + "/evidence.sqlite"));
  const bool can_verify = !model.dossier.context.audit_directory.empty();
  const auto next = !model.plan.empty() && !model.plan[0].command.empty() ? model.plan[0].command : can_verify ? verify : program + " help";
  if (options.report_path.empty()) return fmt::format("Next: {}\n", next);
  const auto report = fmt::format("Report: {}", options.report_path);
  const bool fits = display_width(report) + display_width(next) + 8 <= kWidth;
  return fmt::format("{}{}Next: {}\n", report, fits ? "  " : "\n", next);
}

}  // namespace

std::string render_text(const Model& model, const TextOptions& options) {
  return heading(model, options.color) + axes(model, options.color) + would_change(model, options.color) + plan(model, options.color) +
         findings(model, options.color) + "\n" + last_line(model, options);
}

}  // namespace accelprep::report

#include "report/stack_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/time.h"
#include "report/format.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;
using stack::Assessment;

constexpr std::size_t kWidth = 100;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json basis_or_null(const std::optional<records::Basis>& basis) { return basis ? Json(records::name_of(*basis)) : Json(nullptr); }

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json target_json(const stack::JudgedTarget& target) {
  return {{"accelerator", text_or_null(target.accelerator)},
          {"name", text_or_null(target.name)},
          {"vendor", text_or_null(target.vendor)},
          {"compute_capability", text_or_null(target.compute_capability)},
          {"gfx", text_or_null(target.gfx)},
          {"driver", text_or_null(target.driver)},
          {"count", value_or_null(target.count)},
          {"given", target.given}};
}

Json chain_json(const std::vector<stack::ChainLink>& chain) {
  Json out = Json::array();
  for (const auto& link : chain) {
    out.push_back(
        {{"link", name_of(link.link)}, {"version", text_or_null(link.version)}, {"status", name_of(link.status)}, {"why", link.why}});
  }
  return out;
}

Json links_json(const std::vector<stack::Link>& links) {
  Json out = Json::array();
  for (const auto link : links) out.push_back(name_of(link));
  return out;
}

Json open_json(const std::vector<stack::OpenQuestion>& open) {
  Json out = Json::array();
  for (const auto& one : open) out.push_back({{"link", name_of(one.link)}, {"question", one.question}, {"command", one.command}});
  return out;
}

Json dispatch_json(const stack::Dispatch& dispatch) {
  return {{"device", text_or_null(dispatch.device)},
          {"kernels", dispatch.kernels},
          {"fell_back", value_or_null(dispatch.fell_back)},
          {"basis", basis_or_null(dispatch.basis)}};
}

Json compile_json(const stack::Compilation& compile) {
  return {{"backend", text_or_null(compile.backend)},
          {"target", text_or_null(compile.target)},
          {"planned", value_or_null(compile.planned)},
          {"completes", value_or_null(compile.completes)},
          {"speedup", nullptr},
          {"expected_speedup", nullptr},
          {"basis", basis_or_null(compile.basis)}};
}

std::vector<MissingItem> missing_of(const Assessment& assessment) {
  std::vector<MissingItem> out;
  for (const auto& open : assessment.open) out.push_back({fmt::format("chain.{}", name_of(open.link)), open.question});
  if (!assessment.target.count) out.push_back({"target.count", "no source says how many accelerators there are"});
  if (!assessment.dispatch.basis) out.push_back({"dispatch", "no source names kernels that were seen on the device"});
  if (!assessment.dispatch.fell_back) out.push_back({"dispatch.fell_back", "no source says where the kernels ran"});
  if (!assessment.compile.planned) out.push_back({"compile.planned", "no source says whether compiled graphs are to be used"});
  if (!assessment.compile.basis) out.push_back({"compile.completes", "no source says whether a compiled graph was built and ran"});
  for (const char* id : {"compile.speedup", "compile.expected_speedup"}) {
    out.push_back({id, "no source compares a compiled graph with eager execution"});
  }
  if (!assessment.performance.basis) out.push_back({"performance.of_predicted", "no source compares throughput with a prediction"});
  return out;
}

// Text

std::string header(const Envelope& envelope) {
  const auto& context = envelope.context;
  std::string out = fmt::format("accelprep {}, {}/1, on {} ({}), {}\n", context.tool_version, context.verb, context.host, context.system,
                                base::format_time(context.started_ns));
  for (const auto& source : envelope.sources) out += fmt::format("read {} ({})\n", source.path, source.kind);
  return out;
}

std::string target_line(const stack::JudgedTarget& target) {
  const auto name = target.name.empty() ? std::string("not known") : target.name;
  std::vector<std::string> details;
  if (!target.accelerator.empty()) details.push_back(target.accelerator);
  if (!target.compute_capability.empty()) details.push_back("compute capability " + target.compute_capability);
  if (!target.gfx.empty()) details.push_back(target.gfx);
  if (!target.driver.empty()) details.push_back("driver " + target.driver);
  const auto count = target.count && *target.count > 1 ? fmt::format("{} x ", *target.count) : "";
  const auto more = details.empty() ? "" : fmt::format(" ({})", base::join(details, ", "));
  return fmt::format("Target   {}{}{}{}\n", count, name, more, target.given ? ", as asked for" : "");
}

std::string paragraph(std::string_view label, const std::string& text) {
  constexpr std::size_t kIndent = 13;
  std::string out;
  for (const auto& line : wrapped(text, kWidth - kIndent)) {
    out += fmt::format("    {:<9}{}\n", out.empty() ? label : "", line);
  }
  return out;
}

std::string finding_text(const evidence::Finding& finding) {
  std::string out = fmt::format("  {} {}\n", finding.severity == evidence::Severity::info ? "note" : name_of(finding.severity), finding.id);
  out += paragraph("what", finding.summary);
  if (!finding.explanation.empty()) out += paragraph("why", finding.explanation);
  out += paragraph("fix", finding.fix);
  for (const auto& line : finding.evidence) {
    const auto place = line.line > 0 ? fmt::format("{}:{}", line.source, line.line) : line.source;
    out += paragraph("read", fmt::format("{}: {}", place, line.text));
  }
  for (const auto& fact : finding.facts) out += paragraph("fact", fmt::format("{} ({}, {})", fact.fact, fact.source, fact.as_of));
  return out;
}

std::string chain_text(const Assessment& assessment) {
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::left, Align::left, Align::left}, kWidth);
  for (const auto& link : assessment.chain) {
    table.add({std::string(name_of(link.link)), link.version.empty() ? "-" : link.version, std::string(name_of(link.status)), link.why});
  }
  std::string out = "\nChain\n" + table.text();
  std::vector<std::string> names;
  for (const auto link : assessment.not_applicable) names.emplace_back(name_of(link));
  if (!names.empty()) out += fmt::format("  not applicable here: {}\n", base::join(names, ", "));
  return out;
}

std::string open_text(const std::vector<stack::OpenQuestion>& open) {
  if (open.empty()) return "";
  std::string out = "\nNot known, and what would settle it\n";
  for (const auto& one : open) out += fmt::format("  {}\n    {}\n", one.question, one.command);
  return out;
}

std::string shown_text(const Assessment& assessment) {
  const auto& dispatch = assessment.dispatch;
  const auto& compile = assessment.compile;
  std::string kernels = "not shown";
  if (!dispatch.kernels.empty()) kernels = fmt::format("{} ({})", base::join(dispatch.kernels, ", "), records::name_of(*dispatch.basis));
  if (dispatch.fell_back == true) kernels = "fell back to the processor";
  const std::string graph = !compile.completes
                                ? "not shown"
                                : fmt::format("{} ({})", *compile.completes ? "completes" : "fails", records::name_of(*compile.basis));
  const auto& performance = assessment.performance;
  const std::string ratio = performance.of_predicted
                                ? fmt::format("{} of the prediction ({})", format_value(*performance.of_predicted, "fraction"),
                                              records::name_of(*performance.basis))
                                : "not shown";
  return fmt::format("\nSeen to run\n  kernels on the device  {}\n  compiled graph         {}\n  throughput             {}\n", kernels,
                     graph, ratio);
}

}  // namespace

std::string stack_text(const Assessment& assessment, const Envelope& envelope) {
  std::string out = header(envelope) + "\n" + target_line(assessment.target);
  out += fmt::format("Verdict  {}: {}\n", base::replaced(name_of(assessment.verdict), "_", " "), assessment.why);
  for (const auto& note : assessment.notes) out += fmt::format("Note     {}\n", note);
  if (!assessment.findings.empty()) out += "\nFindings\n";
  for (const auto& finding : assessment.findings) out += finding_text(finding);
  return out + chain_text(assessment) + shown_text(assessment) + open_text(assessment.open);
}

std::string stack_json(const Assessment& assessment, Envelope envelope) {
  envelope.missing = missing_of(assessment);
  auto json = begin_json(envelope);
  json["target"] = target_json(assessment.target);
  json["verdict"] = name_of(assessment.verdict);
  json["why"] = assessment.why;
  json["findings"] = findings_json(assessment.findings);
  json["chain"] = chain_json(assessment.chain);
  json["not_applicable"] = links_json(assessment.not_applicable);
  json["open"] = open_json(assessment.open);
  json["dispatch"] = dispatch_json(assessment.dispatch);
  json["compile"] = compile_json(assessment.compile);
  json["performance"] = {{"of_predicted", number_or_null(assessment.performance.of_predicted)},
                         {"basis", basis_or_null(assessment.performance.basis)}};
  json["notes"] = assessment.notes;
  return finish_json(std::move(json), envelope);
}

}  // namespace accelprep::report

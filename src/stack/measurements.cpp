#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/assessment.h"

namespace accelprep::stack {
namespace {

using evidence::Absent;
using evidence::Measurement;
using evidence::Origin;

Origin with_basis(Origin origin, const std::optional<records::Basis>& basis) {
  if (basis) origin.basis = *basis;
  return origin;
}

// "ok" where every link that applies was checked and holds; else those that were not.
std::string links_of(const Assessment& assessment) {
  std::vector<std::string> names;
  for (const auto& link : assessment.chain) {
    if (link.status != LinkStatus::ok) names.push_back(fmt::format("{} {}", name_of(link.link), name_of(link.status)));
  }
  return names.empty() && !assessment.chain.empty() ? "ok" : base::join(names, ", ");
}

Measurement verdict_measurement(const Assessment& assessment, const Origin& origin) {
  auto out =
      evidence::measured_from(origin, {.id = "stack_verdict",
                                       .value = std::string(name_of(assessment.verdict)),
                                       .method = "compatibility rules over what the sources say of the stack, with the catalog's facts"});
  out.attributes.emplace_back("why", assessment.why);
  out.attributes.emplace_back("links", links_of(assessment));
  std::vector<std::string> ids;
  for (const auto& finding : assessment.findings) {
    if (finding.severity != evidence::Severity::info) ids.push_back(finding.id);
  }
  if (!ids.empty()) out.attributes.emplace_back("findings", base::join(ids, ", "));
  return out;
}

Measurement dispatch_measurement(const Assessment& assessment, const Origin& origin) {
  const auto& dispatch = assessment.dispatch;
  const std::string value = dispatch.fell_back == true ? "fell_back" : dispatch.kernels.empty() ? "not_shown" : "shown";
  auto out =
      evidence::measured_from(with_basis(origin, dispatch.basis),
                              {.id = "stack_dispatch", .value = value, .method = "kernels named by the sources as seen on the device"});
  if (!dispatch.kernels.empty()) out.attributes.emplace_back("kernels", base::join(dispatch.kernels, ", "));
  return out;
}

Measurement compile_measurement(const Assessment& assessment, const Origin& origin) {
  const auto& compile = assessment.compile;
  std::string value = compile.planned == false ? "not_planned" : "not_shown";
  if (compile.completes) value = *compile.completes ? "completed" : "failed";
  return evidence::measured_from(with_basis(origin, compile.basis),
                                 {.id = "stack_compile", .value = value, .method = "a compiled graph, as the sources report it"});
}

Measurement performance_measurement(const Assessment& assessment, const Origin& origin) {
  const auto& performance = assessment.performance;
  const evidence::Value value = performance.of_predicted ? evidence::Value(*performance.of_predicted)
                                                         : evidence::Value(Absent{"no source compares throughput with a prediction"});
  return evidence::measured_from(
      with_basis(origin, performance.basis),
      {.id = "stack_performance", .value = value, .method = "throughput measured over throughput predicted, as the sources report it"});
}

}  // namespace

std::vector<Measurement> measurements_of(const Assessment& assessment, const Origin& origin) {
  auto own = origin;
  own.subject.accelerator = assessment.target.accelerator;
  own.subject.count = assessment.target.count.value_or(0);
  return {verdict_measurement(assessment, own), dispatch_measurement(assessment, own), compile_measurement(assessment, own),
          performance_measurement(assessment, own)};
}

std::vector<evidence::Check> checks_of(const Assessment& assessment) {
  using evidence::CheckStatus;
  constexpr std::array<CheckStatus, 3> kStatus{CheckStatus::pass, CheckStatus::fail, CheckStatus::unknown};  // by LinkStatus
  std::vector<evidence::Check> out;
  for (const auto& link : assessment.chain) {
    const auto version = link.version.empty() ? std::string("version not known") : link.version;
    out.push_back({.id = std::string(name_of(link.link)),
                   .group = "stack",
                   .status = kStatus[static_cast<std::size_t>(link.status)],
                   .value = std::nullopt,
                   .limit = std::nullopt,
                   .margin = std::nullopt,
                   .unit = {},
                   .why = link.why.empty() ? version : fmt::format("{}: {}", version, link.why)});
  }
  return out;
}

}  // namespace accelprep::stack

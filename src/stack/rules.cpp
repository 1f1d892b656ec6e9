#include <algorithm>
#include <array>

#include "stack/rule.h"

namespace accelprep::stack {
namespace {

using enum Severity;
using enum Link;

// In the order in which findings are reported: what keeps everything else from running first. A row without an id only says what
// holds or is open.
constexpr auto kRules = std::to_array<Rule>({
    {"GPU_OFF_BUS", error, driver, Vendor::nvidia, look_off_bus},
    {"ADAPTER_INIT_FAILED", error, driver, Vendor::nvidia, look_adapter},
    {"DRIVER_NOT_LOADED", error, driver, Vendor::nvidia, look_driver_loaded},
    {"NVML_DRIVER_LIB_MISMATCH", error, driver, Vendor::nvidia, look_nvml},
    {"FORWARD_COMPAT_UNSUPPORTED_HW", error, driver, Vendor::nvidia, look_forward_compatibility},
    {"DRIVER_TOO_OLD_FOR_RUNTIME", error, driver, Vendor::nvidia, look_driver_for_runtime},
    {"DRIVER_TOO_OLD_FOR_RUNTIME", error, driver, Vendor::nvidia, look_driver_for_gpu},
    {"DRIVER_NEEDS_OPEN_MODULES", warning, driver, Vendor::nvidia, look_open_modules},
    {"WSL_DRIVER_SHADOWED", error, driver, Vendor::nvidia, look_wsl_library},
    {"", error, driver, Vendor::amd, look_amd_driver},
    {"ROCM_WSL_HSA_CONFLICT", error, rocm, Vendor::amd, look_wsl_hsa},
    {"CONTAINER_RUNTIME_MISSING", error, driver, Vendor::nvidia, look_container_runtime},
    {"CONTAINER_CGROUP_LOST_GPU", error, driver, Vendor::nvidia, look_container_cgroup},
    {"WRONG_VENDOR_BUILD", error, framework, Vendor::unknown, look_vendor},
    {"CPU_ONLY_BUILD", error, framework, Vendor::unknown, look_cpu_build},
    {"ARCH_NO_KERNEL_IMAGE", error, cuda, Vendor::nvidia, look_kernel_image},
    {"PTX_JIT_DRIVER_TOO_OLD", error, cuda, Vendor::nvidia, look_ptx},
    {"ROCM_ARCH_UNSUPPORTED", error, rocm, Vendor::amd, look_rocm_targets},
    {"", error, miopen, Vendor::amd, look_miopen},
    {"", error, collectives, Vendor::nvidia, look_collectives},
    {"CUDA_MAJOR_MIX", error, runtime, Vendor::nvidia, look_cuda_majors},
    {"LIB_MISSING", error, runtime, Vendor::unknown, look_libraries},
    {"CUDNN_VERSION_CONFLICT", error, cudnn, Vendor::nvidia, look_cudnn},
    {"TRT_ENGINE_CC_MISMATCH", error, runtime, Vendor::nvidia, look_engine_capability},
    {"TRT_ENGINE_VERSION_MISMATCH", error, runtime, Vendor::nvidia, look_engine_version},
    {"FABRIC_NOT_READY", error, topology, Vendor::nvidia, look_fabric},
    {"CPU_FALLBACK", error, framework, Vendor::unknown, look_cpu_fallback},
    {"PTXAS_TOO_OLD_FOR_ARCH", warning, compiler, Vendor::nvidia, look_ptxas},
    {"FRAMEWORK_BUG", warning, framework, Vendor::nvidia, look_mig_counting},
    {"P2P_ACS_IOMMU", warning, collectives, Vendor::unknown, look_peer_access},
    {"NVLINK_DOWN", warning, topology, Vendor::nvidia, look_nvlink},
    {"PCIE_LINK_DEGRADED", warning, topology, Vendor::unknown, look_pcie},
    {"INCONCLUSIVE", info, topology, Vendor::unknown, look_pcie_unknown},
    {"OK", info, compiler, Vendor::nvidia, look_nvcc},
    {"CPU_FALLBACK", error, framework, Vendor::unknown, look_unavailable},
});

// A host has neither driver nor accelerator; where the vendor is not known, a rule may still find its own signs.
bool concerns(const Rule& rule, const Situation& situation) {
  if (rule.concerns == Vendor::unknown || situation.for_vendor(rule.concerns)) return true;
  return situation.devices.empty() || situation.for_vendor(Vendor::unknown);
}

}  // namespace

void Judgement::found(Found found) {
  outcome_.found.push_back({row_.link,
                            {.id = std::string(row_.id),
                             .severity = found.severity.value_or(row_.severity),
                             .summary = std::move(found.summary),
                             .explanation = std::move(found.explanation),
                             .fix = std::move(found.fix),
                             .evidence = std::move(found.evidence),
                             .facts = std::move(found.facts)}});
}

void Judgement::holds(std::string what, std::vector<CitedFact> facts) {
  const bool known = std::any_of(outcome_.held.begin(), outcome_.held.end(), [&](const auto& held) { return held.what == what; });
  if (!known) outcome_.held.push_back({row_.link, std::move(what), {}, std::move(facts)});
}

void Judgement::fine(Held held) {
  held.link = row_.link;
  outcome_.fine.push_back(std::move(held));
}

void Judgement::open(std::string question, std::string command) {
  outcome_.open.push_back({row_.link, std::move(question), std::move(command)});
}

bool Judgement::any_error() const {
  return std::any_of(outcome_.found.begin(), outcome_.found.end(), [](const auto& one) { return one.finding.severity == error; });
}

std::span<const Rule> rules() { return kRules; }

Outcome apply_rules(const Situation& situation) {
  Outcome outcome;
  for (const auto& rule : kRules) {
    if (!concerns(rule, situation)) continue;
    Judgement judgement({rule.id, rule.severity, rule.link}, outcome);
    rule.look(situation, judgement);
  }
  return outcome;
}

std::vector<EvidenceLine> operator+(std::vector<EvidenceLine> left, const std::vector<EvidenceLine>& right) {
  for (const auto& line : right) {
    bool known = false;
    for (const auto& one : left) known = known || one == line;
    if (!known) left.push_back(line);
  }
  return left;
}

}  // namespace accelprep::stack

// AMD GPUs: the targets that a build and its math libraries carry, and the driver.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

// ISA families in which binaries of the first target run on the others under HSA_OVERRIDE_GFX_VERSION.
struct Override {
  std::string_view target;
  std::string_view as;
  std::string_view value;
};
constexpr auto kOverrides = std::to_array<Override>({
    {"gfx1031", "gfx1030", "10.3.0"},
    {"gfx1032", "gfx1030", "10.3.0"},
    {"gfx1034", "gfx1030", "10.3.0"},
});

bool contains(const std::vector<std::string>& list, std::string_view value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::string fix_for_target(const Device& device) {
  const auto* found = std::find_if(kOverrides.begin(), kOverrides.end(), [&](const auto& row) { return row.target == device.gfx; });
  if (found == kOverrides.end()) {
    return fmt::format(
        "Take a build and math libraries that list {} (TheRock publishes wheels by GPU family), or build rocBLAS and the framework for it.",
        device.gfx);
  }
  return fmt::format(
      "HSA_OVERRIDE_GFX_VERSION={} makes it run {}'s code, which has the same instructions (works, is not supported); else build for {}.",
      found->value, found->as, device.gfx);
}

// "10.3.0" to "gfx1030", "9.0.10" to "gfx90a".
std::string target_of_override(std::string_view value) {
  const auto parts = base::version_parts(value);
  return parts.size() == 3 ? fmt::format("gfx{}{}{:x}", parts[0], parts[1], parts[2]) : "";
}

// The target whose code is loaded: the GPU's own, or the one HSA_OVERRIDE_GFX_VERSION names.
struct LoadedTarget {
  std::string gfx;
  bool same_instructions = true;
};
LoadedTarget loaded_target(const Situation& situation, const Device& device) {
  const auto value = situation.inventory.text("hsa_override_gfx_version");
  const auto named = target_of_override(value);
  if (named.empty() || named == device.gfx) return {device.gfx, true};
  const bool served =
      std::any_of(kOverrides.begin(), kOverrides.end(), [&](const auto& row) { return row.target == device.gfx && row.as == named; });
  return {named, served};
}

Found wrong_override(const Situation& situation, const Device& device, const std::string& loaded) {
  return {.summary =
              fmt::format("HSA_OVERRIDE_GFX_VERSION makes {} load code of {}, which is of another instruction set", device.shown(), loaded),
          .explanation =
              "The override only skips the loader's check. It helps where two targets have the same instructions, as the discrete RDNA 2 "
              "cards have; "
              "elsewhere kernels crash or compute wrongly.",
          .fix = fmt::format("Unset HSA_OVERRIDE_GFX_VERSION. {}", fix_for_target(device)),
          .evidence = situation.lines("hsa_override_gfx_version") + device.evidence,
          .facts = {{"gfx1031 runs gfx1030's code; gfx1103 does not run gfx1100's", "ROCm/rocBLAS#1339 and reports like it", "2026"}}};
}

Found no_kernels(const Situation& situation, const Device& device, const std::string& where) {
  return {.summary = fmt::format("{} has no kernels for {}", where, device.shown()),
          .explanation =
              "A GPU must be in the framework's list and in those of the math libraries; where one lacks it, the first matrix "
              "product fails.",
          .fix = fix_for_target(device),
          .evidence = device.evidence + situation.lines("rocblas_archs") + situation.lines("rocblas_lacks") +
                      situation.lines("rocblas_library_missing") + situation.lines("no_kernel_image") + situation.code.evidence,
          .facts = situation.code.facts};
}

// What must be known of an AMD GPU and its build.
void ask_amd(const Situation& situation, const Device& device, Judgement& judgement) {
  if (device.vendor != Vendor::amd) return;
  if (device.gfx.empty()) judgement.open(fmt::format("the gfx target of {} is not known", device.shown()), "rocminfo | grep -m1 gfx");
  if (situation.framework.kind == BuildKind::rocm && situation.code.code.gfx.empty() &&
      situation.inventory.find("dispatched_kernels") == nullptr) {
    judgement.open(fmt::format("the targets that {} carries are not known", situation.framework.shown()),
                   "python -c \"import torch; print(torch.cuda.get_arch_list())\"");
  }
}

bool library_lacks(const Situation& situation, const std::string& gfx) {
  const auto* has = situation.inventory.find("rocblas_archs");
  const auto* lacks = situation.inventory.find("rocblas_lacks");
  return (has != nullptr && !contains(has->values, gfx)) || (lacks != nullptr && contains(lacks->values, gfx)) ||
         situation.is("rocblas_library_missing", true);
}

}  // namespace

void look_amd_driver(const Situation& situation, Judgement& judgement) {
  if (!situation.for_vendor(Vendor::amd) || situation.framework.kind != BuildKind::rocm) return;
  if (situation.is("torch_cuda_is_available", true) || situation.inventory.find("dispatched_kernels") != nullptr) {
    judgement.holds(fmt::format("{} reaches the GPU, so the amdgpu driver serves it", situation.framework.shown()));
  } else {
    judgement.open("whether the amdgpu driver serves this ROCm is not known", "python -m torch.utils.collect_env");
  }
}

void look_miopen(const Situation& situation, Judgement& judgement) {
  const auto version = situation.inventory.text("miopen");
  if (version.empty() || !situation.is("torch_cuda_is_available", true)) return;
  judgement.holds(fmt::format("{} loads MIOpen {}", situation.framework.shown(), version));
}

void look_rocm_targets(const Situation& situation, Judgement& judgement) {
  for (const auto& device : situation.devices) {
    if (device.vendor == Vendor::nvidia || device.vendor == Vendor::host) continue;
    ask_amd(situation, device, judgement);
    if (device.gfx.empty()) continue;
    const auto loaded = loaded_target(situation, device);
    const auto& carried = situation.code.code.gfx;
    const bool build_lacks = (!carried.empty() && !contains(carried, loaded.gfx)) || situation.is("no_kernel_image", true);
    if (!loaded.same_instructions) {
      judgement.found(wrong_override(situation, device, loaded.gfx));
    } else if (library_lacks(situation, loaded.gfx)) {
      judgement.found(no_kernels(situation, device, "rocBLAS"));
    } else if (build_lacks) {
      judgement.found(no_kernels(situation, device, situation.framework.shown()));
    } else if (!carried.empty()) {
      judgement.holds(fmt::format("{} carries code for {}", situation.framework.shown(), device.shown()), situation.code.facts);
    }
  }
  const auto lacking = situation.inventory.text("rocblas_lacks");
  if (!lacking.empty() && situation.devices.empty()) judgement.found(no_kernels(situation, {.gfx = lacking}, "rocBLAS"));
}

}  // namespace accelprep::stack

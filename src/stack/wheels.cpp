// Which published wheel of torch would run.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

bool reaches_all(const Situation& situation, const catalog::FrameworkBuild& build) {
  const DeviceCode code{.sass = build.sass, .ptx = build.ptx, .gfx = {}};
  return std::all_of(situation.devices.begin(), situation.devices.end(), [&](const auto& device) {
    if (device.capability.empty()) return true;
    const auto how = reach(code, device.capability).how;
    return how == Reach::exact || how == Reach::minor;
  });
}

bool driver_carries(const Situation& situation, std::string_view cuda) {
  const auto floor = driver_floor(situation.facts, cuda, situation.driver_system);
  if (situation.driver && floor) return compare_driver(situation.driver.value, floor->driver) != Standing::below;
  if (situation.driver_cuda) return major_of(situation.driver_cuda.value) >= major_of(cuda);
  return true;
}

int release_number(std::string_view release) {
  const auto parts = base::version_parts(release);
  return parts.size() < 2 ? 0 : parts[0] * 1000 + parts[1];
}

const catalog::FrameworkBuild* best_wheel(const Situation& situation) {
  const int now = release_number(situation.framework.release);
  const catalog::FrameworkBuild* best = nullptr;
  // Nearest to what is installed, newer before older; then what is sourced, then the default build, then the newer CUDA.
  const auto rank = [&](const catalog::FrameworkBuild& build) {
    const int release = release_number(build.release);
    const int distance = now == 0 ? -release : (release >= now ? release - now : 100'000 + now - release);
    return std::tuple(distance, !is_sourced(build), !build.is_default, -major_of(build.cuda));
  };
  for (const auto& build : situation.facts.builds) {
    const bool candidate = build.framework == "torch" && !build.cuda.empty() && !build.sass.empty() && fits_platform(situation, build);
    if (!candidate || !reaches_all(situation, build) || !driver_carries(situation, build.cuda)) continue;
    if (best == nullptr || rank(build) < rank(*best)) best = &build;
  }
  return best;
}

}  // namespace

std::string torch_wheel_advice(const Situation& situation) {
  if (situation.framework.name != "torch" && !situation.framework.name.empty()) return "";
  const auto* build = best_wheel(situation);
  if (build == nullptr) return "";
  return fmt::format("torch {} built for CUDA {}: pip install \"torch=={}.*\" --index-url https://download.pytorch.org/whl/cu{}",
                     build->release, build->cuda, build->release, base::replaced(major_minor_of(build->cuda), ".", ""));
}

std::string torch_wheel_sentence(const Situation& situation) {
  const auto advice = torch_wheel_advice(situation);
  if (!advice.empty()) return "Install " + advice + ".";
  if (situation.framework.name != "torch" && !situation.framework.name.empty()) return "Install a build that carries code for this GPU.";
  return "No published torch wheel that is known here covers this GPU with this driver; accelprep catalog stack lists them.";
}

}  // namespace accelprep::stack

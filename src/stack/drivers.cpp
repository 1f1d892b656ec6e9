#include "stack/drivers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::stack {
namespace {

// Windows drivers are numbered in their own way within a branch.
struct WindowsFloor {
  int major;
  std::string_view driver;
};
constexpr std::array<WindowsFloor, 3> kWindowsFloors{{{11, "452.39"}, {12, "528.33"}, {13, "580"}}};
constexpr std::string_view kWindowsSource = "CUDA Toolkit release notes, table 3 (minimum driver for minor-version compatibility, Windows)";

const catalog::CudaRelease* release_of(const Facts& facts, std::string_view cuda) {
  const auto wanted = major_minor_of(cuda);
  const catalog::CudaRelease* of_major = nullptr;
  for (const auto& release : facts.cuda_releases) {
    if (release.driver_floor.empty()) continue;
    if (major_minor_of(release.version) == wanted) return &release;
    if (!release.minor_version_compatible || major_of(release.version) != major_of(cuda)) continue;
    if (of_major == nullptr || base::compare_versions(of_major->driver_floor, release.driver_floor) < 0) of_major = &release;
  }
  return of_major;
}

}  // namespace

Standing compare_driver(std::string_view driver, std::string_view floor) {
  const auto has = base::version_parts(driver);
  const auto needs = base::version_parts(floor);
  const auto common = std::min(has.size(), needs.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (has[i] != needs[i]) return has[i] < needs[i] ? Standing::below : Standing::enough;
  }
  return has.size() < needs.size() ? Standing::unclear : Standing::enough;
}

std::optional<DriverFloor> driver_floor(const Facts& facts, std::string_view cuda, System system) {
  const auto windows =
      std::find_if(kWindowsFloors.begin(), kWindowsFloors.end(), [&](const auto& one) { return one.major == major_of(cuda); });
  if (system == System::windows && windows != kWindowsFloors.end()) {
    return DriverFloor{std::string(windows->driver),
                       {fmt::format("CUDA {}.x on Windows runs on driver {} or newer", windows->major, windows->driver),
                        std::string(kWindowsSource), "2026-07"}};
  }
  const auto* release = release_of(facts, cuda);
  if (release == nullptr) return std::nullopt;
  const auto what =
      release->minor_version_compatible ? fmt::format("CUDA {}.x", major_of(cuda)) : fmt::format("CUDA {}", major_minor_of(cuda));
  return DriverFloor{
      release->driver_floor,
      {fmt::format("{} runs on driver {} or newer", what, release->driver_floor), release->citation.source, release->citation.as_of}};
}

std::string cuda_of_driver(const Facts& facts, std::string_view driver) {
  const int branch = major_of(driver);
  std::string best;
  for (const auto& release : facts.cuda_releases) {
    const int shipped = major_of(release.driver_shipped);
    if (shipped == 0 || shipped > branch) continue;
    const auto cuda = major_minor_of(release.version);
    if (best.empty() || base::compare_versions(best, cuda) < 0) best = cuda;
  }
  return best;
}

std::string driver_of_cuda(const Facts& facts, std::string_view cuda) {
  std::string best;
  for (const auto& release : facts.cuda_releases) {
    if (major_minor_of(release.version) != major_minor_of(cuda) || release.driver_shipped.empty()) continue;
    if (best.empty() || base::compare_versions(release.driver_shipped, best) < 0) best = release.driver_shipped;
  }
  return best;
}

std::optional<DriverFloor> gpu_driver_floor(const Facts& facts, std::string_view capability) {
  const auto found = std::find_if(facts.architectures.begin(), facts.architectures.end(),
                                  [&](const auto& row) { return row.compute_capability == capability && !row.min_driver.empty(); });
  if (found == facts.architectures.end()) return std::nullopt;
  return DriverFloor{
      found->min_driver,
      {fmt::format("a GPU of compute capability {} needs driver {} or newer, whatever CUDA is used", capability, found->min_driver),
       found->citation.source, found->citation.as_of}};
}

int major_of(std::string_view version) {
  const auto parts = base::version_parts(version);
  return parts.empty() ? 0 : parts[0];
}

std::string major_minor_of(std::string_view version) {
  const auto parts = base::version_parts(version);
  if (parts.empty()) return "";
  return parts.size() == 1 ? fmt::format("{}", parts[0]) : fmt::format("{}.{}", parts[0], parts[1]);
}

}  // namespace accelprep::stack

// Published builds: which one this is, and the device code it carries.
#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/situation.h"

namespace accelprep::stack {
namespace {

std::string listed(const std::vector<std::string>& list) { return list.empty() ? "none" : base::join(list, " "); }

bool newer(const catalog::FrameworkBuild& left, const catalog::FrameworkBuild& right) {
  return base::compare_versions(left.release, right.release) > 0;
}

bool code_from_list(Situation& situation) {
  const auto* list = situation.inventory.find("torch_arch_list");
  if (list == nullptr) return false;
  situation.code = {.known = true, .code = device_code_of(list->values), .evidence = {line_of(list->place)}, .facts = {}};
  return true;
}

}  // namespace

bool fits_platform(const Situation& situation, const catalog::FrameworkBuild& build) {
  const bool windows = build.platform.find("windows") != std::string::npos;
  if (windows != (situation.system == System::windows)) return false;
  return build.platform.empty() || build.platform.find(situation.platform) != std::string::npos;
}

const catalog::FrameworkBuild* published_build(const Situation& situation, const BuildWish& wish) {
  const catalog::FrameworkBuild* best = nullptr;
  const auto release = major_minor_of(wish.version);
  for (const auto& build : situation.facts.builds) {
    if (build.framework != wish.framework || !fits_platform(situation, build)) continue;
    if (!wish.cuda.empty() && build.cuda != wish.cuda) continue;
    const bool exact = base::compare_versions(build.release, release) == 0 || base::compare_versions(build.release, wish.version) == 0;
    // torch's builds differ from release to release; others are listed where something changed.
    if (wish.framework == "torch" ? !exact : base::compare_versions(build.release, wish.version) > 0) continue;
    const bool better = best == nullptr || newer(build, *best) || (build.release == best->release && build.is_default && !best->is_default);
    if (better) best = &build;
  }
  return best;
}

bool is_sourced(const catalog::FrameworkBuild& build) { return build.certainty.empty() || build.certainty.starts_with("sourced"); }

CitedFact build_fact(const catalog::FrameworkBuild& build) {
  const auto cuda = build.cuda.empty() ? std::string("is a CPU build") : "is built for CUDA " + build.cuda;
  auto text = fmt::format("{} {} {}{}", build.framework, build.release, cuda, build.is_default ? " (what a plain install gives)" : "");
  if (!build.torch.empty()) text += fmt::format(", with torch {}", build.torch);
  if (!build.sass.empty() || !build.ptx.empty())
    text += fmt::format("; machine code for {}, PTX for {}", listed(build.sass), listed(build.ptx));
  if (!is_sourced(build)) text += fmt::format(" ({})", build.certainty);
  return {text, build.citation.source, build.citation.as_of};
}

void settle_code(Situation& situation) {
  if (code_from_list(situation)) return;
  const auto& framework = situation.framework;
  if (framework.name != "torch" || framework.prerelease) return;
  if (framework.kind == BuildKind::rocm) {
    if (const auto* wheel = find_rocm_wheel(framework.rocm)) {
      situation.code = {.known = true, .certain = true, .code = {}, .evidence = framework.evidence, .facts = {rocm_wheel_fact(*wheel)}};
      for (const auto target : base::split(wheel->gfx, ';')) situation.code.code.gfx.emplace_back(target);
    }
    return;
  }
  if (framework.kind != BuildKind::cuda) return;
  const auto* build = published_build(situation, {framework.name, framework.version, framework.cuda});
  if (build == nullptr || (build->sass.empty() && build->ptx.empty())) return;
  situation.code = {.known = true,
                    .certain = is_sourced(*build) && framework.origin != "conda",
                    .code = {.sass = build->sass, .ptx = build->ptx, .gfx = {}},
                    .evidence = framework.evidence,
                    .facts = {build_fact(*build)}};
}

}  // namespace accelprep::stack

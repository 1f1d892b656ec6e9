// cuDNN against the framework that was compiled for it, and TensorRT engines against the runtime and the GPU that load them.
#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

// torch's own check: the major must be the same, and the minor at least that of the compilation.
bool cudnn_serves(std::string_view runtime, std::string_view compiled) {
  if (major_of(runtime) != major_of(compiled)) return false;
  return base::compare_versions(major_minor_of(runtime), major_minor_of(compiled)) >= 0;
}

const CitedFact kCudnnRule{"torch refuses a cuDNN of another major, or of an older minor, than it was compiled against",
                           "pytorch/pytorch torch/backends/cudnn", "2022-07"};

const CitedFact kEngineRule{"standard runtime: major, minor, patch and build of TensorRT must match", "TensorRT 10 support matrix",
                            "2026-08"};

struct Pair {
  std::string_view engine;
  std::string_view runtime;
};
// Both are stated and say different things; "10.8" and "10.8.0.43" do not.
bool differ(const Situation& situation, const Pair& keys) {
  const auto left = situation.inventory.text(keys.engine);
  const auto right = situation.inventory.text(keys.runtime);
  return !left.empty() && !right.empty() && !left.starts_with(right) && !right.starts_with(left);
}

struct Cudnn {
  std::string version;
  std::string from;  // "nvidia-cudnn-cu12", "the loader's path"
  std::vector<EvidenceLine> evidence;
};

// The cuDNN that will be loaded, as far as that is said: stated, else the wheel's own package.
std::vector<Cudnn> runtimes(const Situation& situation) {
  std::vector<Cudnn> out;
  for (const auto* statement : situation.inventory.all("cudnn_runtime")) {
    for (const auto& version : statement->values) out.push_back({version, "the loader", {line_of(statement->place)}});
  }
  for (const auto& package : situation.inventory.packages) {
    const bool cudnn = package.name.starts_with("nvidia-cudnn") && !package.name.starts_with("nvidia-cudnn-frontend");
    if (cudnn && !package.version.empty()) out.push_back({package.version, package.name, {line_of(package.place)}});
  }
  return out;
}

Cudnn compiled(const Situation& situation, std::vector<CitedFact>& facts) {
  if (const auto* stated = situation.inventory.find("cudnn_compiled")) return {stated->value(), "", {line_of(stated->place)}};
  const auto& framework = situation.framework;
  if (framework.name != "torch" || framework.kind != BuildKind::cuda || framework.prerelease || framework.origin == "conda") return {};
  const auto* build = published_build(situation, {framework.name, framework.version, framework.cuda});
  if (build == nullptr || build->cudnn.empty()) return {};
  facts.push_back({fmt::format("torch {} for CUDA {} is compiled against cuDNN {}", build->release, build->cuda, build->cudnn),
                   build->citation.source, build->citation.as_of});
  return {build->cudnn, "", framework.evidence};
}

std::string fix_for_cudnn(const Situation& situation, const Cudnn& loaded, const std::string& wanted) {
  if (loaded.from.starts_with("nvidia-cudnn"))
    return fmt::format("pip install \"{}=={}\", the version this build was compiled against.", loaded.from, wanted);
  const auto path = situation.inventory.text("LD_LIBRARY_PATH");
  std::string where = "the folder with the older cuDNN";
  for (const auto part : base::split(path, ':')) {
    if (base::contains_ignoring_case(part, "cudnn")) where = std::string(part);
  }
  return fmt::format("Take {} out of LD_LIBRARY_PATH (also where a launcher or sudo keeps it): {} brings its own cuDNN {}.", where,
                     situation.framework.shown(), wanted);
}

// Several versions of one major among the loader's candidates: split libraries of cuDNN must all be of one version.
void look_candidates(const Situation& situation, Judgement& judgement) {
  const auto candidates = situation.inventory.all("cudnn");
  std::set<std::string> versions;
  std::vector<EvidenceLine> lines;
  for (const auto* one : candidates) {
    if (versions.insert(one->value()).second) lines.push_back(line_of(one->place));
  }
  if (versions.size() < 2) return;
  judgement.found(
      {.summary = fmt::format("cuDNN {} and {} are both on the loader's path", *versions.begin(), *versions.rbegin()),
       .explanation = "cuDNN's parts are separate libraries that must all be of one version. Which of these is loaded depends on the order "
                      "of the path, unless "
                      "the framework brings its own.",
       .fix = "Keep one version on the path: remove the other packages, or their folders from LD_LIBRARY_PATH.",
       .evidence = std::move(lines),
       .facts = {{"all split libraries of cuDNN must be one version", "pytorch/pytorch .ci/manywheel/build_cuda.sh", "2026-08"}},
       .severity = Severity::warning});
}

}  // namespace

void look_cudnn(const Situation& situation, Judgement& judgement) {
  std::vector<CitedFact> facts{kCudnnRule};
  const auto wanted = compiled(situation, facts);
  bool told = false;
  for (const auto& loaded : runtimes(situation)) {
    if (wanted.version.empty() || told) break;
    if (cudnn_serves(loaded.version, wanted.version)) {
      judgement.holds(fmt::format("cuDNN {} serves a build compiled against {}", loaded.version, wanted.version), facts);
      continue;
    }
    told = true;
    judgement.found({.summary = fmt::format("cuDNN {} is loaded, and {} was compiled against {}", loaded.version,
                                            situation.framework.shown(), wanted.version),
                     .explanation = major_of(loaded.version) == major_of(wanted.version)
                                        ? "Of one major, a newer minor version is accepted and an older one is refused."
                                        : "The major is the library's binary interface: another one does not stand in.",
                     .fix = fix_for_cudnn(situation, loaded, wanted.version),
                     .evidence = loaded.evidence + wanted.evidence + situation.lines("LD_LIBRARY_PATH"),
                     .facts = facts});
  }
  if (!told) look_candidates(situation, judgement);
}

void look_engine_capability(const Situation& situation, Judgement& judgement) {
  const auto built = situation.inventory.text("engine_compute_capability");
  if (built.empty()) return;
  auto runs_on = situation.inventory.text("engine_device_compute_capability");
  for (const auto& device : situation.devices) {
    if (runs_on.empty()) runs_on = device.capability;
  }
  if (runs_on.empty()) {
    judgement.open(fmt::format("an engine was built on compute capability {}; on which it is to run is not known", built),
                   "nvidia-smi --query-gpu=name,compute_cap --format=csv");
    return;
  }
  if (parse_capability(built) == parse_capability(runs_on)) {
    judgement.holds(fmt::format("the engine was built on compute capability {}", built));
    return;
  }
  judgement.found({.summary = fmt::format("the TensorRT engine was built on compute capability {} and is to run on {}", built, runs_on),
                   .explanation = "An engine holds code chosen on the GPU it was built on. It loads on another capability only where it "
                                  "was built hardware-compatible, which "
                                  "TensorRT offers from 8.6 on for Ampere and newer.",
                   .fix = "Build the engine on the target, or with hardwareCompatibilityLevel AMPERE_PLUS where both GPUs are Ampere or "
                          "newer; key engine caches by compute "
                          "capability.",
                   .evidence = situation.lines("engine_compute_capability") + situation.lines("engine_device_compute_capability") +
                               (situation.devices.empty() ? std::vector<EvidenceLine>{} : situation.devices.front().evidence),
                   .facts = {{"plan files are not portable across compute capabilities unless built hardware-compatible",
                              "TensorRT support matrix, Engine Portability", "2026-08"}}});
}

void look_engine_version(const Situation& situation, Judgement& judgement) {
  const bool tags = differ(situation, {"engine_serialization_tag", "runtime_serialization_tag"});
  const bool versions = differ(situation, {"engine_tensorrt", "tensorrt"});
  if (!tags && !versions) return;
  Found out{
      .explanation =
          "The standard runtime loads engines of exactly its own version. A tag is no version number; it only says that the two differ.",
      .evidence = situation.lines("engine_serialization_tag") + situation.lines("runtime_serialization_tag") +
                  situation.lines("engine_tensorrt") + situation.lines("tensorrt"),
      .facts = {kEngineRule}};
  if (versions) {
    const auto runtime = situation.inventory.text("tensorrt");
    out.summary =
        fmt::format("the engine was built by TensorRT {}, and {} is to load it", situation.inventory.text("engine_tensorrt"), runtime);
    out.fix = fmt::format("Rebuild the engine with TensorRT {}, or build it version-compatible.", runtime);
  } else {
    out.summary = fmt::format("the engine's serialization tag is {}, the runtime's {}",
                              situation.inventory.text("engine_serialization_tag"), situation.inventory.text("runtime_serialization_tag"));
    out.fix = "Rebuild the engine with the TensorRT that is to load it.";
  }
  judgement.found(std::move(out));
}

}  // namespace accelprep::stack

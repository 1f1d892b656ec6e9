// Which build of which framework it is, and what it needs, from whatever the inventory says of it.
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

#include "base/text.h"
#include "records/capability.h"
#include "stack/situation.h"

namespace accelprep::stack {
namespace {

using records::Package;
using records::Statement;

// Packages that make a framework, the likeliest to be meant first.
struct FrameworkPackage {
  std::string_view package;
  std::string_view framework;
};
constexpr auto kPackages = std::to_array<FrameworkPackage>({
    {"torch", "torch"},
    {"tensorflow", "tensorflow"},
    {"tensorflow-gpu", "tensorflow"},
    {"tensorflow-cpu", "tensorflow-cpu"},
    {"jax", "jax"},
    {"onnxruntime-gpu", "onnxruntime-gpu"},
    {"onnxruntime", "onnxruntime"},
});
constexpr auto kKeys = std::to_array<FrameworkPackage>({
    {"onnxruntime_gpu", "onnxruntime-gpu"},
    {"onnxruntime", "onnxruntime"},
});

void take_version(Framework& framework, std::string_view text) {
  const auto plus = text.find('+');
  const auto first_word = [](std::string_view part) { return std::string(part.substr(0, part.find_first_of(" /,("))); };
  framework.version = first_word(text.substr(0, plus));
  if (plus != std::string_view::npos) framework.local = first_word(text.substr(plus + 1));
  for (const std::string_view mark : {"dev", "a0", "nightly", "git"}) {
    framework.prerelease = framework.prerelease || text.find(mark) != std::string_view::npos;
  }
}

void take_package(Framework& framework, const Package& package) {
  take_version(framework, package.local.empty() ? package.version : package.version + "+" + package.local);
  framework.origin = package.origin;
  framework.evidence.push_back(line_of(package.place));
}

void take_from_packages(Situation& situation) {
  auto& framework = situation.framework;
  for (const auto& row : kPackages) {
    const auto* package = situation.inventory.package(row.package);
    if (package == nullptr || (!framework.name.empty() && framework.name != row.framework)) continue;
    framework.name = row.framework;
    if (framework.version.empty()) {
      take_package(framework, *package);
    } else {
      framework.origin = package->origin;  // collect_env prints the version once more among the packages
      if (framework.local.empty()) framework.local = package->local;
    }
    return;
  }
  for (const auto& row : kKeys) {
    const auto* statement = situation.inventory.find(row.package);
    if (statement == nullptr || !framework.name.empty()) continue;
    framework.name = row.framework;
    framework.unnamed_build = row.framework == "onnxruntime";  // a version alone does not tell the CPU build from one with providers
    take_version(framework, statement->value());
    framework.evidence.push_back(line_of(statement->place));
  }
}

void set_cuda(Framework& framework, std::string_view cuda) {
  framework.kind = BuildKind::cuda;
  framework.cuda = records::cuda_named(cuda).value_or("");
}

bool known_value(const Statement* statement) { return statement != nullptr && !base::equals_ignoring_case(statement->value(), "none"); }

// The local tag says it best: cu128, rocm6.4, cpu.
bool kind_from_local(Framework& framework) {
  if (framework.local.starts_with("cu") && records::cuda_named(framework.local)) {
    set_cuda(framework, framework.local);
  } else if (framework.local.starts_with("rocm")) {
    framework.kind = BuildKind::rocm;
    framework.rocm = framework.local.substr(4);
  } else if (framework.local == "cpu") {
    framework.kind = BuildKind::cpu;
  }
  return framework.kind != BuildKind::unknown;
}

bool kind_from_statements(Situation& situation) {
  auto& framework = situation.framework;
  const auto& inventory = situation.inventory;
  const auto cite = [&](const Statement* statement) { framework.evidence.push_back(line_of(statement->place)); };
  if (const auto* hip = inventory.find("torch_version_hip"); known_value(hip)) {
    framework.kind = BuildKind::rocm;
    framework.rocm = hip->value();
    cite(hip);
    return true;
  }
  for (const std::string_view key : {"framework_cuda", "torch_version_cuda", "cuda_toolkit_or_wheel"}) {
    const auto* statement = inventory.find(key);
    if (!known_value(statement) || !records::cuda_named(statement->value())) continue;
    set_cuda(framework, statement->value());
    cite(statement);
    return true;
  }
  if (const auto* none = inventory.find("torch_version_cuda"); none != nullptr) {
    framework.kind = BuildKind::cpu;
    cite(none);
    return true;
  }
  return false;
}

// What a CUDA runtime package in the same environment says.
bool kind_from_runtime_package(Situation& situation) {
  for (const auto& package : situation.inventory.packages) {
    const bool runtime = package.name == "nvidia-cuda-runtime" || package.name.starts_with("nvidia-cuda-runtime-cu");
    if (!runtime || base::version_parts(package.version).size() < 2) continue;
    set_cuda(situation.framework, package.version);
    situation.framework.evidence.push_back(line_of(package.place));
    return true;
  }
  return false;
}

bool has_jax_plugin(const records::Inventory& inventory) {
  return std::any_of(inventory.packages.begin(), inventory.packages.end(),
                     [](const auto& package) { return package.name.starts_with("jax-cuda") || package.name.starts_with("jax-rocm"); });
}

// jax-cuda12-plugin: the major alone; what jax compiles, it compiles for the GPU it finds.
bool kind_from_jax_plugin(Situation& situation) {
  for (const auto& package : situation.inventory.packages) {
    if (!package.name.starts_with("jax-cuda")) continue;
    set_cuda(situation.framework, records::cuda_named(std::string_view(package.name).substr(4)).value_or(""));
    situation.framework.evidence.push_back(line_of(package.place));
    return true;
  }
  return false;
}

bool kind_of_jax(Situation& situation) {
  auto& framework = situation.framework;
  if (framework.name != "jax") return false;
  if (kind_from_jax_plugin(situation)) return true;
  const bool told = situation.is("jax_cuda_plugin_installed", false);
  const bool listed = situation.inventory.package("jax") != nullptr && !has_jax_plugin(situation.inventory);
  if (!told && !listed) return false;
  framework.kind = BuildKind::cpu;
  for (auto& line : situation.lines("jax_cuda_plugin_installed")) framework.evidence.push_back(std::move(line));
  return true;
}

// Nothing tells the build: what a plain install of that release gives.
void kind_by_default(Situation& situation) {
  auto& framework = situation.framework;
  if (framework.version.empty() || framework.prerelease || framework.origin == "conda" || !framework.local.empty()) return;
  const auto* build = published_build(situation, {framework.name, framework.version, ""});
  if (build == nullptr || !build->is_default) return;
  framework.by_default = true;
  framework.default_sourced = is_sourced(*build);
  framework.kind = build->cuda.empty() ? BuildKind::cpu : BuildKind::cuda;
  framework.cuda = build->cuda;
  framework.facts.push_back(build_fact(*build));
}

// Only vLLM is named: it pins the torch it was built with.
void take_from_vllm(Situation& situation) {
  auto& framework = situation.framework;
  const auto* package = situation.inventory.package("vllm");
  const auto* statement = situation.inventory.find("vllm");
  if (!framework.name.empty() || (package == nullptr && statement == nullptr)) return;
  const auto version = package != nullptr ? package->version : statement->value();
  const auto* build = base::version_parts(version).empty() ? nullptr : published_build(situation, {"vllm", version, ""});
  const bool own_build = package != nullptr && !package->local.empty();
  if (build == nullptr || build->torch.empty() || base::version_parts(build->torch).empty() || own_build) return;
  framework.name = "torch";
  framework.version = build->torch;
  framework.by_default = true;
  framework.default_sourced = is_sourced(*build);
  framework.evidence.push_back(line_of(package != nullptr ? package->place : statement->place));
  framework.facts.push_back(build_fact(*build));
  set_cuda(framework, build->cuda);
}

void keep_once(std::vector<EvidenceLine>& lines) {
  std::vector<EvidenceLine> once;
  for (auto& line : lines) {
    if (std::find(once.begin(), once.end(), line) == once.end()) once.push_back(std::move(line));
  }
  lines = std::move(once);
}

}  // namespace

void settle_framework(Situation& situation) {
  auto& framework = situation.framework;
  if (const auto* name = situation.inventory.find("framework")) {
    framework.name = base::lower(name->value().substr(0, name->value().find_first_of(" (,")));
    if (framework.name == "pytorch") framework.name = "torch";
    framework.evidence.push_back(line_of(name->place));
  }
  if (const auto* version = situation.inventory.find("framework_version")) {
    take_version(framework, version->value());
    if (framework.name.empty()) framework.name = "torch";
    framework.evidence.push_back(line_of(version->place));
  }
  take_from_packages(situation);
  take_from_vllm(situation);
  if (framework.name.empty()) return;
  framework.release = major_minor_of(framework.version);
  if (framework.name == "tensorflow-cpu" || (framework.name == "onnxruntime" && !framework.unnamed_build)) framework.kind = BuildKind::cpu;
  if (framework.name == "onnxruntime-gpu") framework.kind = BuildKind::cuda;
  if (framework.kind == BuildKind::unknown && !kind_from_local(framework) && !kind_of_jax(situation) && !kind_from_statements(situation) &&
      !kind_from_runtime_package(situation)) {
    kind_by_default(situation);
  }
  keep_once(framework.evidence);
}

namespace {

// "0.7.3 (default wheel, CUDA 12)", "default PyPI wheel (CUDA 13)": a CUDA named in words.
std::string cuda_in_words(std::string_view text) {
  const auto at = text.find("CUDA ");
  if (at == std::string_view::npos) return "";
  return records::cuda_named(text.substr(at + 5)).value_or("");
}

void need_of_vllm(Situation& situation) {
  const auto* statement = situation.inventory.find("vllm");
  const auto* package = situation.inventory.package("vllm");
  if ((statement == nullptr && package == nullptr) || situation.framework.kind == BuildKind::rocm || situation.on_host()) return;
  const auto text =
      package != nullptr ? (package->local.empty() ? package->version : package->version + "+" + package->local) : statement->value();
  CudaNeed need{.who = "vllm",
                .kind = "vllm",
                .cuda = {},
                .evidence = {line_of(package != nullptr ? package->place : statement->place)},
                .facts = {}};
  const bool versioned = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0;
  const auto version = versioned ? text.substr(0, text.find_first_of(" +(")) : "";
  if (versioned) need.who = "vllm " + version;
  const auto plus = text.find("+cu");
  need.cuda = plus != std::string::npos ? records::cuda_named(std::string_view(text).substr(plus + 1)).value_or("") : cuda_in_words(text);
  if (plus != std::string::npos) need.who = "vllm " + text.substr(0, text.find_first_of(" ("));
  if (need.cuda.empty() && versioned) {
    if (const auto* build = published_build(situation, {"vllm", version, ""})) {
      need.cuda = records::cuda_named(build->cuda).value_or("");
      need.certain = is_sourced(*build);
      need.facts.push_back(build_fact(*build));
    }
  }
  if (!need.cuda.empty()) situation.needs.push_back(std::move(need));
}

// required = { cuda_major = 13, ... }, or the release's own row.
void need_of_onnxruntime(Situation& situation) {
  const auto* package = situation.inventory.package("onnxruntime-gpu");
  const auto* statement = situation.inventory.find("onnxruntime_gpu");
  if (package == nullptr && statement == nullptr) return;
  const auto version = package != nullptr ? package->version : statement->value();
  CudaNeed need{.who = "onnxruntime-gpu " + version,
                .kind = "onnxruntime",
                .cuda = {},
                .evidence = {line_of(package != nullptr ? package->place : statement->place)},
                .facts = {}};
  if (const auto* required = situation.inventory.find("required")) {
    for (const auto& entry : required->values) {
      if (entry.starts_with("cuda_major=")) need.cuda = entry.substr(11);
    }
    need.evidence.push_back(line_of(required->place));
  } else if (const auto* build = published_build(situation, {"onnxruntime-gpu", version, ""})) {
    need.cuda = records::cuda_named(build->cuda).value_or("");
    need.certain = is_sourced(*build);
    need.facts.push_back(build_fact(*build));
  }
  if (!need.cuda.empty()) situation.needs.push_back(std::move(need));
}

}  // namespace

void settle_needs(Situation& situation) {
  const auto& framework = situation.framework;
  const bool ort = framework.name == "onnxruntime-gpu";
  if (framework.kind == BuildKind::cuda && !framework.cuda.empty() && !ort) {
    situation.needs.push_back({.who = framework.by_default ? framework.shown() + " (as pip installs it)" : framework.shown(),
                               .kind = framework.name,
                               .cuda = framework.cuda,
                               .certain = !framework.by_default || framework.default_sourced,
                               .evidence = framework.evidence,
                               .facts = framework.facts});
  }
  need_of_vllm(situation);
  need_of_onnxruntime(situation);
  if (const auto* container = situation.inventory.find("container_cuda")) {
    situation.needs.push_back({.who = "the container image",
                               .kind = "container",
                               .cuda = records::cuda_named(container->value()).value_or(""),
                               .evidence = {line_of(container->place)},
                               .facts = {}});
  }
  std::erase_if(situation.needs, [](const auto& need) { return need.cuda.empty(); });
}

}  // namespace accelprep::stack

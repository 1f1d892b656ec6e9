#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

using records::Inventory;

constexpr std::string_view kAskAccelerator = "nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv";

void judge_target(const Situation& situation, Assessment& out) {
  auto& target = out.target;
  target.given = situation.target_given;
  target.driver = situation.driver.value;
  if (situation.device_count() > 0) target.count = situation.device_count();
  if (situation.devices.empty()) return;
  const auto& first = situation.devices.front();
  target.accelerator = first.id;
  target.name = first.name;
  target.compute_capability = first.capability;
  target.gfx = first.gfx;
  target.vendor = first.vendor == Vendor::nvidia ? "nvidia"
                  : first.vendor == Vendor::amd  ? "amd"
                  : first.vendor == Vendor::host ? "host"
                                                 : "";
}

// Versions as the chain shows them.

std::string package_version(const Inventory& inventory, std::initializer_list<std::string_view> prefixes) {
  for (const auto& package : inventory.packages) {
    for (const auto prefix : prefixes) {
      const bool matches =
          package.name == prefix || (package.name.starts_with(prefix) && package.name.substr(prefix.size()).starts_with("-cu"));
      if (matches && !package.version.empty()) return package.version;
    }
  }
  return "";
}

std::string first_of(std::initializer_list<std::string> texts) {
  for (const auto& text : texts) {
    if (!text.empty()) return text;
  }
  return "";
}

std::string named(std::string_view name, const std::string& version) { return version.empty() ? "" : fmt::format("{} {}", name, version); }

std::string driver_version(const Situation& s) {
  if (s.driver && s.driver_cuda) return fmt::format("{} (carries CUDA {})", s.driver.value, s.driver_cuda.value);
  return s.driver ? s.driver.value : named("carries CUDA", s.driver_cuda.value);
}

std::string cuda_version(const Situation& s) { return s.needs.empty() ? "" : s.needs.front().cuda; }

std::string rocm_version(const Situation& s) { return first_of({s.framework.rocm, s.inventory.text("rocm")}); }

std::string cudnn_version(const Situation& s) {
  return first_of({s.inventory.text("cudnn_runtime"), package_version(s.inventory, {"nvidia-cudnn"}), s.inventory.text("cudnn")});
}

std::string miopen_version(const Situation& s) { return s.inventory.text("miopen"); }

std::string framework_version(const Situation& s) { return s.framework.name.empty() ? "" : s.framework.shown(); }

std::string runtime_version(const Situation& s) {
  const auto& i = s.inventory;
  return first_of({named("vllm", first_of({package_version(i, {"vllm"}), i.text("vllm")})),
                   named("sglang", first_of({package_version(i, {"sglang"}), i.text("sglang")})),
                   named("tensorrt", first_of({i.text("tensorrt"), package_version(i, {"tensorrt"})})),
                   named("onnxruntime-gpu", first_of({i.text("onnxruntime_gpu"), package_version(i, {"onnxruntime-gpu"})})),
                   named("llama-server", i.text("llama_server"))});
}

std::string compiler_version(const Situation& s) {
  const auto& i = s.inventory;
  return first_of({named("triton", first_of({package_version(i, {"triton", "pytorch-triton", "pytorch-triton-rocm", "triton-rocm"}),
                                             i.text("triton")})),
                   named("nvcc", i.text("cuda_toolkit_nvcc"))});
}

std::string collectives_version(const Situation& s) {
  return first_of({named("nccl", first_of({s.inventory.text("nccl"), package_version(s.inventory, {"nvidia-nccl"})}))});
}

std::string topology_version(const Situation& s) { return s.inventory.text("topo"); }

using VersionOf = std::string (*)(const Situation&);
constexpr std::array<VersionOf, kLinkCount> kVersions{driver_version,      cuda_version,      rocm_version,    cudnn_version,
                                                      miopen_version,      framework_version, runtime_version, compiler_version,
                                                      collectives_version, topology_version};

// Whether a link plays any part here. What something was found on always does.
bool applies(const Situation& situation, const Outcome& outcome, Link link) {
  const bool found = std::any_of(outcome.found.begin(), outcome.found.end(), [&](const auto& one) { return one.link == link; });
  if (found) return true;
  if (link == Link::runtime) return !runtime_version(situation).empty();
  if (situation.on_host()) return link == Link::framework && !situation.framework.name.empty();
  const bool amd = situation.for_vendor(Vendor::amd);
  const bool nvidia = situation.for_vendor(Vendor::nvidia);
  if (link == Link::rocm || link == Link::miopen) return amd || (!nvidia && situation.framework.kind == BuildKind::rocm);
  if (link == Link::cuda || link == Link::cudnn) return nvidia || !amd;
  if (link == Link::collectives || link == Link::topology) return situation.device_count() != 1;
  return link != Link::compiler || !situation.is("compile_planned", false);
}

ChainLink judged_link(const Situation& situation, const Outcome& outcome, Link link) {
  ChainLink out{.link = link, .version = kVersions[static_cast<std::size_t>(link)](situation)};
  for (const auto& held : outcome.held) {
    if (held.link != link) continue;
    out.status = LinkStatus::ok;
    if (out.why.empty()) out.why = held.what;
  }
  const bool open = std::any_of(outcome.open.begin(), outcome.open.end(), [&](const auto& one) { return one.link == link; });
  if (open) out.status = LinkStatus::unknown;
  for (const auto& [of, finding] : outcome.found) {
    if (of != link || finding.severity == Severity::info) continue;
    out.status = LinkStatus::mismatch;
    out.why = finding.summary;
    break;
  }
  return out;
}

// On a processor alone nothing stands between the program and the machine that could mismatch.
void judge_host(const Situation& situation, Outcome& outcome) {
  const auto runtime = runtime_version(situation);
  const auto framework = framework_version(situation);
  if (!framework.empty()) outcome.held.push_back({Link::framework, framework + " on the processor needs no driver and no CUDA", {}, {}});
  if (!runtime.empty()) outcome.held.push_back({Link::runtime, runtime + " on the processor needs no driver and no CUDA", {}, {}});
  if (framework.empty() && runtime.empty()) {
    outcome.open.push_back({Link::framework, "which framework or runtime runs there is not known", "python -m torch.utils.collect_env"});
  }
}

void ask_accelerator(const Situation& situation, Outcome& outcome) {
  if (!situation.devices.empty()) return;
  outcome.open.push_back({Link::driver, "which accelerator it is to run on is not known (or give --target)", std::string(kAskAccelerator)});
}

Finding fine_finding(const Held& fine) {
  return {.id = "OK",
          .severity = Severity::info,
          .summary = fine.what,
          .explanation = "This looks like a fault and is none.",
          .fix = "Nothing to do.",
          .evidence = fine.evidence,
          .facts = fine.facts};
}

Finding held_finding(const Outcome& outcome) {
  Finding out{.id = "OK",
              .severity = Severity::info,
              .summary = "What was checked holds",
              .explanation = {},
              .fix = "Nothing to do.",
              .evidence = {},
              .facts = {}};
  for (const auto& held : outcome.held) {
    out.explanation += fmt::format("{}{}", out.explanation.empty() ? "" : "; ", held.what);
    for (const auto& fact : held.facts) {
      if (std::find(out.facts.begin(), out.facts.end(), fact) == out.facts.end()) out.facts.push_back(fact);
    }
  }
  out.explanation += ".";
  return out;
}

std::vector<Finding> ordered_findings(const Outcome& outcome) {
  std::vector<Finding> out;
  for (const auto& [link, finding] : outcome.found) out.push_back(finding);
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.severity < b.severity; });
  const bool nothing_told =
      std::none_of(out.begin(), out.end(), [](const auto& one) { return one.severity != Severity::info || one.id == "INCONCLUSIVE"; });
  if (!nothing_told) return out;
  for (const auto& fine : outcome.fine) {
    const bool again = std::any_of(out.begin(), out.end(), [&](const auto& one) { return one.summary == fine.what; });
    if (!again) out.push_back(fine_finding(fine));
  }
  if (outcome.fine.empty() && !outcome.held.empty()) out.push_back(held_finding(outcome));
  return out;
}

void settle_verdict(Assessment& out) {
  const auto first = [&](Severity severity) {
    return std::find_if(out.findings.begin(), out.findings.end(), [&](const auto& one) { return one.severity == severity; });
  };
  if (const auto error = first(Severity::error); error != out.findings.end()) {
    out.verdict = Verdict::will_not_run;
    out.why = error->summary;
  } else if (!out.open.empty()) {
    out.verdict = Verdict::cannot_tell;
    out.why = out.open.front().question;
  } else if (const auto warning = first(Severity::warning); warning != out.findings.end()) {
    out.verdict = Verdict::degraded;
    out.why = warning->summary;
  } else {
    out.verdict = Verdict::runs;
    out.why = "every condition that decides it was checked and holds";
  }
}

void settle_shown(const Situation& situation, Assessment& out) {
  const auto& inventory = situation.inventory;
  const bool fell_back = std::any_of(out.findings.begin(), out.findings.end(), [](const auto& one) { return one.id == "CPU_FALLBACK"; });
  if (!situation.devices.empty()) out.dispatch.device = situation.devices.front().shown();
  if (const auto* kernels = inventory.find("dispatched_kernels")) {
    out.dispatch.kernels = kernels->values;
    out.dispatch.fell_back = fell_back;
    out.dispatch.basis = kernels->basis;
  } else if (fell_back) {
    out.dispatch.fell_back = true;
    out.dispatch.basis = records::Basis::imported;
  }
  out.compile.backend = compiler_version(situation);
  if (!out.target.compute_capability.empty()) out.compile.target = "sm_" + base::replaced(out.target.compute_capability, ".", "");
  if (out.compile.target.empty()) out.compile.target = out.target.gfx;
  out.compile.planned = situation.inventory.flag("compile_planned");
  if (const auto* completed = inventory.find("compile_completed")) {
    out.compile.completes = completed->value() == "true";
    out.compile.basis = completed->basis;
  } else if (const auto* unknown = inventory.find("ptxas_unknown_arch")) {
    out.compile.completes = false;
    out.compile.basis = unknown->basis;
  }
  if (const auto* ratio = inventory.find("measured_over_predicted")) {
    out.performance.of_predicted = base::parse_number(ratio->value());
    if (out.performance.of_predicted) out.performance.basis = ratio->basis;
  }
}

void add_unique_open(Assessment& out, const OpenQuestion& question) {
  const bool known = std::any_of(out.open.begin(), out.open.end(), [&](const auto& one) { return one.question == question.question; });
  if (!known) out.open.push_back(question);
}

}  // namespace

base::Result<Assessment> assess(const records::Inventory& inventory, const Target& target, const Facts& facts) {
  TRY_ASSIGN(const auto situation, situation_of(inventory, target, facts));
  Assessment out;
  judge_target(situation, out);
  auto outcome = apply_rules(situation);
  if (situation.on_host()) judge_host(situation, outcome);
  ask_accelerator(situation, outcome);
  out.findings = ordered_findings(outcome);
  for (std::size_t i = 0; i < kLinkCount; ++i) {
    const auto link = static_cast<Link>(i);
    if (applies(situation, outcome, link)) {
      out.chain.push_back(judged_link(situation, outcome, link));
    } else {
      out.not_applicable.push_back(link);
    }
  }
  for (const auto& question : outcome.open) add_unique_open(out, question);
  if (situation.other_machine) {
    out.notes.emplace_back(
        "the target is another machine than the one described; its driver, its errors and what ran there are left aside");
  }
  settle_verdict(out);
  settle_shown(situation, out);
  return out;
}

}  // namespace accelprep::stack

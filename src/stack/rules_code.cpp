// The device code in the build against the GPU: machine code, PTX and the compiler's assembler.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

constexpr std::string_view kAskGpu = "nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv";
constexpr std::string_view kAskCode = "python -c \"import torch; print(torch.cuda.get_arch_list())\"";
const CitedFact kCodeRule{"machine code for X.y runs on X.z with z >= y and on no other major; PTX is compiled upward by the driver",
                          "docs.nvidia.com/cuda/blackwell-compatibility-guide", "2026"};

const catalog::ArchRow* arch_row(const Facts& facts, std::string_view capability) {
  const auto found = std::find_if(facts.architectures.begin(), facts.architectures.end(),
                                  [&](const auto& row) { return row.compute_capability == capability; });
  return found == facts.architectures.end() ? nullptr : &*found;
}

CitedFact toolkit_fact(const catalog::ArchRow& row) {
  const auto last = row.last_toolkit.empty() ? std::string("on") : "to " + row.last_toolkit;
  return {fmt::format("CUDA toolkits from {} {} compile for compute capability {}", row.first_toolkit, last, row.compute_capability),
          row.citation.source, row.citation.as_of};
}

bool toolkit_compiles(const catalog::ArchRow& row, std::string_view cuda) {
  if (!row.first_toolkit.empty() && base::compare_versions(cuda, row.first_toolkit) < 0) return false;
  return row.last_toolkit.empty() || base::compare_versions(cuda, row.last_toolkit) <= 0;
}

// Whether any machine code that this toolkit writes could run on the device.
bool toolkit_can_serve(const Facts& facts, std::string_view cuda, std::string_view capability) {
  return std::any_of(facts.architectures.begin(), facts.architectures.end(),
                     [&](const auto& row) { return sass_runs_on(row.compute_capability, capability) && toolkit_compiles(row, cuda); });
}

// Whether every published torch wheel of this platform whose toolkit is too old for the device also lacks PTX that would reach it.
bool old_wheels_lack_ptx(const Situation& situation, const Device& device) {
  bool any = false;
  for (const auto& build : situation.facts.builds) {
    const bool listed = build.framework == "torch" && !build.sass.empty() && is_sourced(build) && fits_platform(situation, build);
    if (!listed || toolkit_can_serve(situation.facts, build.cuda, device.capability)) continue;
    any = true;
    const bool reaches =
        std::any_of(build.ptx.begin(), build.ptx.end(), [&](const auto& ptx) { return ptx_reaches(ptx, device.capability); });
    if (reaches) return false;
  }
  return any;
}

std::string code_listed(const DeviceCode& code) {
  std::string out = code.sass.empty() ? "no machine code" : "machine code for " + base::join(code.sass, " ");
  if (!code.ptx.empty()) out += " and PTX for " + base::join(code.ptx, " ");
  return out;
}

Found no_image(const Situation& situation, const Device& device) {
  Found out{.summary = fmt::format("{} carries no code for {}", situation.framework.shown(), device.shown()),
            .explanation = fmt::format(
                "The build holds {}. None of it runs on {}: the first kernel fails with \"no kernel image is available\", although the "
                "device is found.",
                code_listed(situation.code.code), device.capability),
            .fix = torch_wheel_sentence(situation),
            .evidence = situation.code.evidence + device.evidence + situation.lines("no_kernel_image"),
            .facts = situation.code.facts};
  out.facts.push_back(kCodeRule);
  if (const auto* row = arch_row(situation.facts, device.capability)) out.facts.push_back(toolkit_fact(*row));
  if (situation.driver && gpu_driver_floor(situation.facts, device.capability)) {
    const auto floor = gpu_driver_floor(situation.facts, device.capability);
    if (compare_driver(situation.driver.value, floor->driver) == Standing::enough) {
      out.explanation += fmt::format(" The driver ({}) is not at fault.", situation.driver.value);
    }
  }
  return out;
}

// The list of the build is not known, but the toolkit that made it is.
void judge_by_toolkit(const Situation& situation, const Device& device, Judgement& judgement) {
  const auto& cuda = situation.framework.cuda;
  const auto* row = arch_row(situation.facts, device.capability);
  if (row == nullptr || cuda.find('.') == std::string::npos) {
    judgement.open(fmt::format("whether {} carries code for {} is not known", situation.framework.shown(), device.shown()),
                   std::string(kAskCode));
    return;
  }
  const auto& framework = situation.framework;
  const bool no_ptx =
      framework.name == "torch" && framework.origin != "conda" && !framework.prerelease && old_wheels_lack_ptx(situation, device);
  const bool dropped = !row->last_toolkit.empty() && base::compare_versions(cuda, row->last_toolkit) > 0;
  if (toolkit_can_serve(situation.facts, cuda, device.capability)) {
    judgement.holds(fmt::format("CUDA {} compiles for {}", cuda, device.shown()), {toolkit_fact(*row)});
    judgement.open(fmt::format("CUDA {} can compile for {}; whether {} was built with that code is not known", cuda, device.shown(),
                               situation.framework.shown()),
                   std::string(kAskCode));
    return;
  }
  Found out{.summary = fmt::format("a build for CUDA {} cannot carry code for {}", cuda, device.shown())};
  if (dropped) {
    out.explanation = fmt::format(
        "CUDA {} no longer compiles for {}, and PTX reaches newer GPUs only. A newer driver keeps driving the card; the wheel has to be "
        "chosen by the GPU and the driver, not by the driver alone.",
        cuda, device.capability);
  } else {
    out.explanation = fmt::format(
        "CUDA {} is older than this GPU and writes no machine code for it. Only PTX could reach it, and {}.", cuda,
        no_ptx ? "no torch wheel of such a CUDA whose list is known here holds any" : "whether this build holds any is not known");
    if (!no_ptx) out.severity = Severity::warning;
  }
  out.fix = torch_wheel_sentence(situation);
  out.evidence = situation.framework.evidence + device.evidence;
  out.facts = {toolkit_fact(*row)};
  judgement.found(std::move(out));
  if (!dropped && !no_ptx) judgement.open(fmt::format("whether {} holds PTX", situation.framework.shown()), std::string(kAskCode));
}

struct Covered {
  const Device& device;
  std::string by;  // "8.6"
};
void say_tag_is_fine(const Situation& situation, const Covered& covered, Judgement& judgement) {
  judgement.fine({.what = fmt::format("{} is not in the build's list by name, and need not be: its machine code for {} runs there",
                                      covered.device.shown(), covered.by),
                  .evidence = situation.code.evidence + situation.lines("torch_capability_range") + covered.device.evidence,
                  .facts = {kCodeRule}});
}

void judge_by_list(const Situation& situation, const Device& device, Judgement& judgement) {
  const auto reached = reach(situation.code.code, device.capability);
  if (reached.how == Reach::exact || reached.how == Reach::minor) {
    judgement.holds(
        fmt::format("{} carries machine code for {}, which runs on {}", situation.framework.shown(), reached.by, device.shown()),
        situation.code.facts);
    if (reached.how == Reach::minor) say_tag_is_fine(situation, {device, reached.by}, judgement);
  } else if (reached.how == Reach::none) {
    auto found = no_image(situation, device);
    // Where the toolkit itself cannot write code for the GPU, an uncertain list is supported by a fact that is none.
    const auto& cuda = situation.framework.cuda;
    const bool impossible = cuda.find('.') != std::string::npos && !toolkit_can_serve(situation.facts, cuda, device.capability);
    if (!situation.code.certain && !impossible) {
      found.severity = Severity::warning;
      judgement.open(fmt::format("the list of {}'s device code is not certain", situation.framework.shown()), std::string(kAskCode));
    }
    judgement.found(std::move(found));
  }
}

bool dispatched(const Situation& situation) { return situation.inventory.find("dispatched_kernels") != nullptr; }

// A range such as 8.0-12.0 in torch's warning: within the major of its upper end a higher minor runs.
bool judge_by_range(const Situation& situation, const Device& device, Judgement& judgement) {
  const auto range = situation.inventory.text("torch_capability_range");
  const auto dash = range.find('-');
  const auto has = parse_capability(device.capability);
  if (situation.code.known || dash == std::string::npos || !has) return false;
  const auto low = parse_capability(range.substr(0, dash));
  const auto high = parse_capability(range.substr(dash + 1));
  if (!low || !high || high->major != has->major || high->minor > has->minor) return false;
  judgement.holds(fmt::format("torch's warning names {} as its highest capability, and code for that runs on {}", range.substr(dash + 1),
                              device.shown()));
  say_tag_is_fine(situation, {device, range.substr(dash + 1)}, judgement);
  return true;
}

struct PtxMaker {
  std::string who;
  std::string cuda;
  std::vector<EvidenceLine> evidence;
};

Found jit_too_old(const Situation& situation, const PtxMaker& maker) {
  const auto update = driver_of_cuda(situation.facts, maker.cuda);
  return {
      .summary = fmt::format("PTX of CUDA {} cannot be compiled by a driver that carries CUDA {}", maker.cuda, situation.driver_carries),
      .explanation = fmt::format(
          "{} reaches the GPU only through PTX, which the driver compiles at run time. Minor-version compatibility does not cover "
          "that: the driver's CUDA must be at least the one that wrote the PTX (error 222).",
          maker.who),
      .fix = fmt::format(
          "Update the driver to one that carries CUDA {}{}, or build machine code for this GPU (TORCH_CUDA_ARCH_LIST, nvcc -gencode).",
          maker.cuda, update.empty() ? "" : fmt::format(" ({} or newer)", update)),
      .evidence = maker.evidence + situation.driver.evidence + situation.driver_cuda.evidence + situation.lines("cuda_error"),
      .facts = {{"PTX is compiled only where the driver's CUDA is at least the one that produced it",
                 "docs.nvidia.com/cuda/blackwell-compatibility-guide", "2026"}}};
}

// Triton brings its own ptxas. Up to 3.5 that is of CUDA 12.8.
constexpr std::string_view kTritonPtxas = "12.8";
constexpr std::string_view kTritonLast = "3.5";

std::string triton_version(const records::Inventory& inventory) {
  for (const std::string_view name : {"triton", "pytorch-triton"}) {
    if (const auto* package = inventory.package(name)) return package->version;
  }
  const auto text = inventory.text("triton");
  const auto digit = text.find_first_of("0123456789");
  return digit == std::string::npos ? "" : text.substr(digit, text.find_first_of(" +", digit) - digit);
}

std::vector<EvidenceLine> triton_lines(const Situation& situation) {
  std::vector<EvidenceLine> out = situation.lines("triton") + situation.lines("ptxas_unknown_arch");
  for (const std::string_view name : {"triton", "pytorch-triton"}) {
    if (const auto* package = situation.inventory.package(name)) out.push_back(line_of(package->place));
  }
  return out;
}

}  // namespace

void look_kernel_image(const Situation& situation, Judgement& judgement) {
  const bool failed = situation.is("no_kernel_image", true);
  if (situation.framework.kind == BuildKind::rocm || situation.framework.kind == BuildKind::cpu) return;
  bool any = false;
  for (const auto& device : situation.devices) {
    if (device.vendor == Vendor::amd || device.vendor == Vendor::host) return;
    if (device.capability.empty()) {
      judgement.open(fmt::format("the compute capability of {} is not known", device.shown()), std::string(kAskGpu));
      continue;
    }
    any = true;
    if (judge_by_range(situation, device, judgement)) continue;
    if (situation.code.known) {
      judge_by_list(situation, device, judgement);
    } else if (dispatched(situation)) {
      judgement.holds(fmt::format("kernels were seen on {}", device.shown()));
    } else if (!situation.framework.name.empty()) {
      judge_by_toolkit(situation, device, judgement);
    }
  }
  if (!failed || (any && situation.code.known)) return;
  judgement.found(
      {.summary = "a kernel found no code for the device",
       .explanation =
           "The message says that the binary holds neither machine code nor usable PTX for this GPU. Which code it holds, the message "
           "does not say.",
       .fix = fmt::format("{} To see what the build holds: {}", torch_wheel_sentence(situation), kAskCode),
       .evidence = situation.lines("no_kernel_image"),
       .facts = {kCodeRule}});
}

void look_ptx(const Situation& situation, Judgement& judgement) {
  const auto& nvcc = situation.inventory.text("cuda_toolkit_nvcc");
  const auto built_here = major_minor_of(nvcc);
  const bool refused = situation.inventory.text("cuda_error") == "222";
  const bool no_machine_code = situation.is("binary_has_sass_for_gpu", false);
  const auto& carries = situation.driver_carries;
  const bool newer_toolkit = !built_here.empty() && !carries.empty() && major_of(built_here) == major_of(carries) &&
                             base::compare_versions(built_here, carries) > 0;
  if (newer_toolkit && (refused || no_machine_code || situation.framework.name.empty())) {
    auto found = jit_too_old(situation, {"what nvcc " + nvcc + " built here", built_here,
                                         situation.lines("cuda_toolkit_nvcc") + situation.lines("binary_has_sass_for_gpu")});
    if (!refused && !no_machine_code) found.severity = Severity::warning;  // it may hold machine code
    judgement.found(std::move(found));
    return;
  }
  for (const auto& device : situation.devices) {
    if (!situation.code.known || device.capability.empty() || reach(situation.code.code, device.capability).how != Reach::jit) continue;
    const auto& cuda = situation.framework.cuda;
    if (carries.empty() || cuda.empty()) {
      judgement.open(fmt::format("{} reaches {} through PTX only; the driver must carry the CUDA that wrote it",
                                 situation.framework.shown(), device.shown()),
                     std::string(kAskGpu));
    } else if (base::compare_versions(carries, cuda) < 0) {
      judgement.found(jit_too_old(situation, {situation.framework.shown(), cuda, situation.framework.evidence + situation.code.evidence}));
    } else {
      judgement.holds(fmt::format("{} reaches {} through PTX, compiled at first use", situation.framework.shown(), device.shown()),
                      {kCodeRule});
    }
  }
  if (!refused) return;
  judgement.found(
      {.summary = "the driver is older than the PTX it was given",
       .explanation =
           "Error 222: the code holds no machine code for this GPU, and its PTX was written by a newer CUDA than the driver carries.",
       .fix = "Update the driver, or build machine code for this GPU (TORCH_CUDA_ARCH_LIST, nvcc -gencode).",
       .evidence = situation.lines("cuda_error")});
}

void look_ptxas(const Situation& situation, Judgement& judgement) {
  const auto unknown = situation.inventory.text("ptxas_unknown_arch");
  const auto version = triton_version(situation.inventory);
  for (const auto& device : situation.devices) {
    const auto* row = arch_row(situation.facts, device.capability);
    const bool old_triton = !version.empty() && base::compare_versions(major_minor_of(version), kTritonLast) <= 0;
    const bool too_new = row != nullptr && !row->first_toolkit.empty() && base::compare_versions(row->first_toolkit, kTritonPtxas) > 0;
    if (unknown.empty() && !(old_triton && too_new)) {
      if (!version.empty() && row != nullptr && !too_new) {
        judgement.holds(fmt::format("triton {} brings a ptxas that knows {}", version, device.shown()), {toolkit_fact(*row)});
      }
      continue;
    }
    Found out{
        .summary = fmt::format("compiled graphs fail: the ptxas in use does not know {}", unknown.empty() ? device.shown() : unknown),
        .explanation =
            "Eager operations run; only what Triton compiles fails. Triton assembles with a ptxas of its own, which is older than this "
            "GPU.",
        .fix = fmt::format("export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas with a CUDA toolkit of {} or newer, or take a newer Triton.",
                           row != nullptr && !row->first_toolkit.empty() ? row->first_toolkit : "the GPU's generation"),
        .evidence = triton_lines(situation) + device.evidence,
        .facts = {
            {fmt::format("Triton up to {} brings a ptxas of CUDA {}", kTritonLast, kTritonPtxas), "triton-lang/triton#8539", "2025-10"}}};
    if (row != nullptr) out.facts.push_back(toolkit_fact(*row));
    judgement.found(std::move(out));
    return;
  }
  if (unknown.empty() || !situation.devices.empty()) return;
  judgement.found({.summary = fmt::format("compiled graphs fail: the ptxas in use does not know {}", unknown),
                   .explanation = "Eager operations run; only what is assembled by that ptxas fails. It is older than the GPU.",
                   .fix = "export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas with a newer CUDA toolkit, or take a newer Triton.",
                   .evidence = triton_lines(situation)});
}

}  // namespace accelprep::stack

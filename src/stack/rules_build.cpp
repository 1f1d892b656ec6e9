// The framework's build: for this vendor at all, for CUDA at all, and of one CUDA major with what stands beside it.
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <set>

#include "base/text.h"
#include "records/capability.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

std::vector<EvidenceLine> device_lines(const Situation& situation) {
  std::vector<EvidenceLine> out;
  for (const auto& device : situation.devices) out = std::move(out) + device.evidence;
  return out;
}

// Whether an accelerator is there, or asked for, or at least its driver.
bool accelerator_expected(const Situation& situation) {
  return !situation.devices.empty() || situation.target_given || situation.driver || situation.driver_cuda;
}

std::string fix_for_cpu_build(const Situation& situation) {
  const auto& framework = situation.framework;
  if (framework.name == "jax") {
    const bool new_driver = situation.driver_carries.empty() || major_of(situation.driver_carries) >= 13;
    return fmt::format("pip install -U \"jax[cuda12]\" (driver 525 or newer){}",
                       new_driver ? ", or \"jax[cuda13]\" (driver 580 or newer)." : ".");
  }
  if (framework.name == "onnxruntime") return "pip uninstall onnxruntime; pip install onnxruntime-gpu";
  if (framework.name.starts_with("tensorflow")) return "pip install \"tensorflow[and-cuda]\"";
  if (situation.for_vendor(Vendor::amd)) return "Install torch from https://download.pytorch.org/whl/rocm6.4 or the ROCm of this machine.";
  auto advice = torch_wheel_advice(situation);
  if (advice.empty() && situation.platform == "aarch64") {
    advice =
        "torch from an index with CUDA builds for aarch64: pip install torch --index-url https://download.pytorch.org/whl/cu128 (or cu129, "
        "cu130)";
  }
  return advice.empty() ? torch_wheel_sentence(situation) : "Install " + advice + ".";
}

// "12.8.90" of nvidia-cuda-runtime-cu12: 12; of the unsuffixed nvidia-cuda-runtime: by its version, which only means CUDA from 13 on.
constexpr auto kCudaPackages =
    std::to_array<std::string_view>({"nvidia-cuda-runtime", "nvidia-cuda-nvrtc", "nvidia-cuda-cupti", "nvidia-cublas", "nvidia-cudnn",
                                     "nvidia-nccl", "nvidia-nvjitlink", "nvidia-cusparse"});

struct CudaPackage {
  std::string_view base;  // "nvidia-cudnn"
  int major = 0;
};
std::optional<CudaPackage> cuda_package(const records::Package& package) {
  for (const auto base : kCudaPackages) {
    const std::string_view name = package.name;
    if (name == base) {
      const int major = major_of(package.version);
      const bool versioned_like_cuda = base != "nvidia-cudnn" && base != "nvidia-nccl";
      if (versioned_like_cuda && major >= 13 && major < 30) return CudaPackage{base, major};
    } else if (name.starts_with(base) && name.substr(base.size()).starts_with("-cu")) {
      const auto major = base::parse_integer(name.substr(base.size() + 3));
      if (major && *major >= 10 && *major < 30) return CudaPackage{base, static_cast<int>(*major)};
    }
  }
  return std::nullopt;
}

// The CUDA majors whose runtime library is in the environment or on the machine.
std::set<int> majors_present(const Situation& situation) {
  std::set<int> out;
  for (const auto& package : situation.inventory.packages) {
    const auto found = cuda_package(package);
    if (found && found->base == "nvidia-cuda-runtime") out.insert(found->major);
  }
  if (situation.framework.kind == BuildKind::cuda) out.insert(major_of(situation.framework.cuda));
  for (const std::string_view key : {"cuda_toolkit_nvcc", "container_cuda", "cuda_toolkit_or_wheel"}) {
    if (const int major = major_of(situation.inventory.text(key)); major > 0) out.insert(major);
  }
  return out;
}

std::string library_of_major(int major) { return fmt::format("libcudart.so.{}", major == 11 ? "11.0" : fmt::format("{}", major)); }

// What rests on a fact that is likely and not sourced is a warning.
std::optional<Severity> severity_of(const CudaNeed& need) { return need.certain ? std::nullopt : std::optional(Severity::warning); }

const CudaNeed* framework_need(const Situation& situation) {
  const auto found =
      std::find_if(situation.needs.begin(), situation.needs.end(), [&](const auto& need) { return need.kind == situation.framework.name; });
  return found == situation.needs.end() || situation.framework.name.empty() ? nullptr : &*found;
}

std::string fix_for_mix(const CudaNeed& other, const CudaNeed& framework) {
  return fmt::format(
      "Use one CUDA major for both: take the build of {} for CUDA {} ({}), or {} built for CUDA {} "
      "(https://download.pytorch.org/whl/cu{}).",
      other.who, major_of(framework.cuda), other.kind == "vllm" ? "the +cu12x wheel on wheels.vllm.ai" : "another wheel of it",
      framework.kind, major_of(other.cuda), base::replaced(major_minor_of(other.cuda), ".", ""));
}

// "libcudart.so.13": 13; "cublasLt64_13.dll": 13; 0 where it is no CUDA library.
int cuda_major_of_library(std::string_view library) {
  const bool cuda = library.find("cudart") != std::string_view::npos || library.find("cublas") != std::string_view::npos ||
                    library.find("nvrtc") != std::string_view::npos || library.find("cufft") != std::string_view::npos;
  const auto so = library.find(".so.");
  const auto underscore = library.rfind('_');
  if (!cuda) return 0;
  if (so != std::string_view::npos) return major_of(library.substr(so + 4));
  if (underscore == std::string_view::npos) return 0;
  const int number = major_of(library.substr(underscore + 1));
  return number >= 100 ? number / 10 : number;
}

std::string fix_for_library(const Situation& situation, const std::string& library) {
  const int major = cuda_major_of_library(library);
  if (major == 0 && library.find("cudnn") != std::string::npos) {
    return fmt::format(
        "Install the cuDNN whose major is in the name {}, for the framework's CUDA; a link from another major does not work.", library);
  }
  if (major == 0) return fmt::format("Find the package that brings {} and install it in the same environment.", library);
  const auto package = major >= 13 ? std::string("nvidia-cuda-runtime") : fmt::format("nvidia-cuda-runtime-cu{}", major);
  if (situation.framework.kind == BuildKind::cuda && major_of(situation.framework.cuda) != major) {
    return fmt::format(
        "{} belongs to CUDA {}, and {} brings CUDA {}: take a build of the component that wants it for CUDA {}, or {} for CUDA {}.",
        library, major, situation.framework.shown(), situation.framework.cuda, major_of(situation.framework.cuda), situation.framework.name,
        major);
  }
  return fmt::format(
      "Install CUDA {}'s runtime in the same environment (pip install {}), or reinstall the framework with its dependencies.", major,
      package);
}

// TensorFlow goes on without GPUs where its cuDNN is of another major.
bool skips_gpus(const Situation& situation) {
  const auto* cudnn = situation.inventory.find("cudnn");
  if (situation.framework.name != "tensorflow" || cudnn == nullptr) return false;
  const auto* build = published_build(situation, {"tensorflow", situation.framework.version, ""});
  return build != nullptr && !build->cudnn.empty() && major_of(build->cudnn) != major_of(cudnn->value());
}

// ONNX Runtime's CUDA provider wants a CUDA major that nothing here brings.
bool provider_unloadable(const Situation& situation) {
  const auto present = majors_present(situation);
  return !present.empty() && std::any_of(situation.needs.begin(), situation.needs.end(), [&](const auto& need) {
    return need.kind == "onnxruntime" && !present.contains(major_of(need.cuda));
  });
}

// TensorFlow and others load cuDNN by its major; another major does not stand in.
void look_cudnn_soname(const Situation& situation, Judgement& judgement) {
  const auto& framework = situation.framework;
  const auto* installed = situation.inventory.find("cudnn");
  if (!skips_gpus(situation)) return;
  const auto* build = published_build(situation, {framework.name, framework.version, ""});
  const auto library = fmt::format("libcudnn.so.{}", major_of(build->cudnn));
  judgement.found(
      {.summary = fmt::format("{} looks for {}, and cuDNN {} is installed", framework.shown(), library, installed->value()),
       .explanation =
           "The major in a cuDNN library's name is its binary interface: 7, 8 and 9 never stand in for each other, not by a link either.",
       .fix = fmt::format("Install cuDNN {} for CUDA {}, or a release of {} that is built for cuDNN {}.", build->cudnn, build->cuda,
                          framework.name, major_of(installed->value())),
       .evidence = framework.evidence + situation.lines("cudnn"),
       .facts = {build_fact(*build)}});
}

// What the loader did not find is of another major than what the framework brings: an extension was built for that one.
void look_missing_of_other_major(const Situation& situation, Judgement& judgement) {
  const auto& framework = situation.framework;
  const bool told = std::any_of(situation.needs.begin(), situation.needs.end(), [&](const auto& need) {
    return need.kind != framework.name && major_of(need.cuda) != major_of(framework.cuda);
  });
  if (framework.kind != BuildKind::cuda || framework.cuda.empty() || told) return;
  for (const auto* statement : situation.inventory.all("missing_library")) {
    const int major = cuda_major_of_library(statement->value());
    if (major == 0 || major == major_of(framework.cuda)) continue;
    judgement.found(
        {.summary = fmt::format("something here was built for CUDA {}, {} for CUDA {}", major, framework.shown(), framework.cuda),
         .explanation = fmt::format("{} was asked for by a compiled extension; the framework beside it brings CUDA {}.", statement->value(),
                                    framework.cuda),
         .fix = fix_for_library(situation, statement->value()),
         .evidence = std::vector{line_of(statement->place)} + framework.evidence,
         .facts = framework.facts});
    return;
  }
}

// Packages of two majors side by side.
void look_mixed_packages(const Situation& situation, Judgement& judgement) {
  std::set<int> majors;
  std::vector<EvidenceLine> lines;
  for (const auto& package : situation.inventory.packages) {
    const bool companion = package.name == "torchvision" || package.name == "torchaudio";
    const auto tagged = package.local.starts_with("cu") ? records::cuda_named(package.local) : std::nullopt;
    const auto found = cuda_package(package);
    if (!found && !(companion && tagged)) continue;
    if (majors.insert(found ? found->major : major_of(*tagged)).second) lines.push_back(line_of(package.place));
  }
  if (situation.framework.kind == BuildKind::cuda && !majors.empty() && majors.insert(major_of(situation.framework.cuda)).second) {
    lines = std::move(lines) + situation.framework.evidence;
  }
  if (majors.size() < 2) {
    if (majors.size() == 1) judgement.holds(fmt::format("every CUDA library in the environment is of CUDA {}", *majors.begin()));
    return;
  }
  judgement.found(
      {.summary = fmt::format("libraries of CUDA {} and {} stand in one environment", *majors.begin(), *majors.rbegin()),
       .explanation = "Their names differ, so both can be loaded; packages that share a folder (cuDNN, NCCL) overwrite each other, and an "
                      "extension may find the "
                      "wrong one.",
       .fix = fmt::format(
           "Make a new environment and install one framework build in it; keep CUDA {}'s packages only where something needs them.",
           *majors.begin()),
       .evidence = std::move(lines),
       .facts = {},
       .severity = Severity::warning});
}

}  // namespace

void look_vendor(const Situation& situation, Judgement& judgement) {
  const auto kind = situation.framework.kind;
  const bool amd = situation.for_vendor(Vendor::amd) && !situation.for_vendor(Vendor::nvidia);
  const bool nvidia = situation.for_vendor(Vendor::nvidia) && !situation.for_vendor(Vendor::amd);
  const bool wrong = (amd && (kind == BuildKind::cuda || situation.is("no_nvidia_driver", true))) || (nvidia && kind == BuildKind::rocm);
  if (!wrong) return;
  judgement.found({.summary = fmt::format("{} is built for {}, and the GPU is {}", situation.framework.shown(), amd ? "CUDA" : "ROCm",
                                          situation.devices.front().shown()),
                   .explanation = amd ? "pip takes torch from PyPI, where it is a CUDA build, unless an index with ROCm wheels is given. "
                                        "It holds no code for AMD GPUs, "
                                        "and HSA_OVERRIDE_GFX_VERSION cannot help."
                                      : "A ROCm build holds no code for NVIDIA GPUs.",
                   .fix = amd ? "Install the ROCm build: pip install torch --index-url https://download.pytorch.org/whl/rocm7.2 (or the "
                                "ROCm of this machine)."
                              : torch_wheel_sentence(situation),
                   .evidence = situation.framework.evidence + device_lines(situation) + situation.lines("no_nvidia_driver"),
                   .facts = situation.framework.facts});
}

void look_cpu_build(const Situation& situation, Judgement& judgement) {
  const auto& framework = situation.framework;
  if (situation.on_host()) return;
  if (framework.name.empty()) {
    judgement.open("which framework runs there is not known", "python -m torch.utils.collect_env");
    return;
  }
  if (framework.kind == BuildKind::unknown) {
    judgement.open(fmt::format("what {} was built for is not known", framework.shown()), "python -m torch.utils.collect_env");
    return;
  }
  if (framework.kind != BuildKind::cpu) {
    const auto what = framework.kind == BuildKind::cuda ? "CUDA " + framework.cuda : "ROCm " + framework.rocm;
    judgement.holds(
        fmt::format("{} is a build for {}{}", framework.shown(), base::trim(what), framework.by_default ? " (as pip installs it)" : ""),
        framework.facts);
    return;
  }
  auto explanation = std::string("The build holds no code for any accelerator and brings no CUDA libraries: it runs, on the processor.");
  if (situation.platform == "aarch64" && framework.name == "torch") {
    explanation += " On aarch64 a plain pip install of torch gives this build; CUDA builds are on PyTorch's own index.";
  }
  judgement.found({.summary = fmt::format("{} is a build without accelerator support", framework.shown()),
                   .explanation = std::move(explanation),
                   .fix = fix_for_cpu_build(situation),
                   .evidence = framework.evidence + situation.lines("installed_with") + device_lines(situation),
                   .facts = framework.facts,
                   .severity = accelerator_expected(situation) ? std::nullopt : std::optional(Severity::info)});
}

// Frameworks that go on without the accelerator, and say so at most in a warning.
void look_cpu_fallback(const Situation& situation, Judgement& judgement) {
  const auto& framework = situation.framework;
  if (situation.on_host()) return;
  const bool said = situation.is("cpu_fallback", true);
  const bool jax = framework.name == "jax" && framework.kind == BuildKind::cpu && accelerator_expected(situation);
  if (!said && !jax && !skips_gpus(situation) && !provider_unloadable(situation)) return;
  judgement.found({.summary = fmt::format("{} runs on the processor", framework.shown()),
                   .explanation = "It does not stop where the accelerator cannot be used; it goes on without it, many times slower. That a "
                                  "provider or plugin is listed as "
                                  "available means that it is installed, not that it can be loaded.",
                   .fix =
                       "Cure what the other findings name, then check that the device is used: torch.cuda.is_available(), jax.devices(), "
                       "tf.config.list_physical_devices('GPU'), session.get_providers().",
                   .evidence = situation.lines("cpu_fallback") + situation.lines("jax_cuda_plugin_installed") + framework.evidence});
}

// A build for CUDA beside a GPU that it cannot use, and nothing else found that would explain it.
void look_unavailable(const Situation& situation, Judgement& judgement) {
  const auto& framework = situation.framework;
  const bool unavailable = framework.kind != BuildKind::cpu && situation.is("torch_cuda_is_available", false) && !situation.devices.empty();
  if (!unavailable || situation.on_host() || judgement.any_error()) return;
  judgement.found({.summary = fmt::format("{} does not reach the GPU that is there", framework.shown()),
                   .explanation = "torch.cuda.is_available() is false beside a GPU and a build for it: the driver or one of its libraries "
                                  "is not reached from here (a container "
                                  "without the GPU, CUDA_VISIBLE_DEVICES, driver trouble).",
                   .fix = "Run nvidia-smi in the same environment, and `python -c \"import torch; torch.zeros(1, device='cuda')\"`, which "
                          "names the cause.",
                   .evidence = situation.lines("torch_cuda_is_available") + framework.evidence + device_lines(situation)});
}

void look_mig_counting(const Situation& situation, Judgement& judgement) {
  const auto& framework = situation.framework;
  const bool mig =
      std::any_of(situation.devices.begin(), situation.devices.end(), [](const auto& device) { return device.mig.value_or(false); });
  if (!mig || framework.name != "torch") return;
  const auto count = base::parse_integer(situation.inventory.text("torch_device_count"));
  if (count == 1) {
    judgement.fine({.what = "torch sees one MIG device; a process gets one instance, however many there are",
                    .evidence = situation.lines("torch_device_count"),
                    .facts = {{"a CUDA process enumerates a single MIG instance", "docs.nvidia.com MIG user guide", "2024"}}});
    return;
  }
  if (framework.release != "1.13" && framework.release != "2.0") return;
  judgement.found({.summary = fmt::format("torch {} miscounts MIG devices", framework.release),
                   .explanation = "device_count() and is_available() may say that there is no GPU where CUDA_VISIBLE_DEVICES names a MIG "
                                  "instance; allocations work. The "
                                  "counting through NVML misread MIG's identifiers.",
                   .fix = "Trust an allocation (torch.rand(1, device=\"cuda\")), not the count; take torch 2.1 or newer.",
                   .evidence = framework.evidence + device_lines(situation),
                   .facts = {{"NVML-based counting misread MIG UUIDs; fixed after 2.0", "pytorch/pytorch#92315", "2023-01"}}});
}

void look_nvcc(const Situation& situation, Judgement& judgement) {
  if (!situation.is("nvcc_in_path", false)) return;
  judgement.fine({.what = "nvcc is not on the path; wheels and conda packages bring the CUDA runtime they need, and only compiling an "
                          "extension needs a toolkit",
                  .evidence = situation.lines("nvcc_in_path"),
                  .facts = {}});
}

void look_cuda_majors(const Situation& situation, Judgement& judgement) {
  const auto* framework = framework_need(situation);
  for (const auto& need : situation.needs) {
    const bool beside = need.kind == "vllm" || need.kind == "onnxruntime";
    if (framework == nullptr || !beside || &need == framework) continue;
    if (major_of(need.cuda) == major_of(framework->cuda)) {
      judgement.holds(fmt::format("{} and {} are built for CUDA {}", need.who, framework->who, major_of(need.cuda)), need.facts);
      continue;
    }
    const bool harmless = need.kind == "onnxruntime" && majors_present(situation).contains(major_of(need.cuda));
    if (harmless) continue;
    judgement.found(
        {.summary = fmt::format("{} is built for CUDA {}, {} for CUDA {}", need.who, need.cuda, framework->who, framework->cuda),
         .explanation =
             "Compiled extensions are linked against one CUDA major; the runtime libraries that the framework brings are of another.",
         .fix = fix_for_mix(need, *framework),
         .evidence = need.evidence + framework->evidence,
         .facts = need.facts});
  }
  look_missing_of_other_major(situation, judgement);
  look_mixed_packages(situation, judgement);
}

void look_libraries(const Situation& situation, Judgement& judgement) {
  std::set<std::string> told;
  for (const auto* statement : situation.inventory.all("missing_library")) {
    for (const auto& library : statement->values) {
      if (situation.on_host() && cuda_major_of_library(library) > 0) continue;
      if (!told.insert(library).second) continue;
      judgement.found({.summary = fmt::format("{} is not found by the loader", library),
                       .explanation = "The number in a library's name is its binary interface; another major does not stand in for it.",
                       .fix = fix_for_library(situation, library),
                       .evidence = {line_of(statement->place)}});
    }
  }
  if (situation.on_host()) return;
  look_cudnn_soname(situation, judgement);
  const auto present = majors_present(situation);
  for (const auto& need : situation.needs) {
    const bool extension = need.kind == "vllm" || need.kind == "onnxruntime";
    const auto library = library_of_major(major_of(need.cuda));
    if (!extension || present.empty() || present.contains(major_of(need.cuda)) || told.contains(library)) continue;
    judgement.found({.summary = fmt::format("{} wants {}, which nothing here brings", need.who, library),
                     .explanation = fmt::format("It is linked against CUDA {}; what was shown brings CUDA {} only.", major_of(need.cuda),
                                                *present.begin()),
                     .fix = fix_for_library(situation, library),
                     .evidence = need.evidence + situation.framework.evidence,
                     .facts = need.facts,
                     .severity = severity_of(need)});
    told.insert(library);
  }
}

// NCCL comes as a package of one CUDA major.
void look_collectives(const Situation& situation, Judgement& judgement) {
  const auto& framework = situation.framework;
  if (framework.kind != BuildKind::cuda || framework.cuda.empty()) return;
  for (const auto& package : situation.inventory.packages) {
    const auto found = cuda_package(package);
    if (!found || found->base != "nvidia-nccl" || found->major != major_of(framework.cuda)) continue;
    judgement.holds(fmt::format("{} {} is of {}'s CUDA major", package.name, package.version, framework.shown()));
    return;
  }
}

}  // namespace accelprep::stack

// The driver against the CUDA runtime above it and the GPU below it.
#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

constexpr std::string_view kAskDriver = "nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv";

constexpr std::string_view kAskBuild = "python -c \"import torch; print(torch.version.cuda)\"";

struct DriverAnswer {
  Standing standing = Standing::unclear;
  bool known = false;
  std::string has;  // "driver 570.124.06", "a driver that carries CUDA 12.2"
  std::string floor;
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
};

// By the driver's own number where there is one, else by the CUDA it says it carries.
DriverAnswer driver_against(const Situation& situation, const CudaNeed& need) {
  DriverAnswer out;
  const auto floor = driver_floor(situation.facts, need.cuda, situation.driver_system);
  if (floor) {
    out.floor = floor->driver;
    out.facts.push_back(floor->fact);
  }
  if (situation.driver && floor) {
    out.known = true;
    out.has = "driver " + situation.driver.value;
    out.standing = compare_driver(situation.driver.value, floor->driver);
    out.evidence = situation.driver.evidence + situation.driver_cuda.evidence;
  } else if (situation.driver_cuda) {
    out.known = true;
    out.has = fmt::format("a driver that carries CUDA {} at most", situation.driver_cuda.value);
    out.evidence = situation.driver_cuda.evidence;
    const int has = major_of(situation.driver_cuda.value);
    const int needs = major_of(need.cuda);
    // Before CUDA 11 every minor version has a floor of its own.
    const bool by_minor = needs < 11 && has == needs;
    const bool below = by_minor ? base::compare_versions(situation.driver_cuda.value, need.cuda) < 0 : has < needs;
    out.standing = below ? Standing::below : Standing::enough;
  }
  return out;
}

// What to install where the driver stays as it is. vLLM pins its torch, so its wheel decides.
std::string wheel_for_driver(const Situation& situation, const CudaNeed& need) {
  if (need.kind == "container") {
    const auto& carries = situation.driver_carries;
    return fmt::format("take an image of CUDA {}",
                       carries.empty() ? "that this driver carries" : fmt::format("{} or older of that major", carries));
  }
  const int carried = major_of(situation.driver_carries);
  const auto vllm = std::find_if(situation.needs.begin(), situation.needs.end(),
                                 [&](const auto& one) { return one.kind == "vllm" && major_of(one.cuda) == major_of(need.cuda); });
  if (vllm != situation.needs.end() && carried >= 11) {
    const auto tag = carried == 11 ? std::string("cu118") : std::string("cu129");
    return fmt::format(
        "take the +{} wheel of {} (wheels.vllm.ai, or the files of its release) with --extra-index-url https://download.pytorch.org/whl/{} "
        "for its torch",
        tag, vllm->who, tag);
  }
  const auto torch = torch_wheel_advice(situation);
  return torch.empty() ? "" : "take " + torch;
}

// Data-centre GPUs have a third way.
std::string compat_library(const Situation& situation, const CudaNeed& need) {
  const bool served = !situation.devices.empty() && std::all_of(situation.devices.begin(), situation.devices.end(),
                                                                [](const auto& device) { return device.data_center_part.value_or(false); });
  if (!served) return "";
  return fmt::format(" On data-centre GPUs the cuda-compat-{} library serves too, where it lists the driver's branch.",
                     base::replaced(major_minor_of(need.cuda), ".", "-"));
}

std::string driver_update(const Situation& situation, const CudaNeed& need, const std::string& floor) {
  const auto shipped = driver_of_cuda(situation.facts, need.cuda);
  return fmt::format("update the driver to {} or newer{}", floor.empty() ? "one of that CUDA major" : floor,
                     shipped.empty() || shipped == floor ? "" : fmt::format(" ({} came with CUDA {})", shipped, major_minor_of(need.cuda)));
}

Found too_old(const Situation& situation, const CudaNeed& need, DriverAnswer answer) {
  const auto update = driver_update(situation, need, answer.floor);
  const auto wheel = wheel_for_driver(situation, need);
  const auto floor = answer.floor.empty() ? std::string("a driver of that major") : fmt::format("driver {} or newer", answer.floor);
  const auto choices = wheel.empty() ? fmt::format("Have somebody {}.", update)
                                     : fmt::format("Either {}, or, where the driver cannot be changed, {}.", update, wheel);
  return {.summary = fmt::format("{} needs CUDA {}, and {} is too old for it", need.who, need.cuda, answer.has),
          .explanation = fmt::format(
              "Within a CUDA major any minor version runs on the major's oldest driver; across majors it does not. CUDA {} needs {}.",
              major_of(need.cuda), floor),
          .fix = choices + compat_library(situation, need),
          .evidence = std::move(answer.evidence) + need.evidence,
          .facts = std::move(answer.facts)};
}

// A newer minor version than the driver's own: people take it for a fault.
void say_minor_is_fine(const Situation& situation, const CudaNeed& need, Judgement& judgement) {
  if (situation.driver_carries.empty() || major_of(need.cuda) != major_of(situation.driver_carries) ||
      need.cuda.find('.') == std::string::npos)
    return;
  if (base::compare_versions(need.cuda, situation.driver_carries) <= 0) return;
  const auto floor = driver_floor(situation.facts, need.cuda, situation.driver_system);
  judgement.fine({.what = fmt::format("{} is built for CUDA {} and the driver carries {}: minor-version compatibility covers that",
                                      need.who, need.cuda, situation.driver_carries),
                  .evidence = situation.driver_cuda.evidence + situation.driver.evidence,
                  .facts = floor ? std::vector{floor->fact} : std::vector<CitedFact>{}});
}

// The framework says that it reached the device: the driver is new enough, whatever its number.
bool reached_device(const Situation& situation) { return situation.is("torch_cuda_is_available", true); }

void judge_need(const Situation& situation, const CudaNeed& need, Judgement& judgement) {
  auto answer = driver_against(situation, need);
  if (answer.standing == Standing::below && reached_device(situation)) {
    // What runs is believed more than a table: a cuda-compat library stands in for the driver's own.
    judgement.holds(fmt::format("torch.cuda.is_available() was true with {}", answer.has));
    judgement.fine(
        {.what = fmt::format("{} is older than {} needs, and the device is reached all the same: a cuda-compat library serves it",
                             answer.has, need.who),
         .evidence = situation.lines("torch_cuda_is_available") + answer.evidence,
         .facts = answer.facts});
  } else if (answer.standing == Standing::below) {
    auto found = too_old(situation, need, std::move(answer));
    if (!need.certain) {
      found.severity = Severity::warning;
      judgement.open(fmt::format("that {} is built for CUDA {} is likely, not certain", need.who, need.cuda), std::string(kAskBuild));
    }
    judgement.found(std::move(found));
  } else if (answer.known && answer.standing == Standing::enough) {
    judgement.holds(fmt::format("{} is new enough for CUDA {} of {}", answer.has, need.cuda, need.who), answer.facts);
    say_minor_is_fine(situation, need, judgement);
  } else if (reached_device(situation)) {
    judgement.holds(fmt::format("torch.cuda.is_available() was true: the driver carries CUDA {}", need.cuda));
  } else if (answer.known) {
    judgement.open(fmt::format("{} names a branch only; {} needs {} or newer", answer.has, need.who, answer.floor),
                   std::string(kAskDriver));
  } else {
    judgement.open(fmt::format("the driver is not known; {} needs {}", need.who,
                               answer.floor.empty() ? "one that carries CUDA " + need.cuda : answer.floor + " or newer"),
                   std::string(kAskDriver));
  }
}

}  // namespace

void look_driver_for_runtime(const Situation& situation, Judgement& judgement) {
  std::vector<std::string> judged;  // one line a CUDA major: the framework's is told once, not for every library of that major
  for (const auto& need : situation.needs) {
    const auto key = fmt::format("{}/{}", major_of(need.cuda), major_of(need.cuda) < 11 ? need.cuda : "");
    if (std::find(judged.begin(), judged.end(), key) != judged.end()) continue;
    judged.push_back(key);
    judge_need(situation, need, judgement);
  }
  const auto* error = situation.inventory.find("cuda_error");
  if (error == nullptr || error->value() != "35" || !situation.needs.empty()) return;
  judgement.found(
      {.summary = "the driver is older than the CUDA runtime needs",
       .explanation =
           "CUDA error 35 says that the driver does not carry the runtime's CUDA major. Which one that is, the message does not say.",
       .fix = "Run nvidia-smi for the driver and python -m torch.utils.collect_env for the runtime; then update the driver, or take a "
              "wheel of an "
              "older CUDA major.",
       .evidence = situation.lines("cuda_error")});
}

void look_driver_for_gpu(const Situation& situation, Judgement& judgement) {
  for (const auto& device : situation.devices) {
    const auto floor = gpu_driver_floor(situation.facts, device.capability);
    if (!floor) continue;
    const auto carries = cuda_of_driver(situation.facts, floor->driver);
    auto standing = situation.driver ? compare_driver(situation.driver.value, floor->driver) : Standing::unclear;
    if (!situation.driver && situation.driver_cuda && !carries.empty()) {
      standing = base::compare_versions(situation.driver_cuda.value, carries) < 0 ? Standing::below : Standing::enough;
    }
    if (standing == Standing::enough) {
      judgement.holds(fmt::format("the driver knows {}", device.shown()), {floor->fact});
    } else if (standing == Standing::below) {
      const auto shipped = driver_of_cuda(situation.facts, carries);
      judgement.found(
          {.summary = fmt::format("{} needs driver {} or newer", device.shown(), floor->driver),
           .explanation =
               "The floor of the toolkit and the floor of the GPU are two conditions; the higher one counts. An older driver does not "
               "know this GPU, whatever CUDA the software was built for.",
           .fix = fmt::format("Update the driver to {} or newer{}.", floor->driver,
                              shipped.empty() ? "" : fmt::format(" ({} came with CUDA {})", shipped, carries)),
           .evidence = situation.driver.evidence + situation.driver_cuda.evidence + device.evidence,
           .facts = {floor->fact}});
    }
  }
}

void look_driver_loaded(const Situation& situation, Judgement& judgement) {
  if (!situation.is("driver_loaded", false)) return;
  judgement.found(
      {.summary = "the NVIDIA kernel module does not answer",
       .explanation =
           "nvidia-smi is installed and reaches no driver: the module is not loaded, was built for another kernel, or is refused by "
           "secure boot.",
       .fix = "Look at `dmesg | grep -i nvidia` and `lsmod | grep nvidia`; reinstall the driver for the running kernel, or reboot into it.",
       .evidence = situation.lines("driver_loaded")});
}

void look_open_modules(const Situation& situation, Judgement& judgement) {
  if (situation.inventory.text("driver_flavour") != "proprietary") return;
  for (const auto& device : situation.devices) {
    const auto capability = parse_capability(device.capability);
    if (!capability || capability->major < 10) continue;
    judgement.found(
        {.summary = fmt::format("{} needs the open kernel modules, and the proprietary ones are loaded", device.shown()),
         .explanation = "Blackwell GPUs are driven by the open flavour of the kernel modules; with the proprietary one no device is found.",
         .fix = "Install the driver's open kernel modules (package nvidia-open, or the installer with -M open).",
         .evidence = situation.lines("driver_flavour") + device.evidence,
         .facts = {{"Blackwell GPUs need the open kernel modules (likely)", "NVIDIA/open-gpu-kernel-modules#872", "2025"}}});
    return;
  }
}

void look_forward_compatibility(const Situation& situation, Judgement& judgement) {
  const CitedFact fact{"forward compatibility (cuda-compat) serves data-centre GPUs and a few listed ones only",
                       "docs.nvidia.com/deploy/cuda-compatibility/forward-compatibility.html", "2026"};
  const bool refused = situation.inventory.text("cuda_error") == "804";
  const auto consumer = std::find_if(situation.devices.begin(), situation.devices.end(),
                                     [](const auto& device) { return !device.data_center_part.value_or(true); });
  const auto container = situation.inventory.text("container_cuda");
  const auto shipped = driver_of_cuda(situation.facts, container);
  const bool in_the_way = situation.is("cuda_compat_libs_in_container", true) && consumer != situation.devices.end() && situation.driver &&
                          !shipped.empty() && compare_driver(situation.driver.value, shipped) == Standing::below;
  if (!refused && !in_the_way) return;
  const auto gpu = consumer != situation.devices.end() ? consumer->shown() : "this GPU";
  judgement.found(
      {.summary = fmt::format("the image's cuda-compat library is used, and {} is not served by it", gpu),
       .explanation = "The image brings a libcuda newer than the host's driver (forward compatibility). On GPUs that it does not serve, "
                      "initialisation fails with error 804, even where the host's driver alone would have been enough.",
       .fix = fmt::format("Keep the compat library off the loader's path (remove /usr/local/cuda/compat from LD_LIBRARY_PATH and "
                          "/etc/ld.so.conf.d in the image), or update the host's driver{}.",
                          shipped.empty() ? "" : fmt::format(" to {} or newer", shipped)),
       .evidence = situation.lines("cuda_error") + situation.lines("cuda_compat_libs_in_container") + situation.driver.evidence,
       .facts = {fact}});
}

}  // namespace accelprep::stack

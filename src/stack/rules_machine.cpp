// Faults of the machine and the container that keep the driver from reaching the GPU.
#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

bool upgrades_driver_libraries(const records::Statement& statement) {
  return std::any_of(statement.values.begin(), statement.values.end(),
                     [](const auto& package) { return package.starts_with("libnvidia") || package.starts_with("nvidia-"); });
}

// The two versions, where both are stated and differ.
std::string differing_versions(const Situation& situation) {
  const auto module = situation.inventory.text("proc_driver_nvidia_version");
  const auto package = situation.inventory.text("nvidia_driver_package");
  if (module.empty() || package.empty() || base::compare_versions(module, package) == 0) return "";
  return fmt::format("the loaded module is {}, the installed libraries are {}", module, package.substr(0, package.find('-')));
}

constexpr std::string_view kRealign =
    "Reboot, or unload and reload the nvidia modules; then hold the driver's packages back from unattended upgrades.";

}  // namespace

void look_nvml(const Situation& situation, Judgement& judgement) {
  const auto versions = differing_versions(situation);
  const bool said = situation.inventory.text("nvml_error").find("mismatch") != std::string::npos;
  const bool refused = situation.inventory.text("cuda_error") == "803";
  const auto* upgraded = situation.inventory.find("host_packages_auto_upgraded");
  const bool suspected = upgraded != nullptr && upgrades_driver_libraries(*upgraded);
  if (versions.empty() && !said && !refused && !suspected) return;
  const bool certain = !versions.empty() || said || refused;
  judgement.found(
      {.summary = versions.empty() ? "the driver's libraries are of another version than the loaded kernel module" : versions,
       .explanation =
           certain
               ? "A package upgrade replaced the libraries under a module that stayed loaded; both must be of one version."
               : "Driver packages were upgraded on a running machine; until the module is reloaded, its libraries are of another version.",
       .fix = std::string(kRealign),
       .evidence = situation.lines("nvml_error") + situation.lines("proc_driver_nvidia_version") +
                   situation.lines("nvidia_driver_package") + situation.lines("cuda_error") +
                   situation.lines("host_packages_auto_upgraded"),
       .facts = {},
       .severity = certain ? std::nullopt : std::optional(Severity::warning)});
}

void look_container_runtime(const Situation& situation, Judgement& judgement) {
  if (!situation.is("nvidia_container_toolkit_installed", false)) return;
  judgement.found(
      {.summary = "the container engine has no NVIDIA runtime",
       .explanation = "Without the NVIDIA container toolkit the engine knows no device driver that could hand a GPU to a container.",
       .fix = "Install nvidia-container-toolkit, run `nvidia-ctk runtime configure --runtime=docker`, restart the engine.",
       .evidence = situation.lines("nvidia_container_toolkit_installed")});
}

void look_container_cgroup(const Situation& situation, Judgement& judgement) {
  const bool lost = situation.inventory.text("nvml_error") == "unknown error";
  const bool will_lose = situation.inventory.text("cgroup_driver") == "systemd" && situation.is("runc_requires_dev_char_symlinks", true) &&
                         situation.is("dev_char_symlinks_for_nvidia", false);
  if (!lost && !will_lose) return;
  judgement.found(
      {.summary = "running containers lose their GPUs when systemd reloads",
       .explanation =
           "With systemd's cgroup driver, recent runc looks injected devices up under /dev/char; NVIDIA's devices have no links there, so "
           "a reload takes the permission away. NVML then says \"Unknown Error\" in the container while the host is fine.",
       .fix = "Create the links (`nvidia-ctk system create-dev-char-symlinks --create-all`), or inject devices by CDI, or use the cgroupfs "
              "driver; "
              "restart the container.",
       .evidence = situation.lines("nvml_error") + situation.lines("dev_char_symlinks_for_nvidia") + situation.lines("cgroup_driver"),
       .facts = {{"containers lose GPU access on systemctl daemon-reload without /dev/char links", "NVIDIA/nvidia-container-toolkit#48",
                  "2023"}}});
}

void look_wsl_library(const Situation& situation, Judgement& judgement) {
  const auto loaded = situation.inventory.text("libcuda_loaded_from");
  const bool wsl = base::contains_ignoring_case(situation.inventory.text("os") + situation.inventory.text("kernel"), "wsl");
  if (!wsl || loaded.empty() || loaded.starts_with("/usr/lib/wsl/lib")) return;
  judgement.found({.summary = "in WSL a libcuda other than Windows' own is loaded",
                   .explanation = fmt::format(
                       "WSL passes the Windows driver in through /usr/lib/wsl/lib; the library that was loaded ({}) is of a Linux driver "
                       "that has no kernel module here.",
                       loaded),
                   .fix = "Remove the Linux driver's packages (libnvidia-compute-*) from the distribution, then run ldconfig. Until then: "
                          "LD_LIBRARY_PATH=/usr/lib/wsl/lib.",
                   .evidence = situation.lines("libcuda_loaded_from") + situation.lines("cuda_error")});
}

void look_wsl_hsa(const Situation& situation, Judgement& judgement) {
  const bool wsl = base::contains_ignoring_case(situation.inventory.text("os") + situation.inventory.text("kernel"), "wsl");
  if (!wsl || !situation.is("rocr_in_wheel", true)) return;
  judgement.found({.summary = "the wheel's own HSA runtime shadows WSL's",
                   .explanation = "In WSL the GPU is reached through the distribution's libhsa-runtime64; the copy inside the wheel "
                                  "expects a Linux kernel driver.",
                   .fix = "Remove libhsa-runtime64.so* from the wheel's lib folder and install ROCm's WSL runtime (rocr4wsl).",
                   .evidence = situation.lines("rocr_in_wheel") + situation.lines("os")});
}

void look_adapter(const Situation& situation, Judgement& judgement) {
  if (!situation.is("adapter_init_failed", true)) return;
  judgement.found(
      {.summary = "the kernel module could not initialise the GPU",
       .explanation =
           "RmInitAdapter failed: the driver found the device and could not bring it up. Wrong module flavour, firmware, power or the "
           "card itself.",
       .fix = "Look at `dmesg | grep NVRM`; try the open modules of the same driver, then another slot and power cable.",
       .evidence = situation.lines("adapter_init_failed")});
}

void look_off_bus(const Situation& situation, Judgement& judgement) {
  if (situation.inventory.text("xid") != "79") return;
  judgement.found(
      {.summary = "a GPU has fallen off the bus (Xid 79)",
       .explanation =
           "The card stopped answering on PCIe: heat, power, seating or the system's firmware. No version of any software cures it.",
       .fix = "Check temperature and power connectors, reseat the card, update the system's firmware; to tell power from the rest, cap the "
              "clocks "
              "(`nvidia-smi -lgc 300,1500`) and repeat.",
       .evidence = situation.lines("xid")});
}

}  // namespace accelprep::stack

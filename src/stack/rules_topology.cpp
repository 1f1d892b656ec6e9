// The GPUs among each other and on their bus: fabric, NVLink, peer access, PCIe.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

// NVSwitch is there when it is said, when it is in the PCI list, or when eight SXM GPUs stand in one node.
std::optional<bool> has_nvswitch(const Situation& situation) {
  if (const auto said = situation.inventory.flag("nvswitch")) return said;
  if (const auto devices = base::parse_integer(situation.inventory.text("nvswitch_pci_devices"))) return *devices > 0;
  for (const auto& device : situation.devices) {
    constexpr std::array<std::string_view, 8> kSxm{"a100-40-sxm", "a100-80-sxm", "h100-sxm", "h200-sxm", "h800", "h20", "b200", "b300"};
    if (device.count >= 8 && std::find(kSxm.begin(), kSxm.end(), device.id) != kSxm.end()) return true;
  }
  return std::nullopt;
}

bool versions_differ(const Situation& situation) {
  const auto manager = situation.inventory.text("fabricmanager_version");
  return !manager.empty() && situation.driver && base::compare_versions(manager, situation.driver.value) != 0;
}

bool manager_fails(const Situation& situation) {
  return situation.is("fabricmanager_installed", false) || situation.is("fabricmanager_active", false) ||
         situation.is("fabricmanager_version_equals_driver", false) || versions_differ(situation);
}

std::vector<EvidenceLine> fabric_lines(const Situation& situation) {
  std::vector<EvidenceLine> out;
  for (const std::string_view key : {"nvswitch", "nvswitch_pci_devices", "fabricmanager_installed", "fabricmanager_active",
                                     "fabricmanager_version", "fabricmanager_version_equals_driver", "cuda_error"}) {
    out = std::move(out) + situation.lines(key);
  }
  return out;
}

const CitedFact kFabricRule{"GPUs behind NVSwitch need Fabric Manager of exactly the driver's version, else initialisation fails with 802",
                            "ollama/ollama#12136; leptonai/gpud#906", "2025"};

bool redirects(std::string_view acsctl) {
  return acsctl.find("ReqRedir+") != std::string_view::npos || acsctl.find("UpstreamFwd+") != std::string_view::npos;
}

// What is known of the PCIe link.
struct PcieReading {
  std::optional<std::int64_t> idle, load, max;
  std::vector<std::int64_t> now;
  std::optional<std::int64_t> width, width_max;
  bool downgraded = false;
  bool idle_said = false;
};

PcieReading pcie_reading(const Situation& situation) {
  const auto& inventory = situation.inventory;
  const auto number = [&](std::string_view key) { return base::parse_integer(inventory.text(key)); };
  PcieReading out{.idle = number("pcie_gen_current_idle"),
                  .load = number("pcie_gen_current_load"),
                  .max = number("pcie_gen_max"),
                  .now = {},
                  .width = number("pcie_width"),
                  .width_max = number("pcie_width_max")};
  if (const auto* now = inventory.find("pcie_gen_current")) {
    for (const auto& value : now->values) {
      if (const auto gen = base::parse_integer(value)) out.now.push_back(*gen);
    }
  }
  out.downgraded = inventory.text("lnksta").find("downgraded") != std::string::npos;
  out.idle_said = base::contains_ignoring_case(inventory.text("activity"), "idle");
  return out;
}

std::vector<EvidenceLine> pcie_lines(const Situation& situation) {
  std::vector<EvidenceLine> out;
  for (const std::string_view key : {"pcie_gen_current", "pcie_gen_current_idle", "pcie_gen_current_load", "pcie_gen_max", "pcie_width",
                                     "pcie_width_max", "lnkcap", "lnksta", "activity", "measured_under_load"}) {
    out = std::move(out) + situation.lines(key);
  }
  return out;
}

bool slow_under_load(const Situation& situation, const PcieReading& reading) {
  const bool below_max = reading.load && reading.max && *reading.load < *reading.max;
  const bool stuck = reading.load && reading.idle && *reading.load <= *reading.idle && *reading.load == 1;
  return below_max || stuck || (reading.downgraded && situation.is("measured_under_load", true));
}

bool lower_when_idle(const PcieReading& reading) {
  const bool rises = reading.idle && reading.load && *reading.load > *reading.idle;
  const bool idle_one = reading.idle_said && !reading.now.empty() && *std::min_element(reading.now.begin(), reading.now.end()) < 3;
  return rises || idle_one;
}

}  // namespace

void look_fabric(const Situation& situation, Judgement& judgement) {
  const auto nvswitch = has_nvswitch(situation);
  const bool refused = situation.inventory.text("cuda_error") == "802";
  const bool fails = manager_fails(situation);
  if (refused || (nvswitch == true && fails)) {
    const auto driver = situation.driver ? situation.driver.value : "the driver's version";
    judgement.found({.summary = situation.is("fabricmanager_installed", false) ? "Fabric Manager is not installed on an NVSwitch system"
                                                                               : "the NVSwitch fabric is not ready",
                     .explanation = "Behind NVSwitch, CUDA initialises only after Fabric Manager of exactly the driver's version has "
                                    "trained the fabric; until then error 802 is "
                                    "returned, while nvidia-smi looks fine.",
                     .fix = fmt::format("Install nvidia-fabricmanager of {} (purge any other version first), `systemctl enable --now "
                                        "nvidia-fabricmanager`, then look at Fabric "
                                        "State in `nvidia-smi -q`.",
                                        driver),
                     .evidence = fabric_lines(situation) + situation.driver.evidence,
                     .facts = {kFabricRule}});
    return;
  }
  if (!fails) {
    const bool initialised = situation.is("torch_cuda_is_available", true);
    if (nvswitch == true && initialised) judgement.holds("CUDA initialises, so the NVSwitch fabric is ready", {kFabricRule});
    return;
  }
  if (nvswitch == false) {
    judgement.holds("there is no NVSwitch, so Fabric Manager is not needed", {kFabricRule});
    judgement.fine({.what = "Fabric Manager is not active, and need not be: there is no NVSwitch here",
                    .evidence = fabric_lines(situation),
                    .facts = {kFabricRule}});
    return;
  }
  judgement.open("Fabric Manager is not active; whether there is an NVSwitch is not known", "lspci -d 10de: | grep -ci nvswitch");
}

void look_nvlink(const Situation& situation, Judgement& judgement) {
  const auto* status = situation.inventory.find("nvlink_status");
  if (status == nullptr) return;
  const auto down = std::count_if(status->values.begin(), status->values.end(),
                                  [](const auto& link) { return link.find("inactive") != std::string::npos; });
  const auto expected =
      base::parse_integer(situation.inventory.text("expected_links")).value_or(static_cast<std::int64_t>(status->values.size()));
  const auto listed = static_cast<std::int64_t>(status->values.size());
  const auto missing = down + std::max<std::int64_t>(0, expected - listed);
  if (missing == 0) {
    judgement.holds(fmt::format("all {} NVLinks are active", expected));
    return;
  }
  judgement.found(
      {.summary = fmt::format("{} of {} NVLinks of a GPU are down", missing, std::max(expected, listed)),
       .explanation =
           "Some links of a GPU that has NVLink carry traffic and some do not: a fault of the board or the bridge, not of the software.",
       .fix = "Reset the GPU or reboot; where the links stay down, reseat the module or bridge, or have it replaced. `nvidia-smi nvlink "
              "-e` counts the errors.",
       .evidence = situation.lines("nvlink_status") + situation.lines("expected_links")});
}

void look_peer_access(const Situation& situation, Judgement& judgement) {
  const bool linked =
      std::any_of(situation.devices.begin(), situation.devices.end(), [](const auto& device) { return device.nvlink.value_or(false); });
  const bool on = situation.is("acs_enabled", true) || redirects(situation.inventory.text("acsctl"));
  if (!on && situation.is("acs_enabled", false)) judgement.holds("ACS is off: peer traffic over PCIe is not redirected");
  if (!on || linked || situation.device_count() == 1) return;
  judgement.found(
      {.summary = "PCIe access control (ACS) sends the GPUs' peer traffic through the processor",
       .explanation = "Without NVLink, collectives copy from GPU to GPU over PCIe. With ACS redirection on the bridges that traffic goes "
                      "up to the root and through the "
                      "IOMMU: NCCL hangs or crawls, while one GPU alone is fine.",
       .fix = "Turn ACS off in the system's firmware (or `setpci -s BRIDGE ECAP_ACS+6.w=0000` for each bridge, or pci=noacs), and the "
              "IOMMU where no virtual machine needs "
              "it (amd_iommu=off, intel_iommu=off). Until then: NCCL_P2P_DISABLE=1.",
       .evidence = situation.lines("acsctl") + situation.lines("acs_enabled") + situation.lines("iommu_enabled") + situation.lines("topo"),
       .facts = {{"NCCL hangs with ACS redirection on the bridges", "NVIDIA/nccl#2079", "2026"}}});
}

void look_pcie(const Situation& situation, Judgement& judgement) {
  const auto reading = pcie_reading(situation);
  const bool narrow = reading.width && reading.width_max && *reading.width < *reading.width_max;
  if (slow_under_load(situation, reading) || narrow) {
    judgement.found({.summary = narrow ? fmt::format("a GPU runs on {} of its {} PCIe lanes", *reading.width, *reading.width_max)
                                       : "a GPU's PCIe link stays slow under load",
                     .explanation = narrow ? "The number of lanes does not change with power states: lanes are missing."
                                           : "An idle link slows down to save power and rises under load; this one does not rise.",
                     .fix = "Reseat the card, try without riser, check the slot's setting in the firmware and update it.",
                     .evidence = pcie_lines(situation)});
    return;
  }
  if (!lower_when_idle(reading)) return;
  judgement.holds("the PCIe link slows down when idle, as it should");
  judgement.fine({.what = "the PCIe generation is low because the GPU is idle: power management; under load it rises",
                  .evidence = pcie_lines(situation),
                  .facts = {}});
}

void look_pcie_unknown(const Situation& situation, Judgement& judgement) {
  const auto reading = pcie_reading(situation);
  if (slow_under_load(situation, reading) || lower_when_idle(reading)) return;
  const bool low = reading.downgraded || (reading.idle && !reading.load && *reading.idle < 3);
  if (!low || situation.is("measured_under_load", true)) return;
  const std::string command =
      "nvidia-smi --query-gpu=pcie.link.gen.gpucurrent,pcie.link.gen.max,pcie.link.width.current,pstate --format=csv -l 1";
  judgement.found(
      {.summary = "the PCIe link reads low, and whether the GPU was idle is not known",
       .explanation = "An idle GPU lowers its link to save power. The same reading under load would be a fault; this one decides nothing.",
       .fix = fmt::format("Measure again while the GPU is busy: {}", command),
       .evidence = pcie_lines(situation)});
  judgement.open("whether the PCIe link rises under load", command);
}

}  // namespace accelprep::stack

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "stack/situation.h"

namespace accelprep::stack {
namespace {

Vendor vendor_named(std::string_view vendor) {
  if (vendor == "nvidia") return Vendor::nvidia;
  if (vendor == "amd") return Vendor::amd;
  if (vendor == "host") return Vendor::host;
  return Vendor::unknown;
}

Vendor vendor_of_name(std::string_view name) {
  for (const std::string_view word : {"radeon", "instinct", "amd ", "gfx"}) {
    if (base::contains_ignoring_case(name, word)) return Vendor::amd;
  }
  for (const std::string_view word : {"nvidia", "geforce", "tesla", "quadro", "rtx", "gtx"}) {
    if (base::contains_ignoring_case(name, word)) return Vendor::nvidia;
  }
  return Vendor::unknown;
}

void take_row(Device& device, const catalog::Accelerator& row) {
  device.id = row.id;
  if (device.name.empty()) device.name = row.name;
  device.vendor = vendor_named(row.vendor);
  if (!device.data_center_part) device.data_center_part = row.data_center;
  const bool told = !device.capability.empty() || !device.gfx.empty();
  if (device.capability.empty()) device.capability = row.compute_capability;
  if (device.gfx.empty()) device.gfx = row.gfx;
  if (!told && !device.capability.empty()) {
    device.facts.push_back(
        {fmt::format("{} has compute capability {}", row.name, row.compute_capability), row.citation.source, row.citation.as_of});
  }
}

void take_named(Device& device) {
  const auto* named = find_named_gpu(device.name);
  if (named == nullptr || device.vendor == Vendor::amd) return;
  device.vendor = Vendor::nvidia;
  if (!device.data_center_part) device.data_center_part = named->data_center_part;
  if (!device.capability.empty()) return;
  device.capability = named->capability;
  device.facts.push_back(named_gpu_fact(*named));
}

Device device_of(const records::Gpu& gpu, const Facts& facts) {
  Device out{.name = gpu.name,
             .capability = gpu.compute_capability,
             .gfx = gpu.gfx,
             .count = gpu.count,
             .data_center_part = gpu.data_center_part,
             .mig = gpu.mig,
             .nvlink = gpu.nvlink,
             .evidence = {line_of(gpu.place)}};
  if (const auto* row = find_accelerator(facts, {gpu.name, gpu.name_cut})) take_row(out, *row);
  if (out.vendor == Vendor::unknown && !out.gfx.empty()) out.vendor = Vendor::amd;
  if (out.vendor == Vendor::unknown && !out.capability.empty()) out.vendor = Vendor::nvidia;
  if (out.vendor == Vendor::unknown) out.vendor = vendor_of_name(out.name);
  if (out.vendor != Vendor::host) take_named(out);
  return out;
}

}  // namespace

base::Status settle_devices(Situation& situation, const Target& target) {
  if (target.accelerator.empty()) {
    situation.devices.clear();
    for (const auto& gpu : situation.inventory.gpus) situation.devices.push_back(device_of(gpu, situation.facts));
    if (target.count > 0 && situation.devices.size() == 1) situation.devices.front().count = target.count;
    return {};
  }
  const auto* row = find_accelerator(situation.facts, {target.accelerator, false});
  if (row == nullptr) {
    std::vector<std::string> ids;
    for (const auto& one : situation.facts.accelerators) ids.push_back(one.id);
    return base::fail(base::ErrorKind::not_found,
                      fmt::format("the catalog has no accelerator \"{}\"{}; accelprep catalog accelerators lists them", target.accelerator,
                                  base::did_you_mean(target.accelerator, ids)));
  }
  Device wanted{.evidence = {{"the target that was asked for", 0, target.accelerator}}};
  take_row(wanted, *row);
  take_named(wanted);
  for (const auto& shown : situation.devices) {
    if (shown.id == wanted.id) wanted.count = shown.count;
  }
  if (target.count > 0) wanted.count = target.count;
  situation.devices = {wanted};
  return {};
}

}  // namespace accelprep::stack

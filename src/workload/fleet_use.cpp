#include "workload/fleet_use.h"

#include <algorithm>
#include <vector>

#include "statistics/quantiles.h"

namespace accelprep::workload {
namespace {

using records::DeviceSummary;
using records::Metric;

std::optional<FleetUse::Means> means_of(const std::vector<const DeviceSummary*>& devices) {
  std::vector<double> means;
  for (const auto* device : devices) {
    if (device->has(Metric::busy)) means.push_back(*statistics::mean(device->sketch(Metric::busy)));
  }
  if (means.empty()) return std::nullopt;
  return FleetUse::Means{.min = *statistics::quantile(means, 0),
                         .p10 = *statistics::quantile(means, 0.1),
                         .p50 = *statistics::quantile(means, 0.5),
                         .p90 = *statistics::quantile(means, 0.9),
                         .max = *statistics::quantile(means, 1)};
}

std::optional<IdleUse> idle_of(const std::vector<const DeviceSummary*>& devices) {
  IdleUse use;
  std::int64_t readings = 0;
  std::int64_t idle = 0;
  std::int64_t in_long_runs = 0;
  std::int64_t with_memory = 0;
  std::int64_t holding = 0;
  for (const auto* device : devices) {
    readings += device->sketch(Metric::busy).count;
    idle += device->idle_readings;
    with_memory += device->readings_with_memory;
    holding += device->idle_readings_holding_memory;
    for (std::size_t i = 0; i < device->idle_runs_s.size(); ++i) {
      use.longest_run_s = std::max(use.longest_run_s, device->idle_runs_s[i]);
      if (device->idle_runs_s[i] > kLongRunS) in_long_runs += device->idle_run_readings[i];
    }
  }
  const auto ratio = [](std::int64_t part, std::int64_t whole) { return static_cast<double>(part) / static_cast<double>(whole); };
  if (readings == 0) return std::nullopt;
  use.share = ratio(idle, readings);
  if (idle > 0) use.share_in_runs_over_600s = ratio(in_long_runs, idle);
  if (with_memory > 0) use.share_holding_memory = ratio(holding, with_memory);
  return use;
}

}  // namespace

std::optional<FleetUse> fleet_of(std::span<const DeviceSummary> all_devices) {
  std::vector<const DeviceSummary*> devices;
  for (const auto& device : all_devices) {
    if (!records::is_node(device.id)) devices.push_back(&device);
  }
  if (devices.size() < 2) return std::nullopt;
  FleetUse fleet{.devices = static_cast<std::int64_t>(devices.size())};
  auto all = records::empty_summary("").sketches[static_cast<std::size_t>(Metric::busy)];
  for (const auto* device : devices) {
    fleet.samples += device->samples;
    fleet.devices_with_busy += device->has(Metric::busy) ? 1 : 0;
    merge(all, device->sketch(Metric::busy));
  }
  fleet.device_mean_busy = means_of(devices);
  fleet.busy = busy_use_of(all);
  fleet.idle = idle_of(devices);
  return fleet;
}

}  // namespace accelprep::workload

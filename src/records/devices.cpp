#include "records/devices.h"

#include <algorithm>

namespace accelprep::records {
namespace {

void add(Average& into, const Average& other) {
  into.sum += other.sum;
  into.count += other.count;
}

void add(MinuteCell& into, const MinuteCell& other) {
  into.covered_s += other.covered_s;
  for (std::size_t i = 0; i < kMetricCount; ++i) add(into.values[i], other.values[i]);
  add(into.busy_clock_hz, other.busy_clock_hz);
  for (std::size_t i = 0; i < kThrottleCount; ++i) into.throttled_s[i] += other.throttled_s[i];
  into.idle_s += other.idle_s;
}

void append_minutes(std::vector<MinuteCell>& into, const std::vector<MinuteCell>& later) {
  auto from = later.begin();
  if (!into.empty() && from != later.end() && into.back().minute == from->minute) add(into.back(), *from++);
  into.insert(into.end(), from, later.end());
}

void add_gap_between(DeviceSummary& into, const DeviceSummary& later) {
  const double gap_s = static_cast<double>(later.first_ns - into.last_ns) * 1e-9;
  into.interval_max_s = std::max({into.interval_max_s, later.interval_max_s, gap_s});
  if (later.samples > into.samples) into.interval_median_s = later.interval_median_s;
  if (into.interval_median_s <= 0) into.interval_median_s = gap_s;  // single samples: the gap is all there is to go by
  if (gap_s > kHoleIntervals * into.interval_median_s) into.holes.push_back({.from_ns = into.last_ns, .to_ns = later.first_ns});
}

}  // namespace

bool is_node(std::string_view device) {
  if (!device.ends_with(kNode)) return false;
  return device.size() == kNode.size() || device[device.size() - kNode.size() - 1] == ':';
}

DeviceSummary empty_summary(std::string id) {
  DeviceSummary summary;
  summary.id = std::move(id);
  for (std::size_t i = 0; i < kMetricCount; ++i) summary.sketches[i].resolution = kMetricRows[i].resolution;
  return summary;
}

std::int64_t accelerators_among(const std::vector<DeviceSummary>& devices) {
  return std::count_if(devices.begin(), devices.end(), [](const auto& device) { return !device.partition && !is_node(device.id); });
}

void merge(DeviceSummary& into, const DeviceSummary& later) {
  if (later.samples == 0) return;
  if (into.samples == 0) {
    into = later;
    return;
  }
  add_gap_between(into, later);
  if (into.name.empty()) into.name = later.name;
  if (!into.memory_total_bytes) into.memory_total_bytes = later.memory_total_bytes;
  into.partition = into.partition || later.partition;
  into.samples += later.samples;
  into.last_ns = later.last_ns;
  into.holes.insert(into.holes.end(), later.holes.begin(), later.holes.end());
  for (std::size_t i = 0; i < kMetricCount; ++i) merge(into.sketches[i], later.sketches[i]);
  merge(into.busy_clock_hz, later.busy_clock_hz);
  append_minutes(into.minutes, later.minutes);
  for (std::size_t i = 0; i < kThrottleCount; ++i) into.throttle_known[i] = into.throttle_known[i] || later.throttle_known[i];
  into.idle_s += later.idle_s;
  into.idle_holding_memory_s += later.idle_holding_memory_s;
  into.readings_with_memory += later.readings_with_memory;
  into.idle_readings_holding_memory += later.idle_readings_holding_memory;
  into.idle_readings += later.idle_readings;
  into.idle_run_readings.insert(into.idle_run_readings.end(), later.idle_run_readings.begin(), later.idle_run_readings.end());
  into.idle_runs_s.insert(into.idle_runs_s.end(), later.idle_runs_s.begin(), later.idle_runs_s.end());
}

}  // namespace accelprep::records

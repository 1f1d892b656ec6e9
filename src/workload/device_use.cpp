#include "workload/device_use.h"

#include <algorithm>

#include "statistics/quantiles.h"

namespace accelprep::workload {
namespace {

using records::DeviceSummary;
using records::Metric;

std::optional<MetricUse> metric_of(const records::Sketch& sketch) {
  if (sketch.count == 0) return std::nullopt;
  return MetricUse{.mean = *statistics::mean(sketch),
                   .p50 = *statistics::quantile(sketch, 0.5),
                   .p95 = *statistics::quantile(sketch, 0.95),
                   .max = *statistics::quantile(sketch, 1)};
}

std::optional<IdleUse> idle_of(const DeviceSummary& device, double covered_s) {
  const auto& busy = device.sketch(Metric::busy);
  if (busy.count == 0 || !(covered_s > 0)) return std::nullopt;
  // Time without a busy value is neither idle nor busy: it is left out in proportion to the samples that lack one.
  const double known_s = covered_s * static_cast<double>(busy.count) / static_cast<double>(device.samples);
  IdleUse idle;
  idle.share = std::min(1.0, device.idle_s / known_s);
  double in_long_runs_s = 0;
  for (const double run_s : device.idle_runs_s) {
    idle.longest_run_s = std::max(idle.longest_run_s, run_s);
    if (run_s > kLongRunS) in_long_runs_s += run_s;
  }
  if (device.idle_s > 0) idle.share_in_runs_over_600s = std::min(1.0, in_long_runs_s / device.idle_s);
  if (device.has(Metric::memory_used_bytes)) idle.share_holding_memory = std::min(1.0, device.idle_holding_memory_s / known_s);
  return idle;
}

}  // namespace

std::optional<BusyUse> busy_use_of(const records::Sketch& busy) {
  if (busy.count == 0) return std::nullopt;
  return BusyUse{.mean = *statistics::mean(busy),
                 .p50 = *statistics::quantile(busy, 0.5),
                 .p90 = *statistics::quantile(busy, 0.9),
                 .p95 = *statistics::quantile(busy, 0.95),
                 .zero_share = *statistics::share_below(busy, busy.resolution),
                 .below_5pct_share = *statistics::share_below(busy, 0.05)};
}

double covered_seconds(const DeviceSummary& device) {
  double sum_s = 0;
  for (const auto& cell : device.minutes) sum_s += cell.covered_s;
  return sum_s;
}

double throttled_seconds(const DeviceSummary& device, records::Throttle reason) {
  double sum_s = 0;
  for (const auto& cell : device.minutes) sum_s += cell.throttled_s[static_cast<std::size_t>(reason)];
  return sum_s;
}

DeviceUse use_of(const DeviceSummary& device) {
  DeviceUse use{.id = device.id,
                .name = device.name,
                .memory_total_bytes = device.memory_total_bytes,
                .samples = device.samples,
                .span_s = static_cast<double>(device.last_ns - device.first_ns) * 1e-9,
                .holes = static_cast<std::int64_t>(device.holes.size()),
                .covered_s = covered_seconds(device)};
  if (device.interval_median_s > 0) {
    use.interval_median_s = device.interval_median_s;
    use.interval_max_s = device.interval_max_s;
  }
  if (use.span_s > 0) use.coverage = std::min(1.0, use.covered_s / use.span_s);
  use.busy = busy_use_of(device.sketch(Metric::busy));
  for (std::size_t i = 0; i < records::kMetricCount; ++i) use.metrics[i] = metric_of(device.sketches[i]);
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    if (!device.throttle_known[i] || !(use.covered_s > 0)) continue;
    use.throttle_share[i] = std::min(1.0, throttled_seconds(device, static_cast<records::Throttle>(i)) / use.covered_s);
  }
  use.idle = idle_of(device, use.covered_s);
  return use;
}

}  // namespace accelprep::workload

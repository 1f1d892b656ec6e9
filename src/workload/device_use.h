// What one device did, hour after hour. Devices are never averaged together: one at 91 % and one at 0 % are not two at 45 %.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "records/devices.h"

namespace accelprep::workload {

struct BusyUse {
  double mean = 0;  // over samples
  double p50 = 0;
  double p90 = 0;
  double p95 = 0;
  double zero_share = 0;        // of the samples, exactly 0
  double below_5pct_share = 0;  // of the samples, 0 included
};

struct MetricUse {
  double mean = 0;
  double p50 = 0;
  double p95 = 0;
  double max = 0;
};

struct IdleUse {
  double share = 0;  // of the covered time at busy = 0
  double longest_run_s = 0;
  double share_in_runs_over_600s = 0;          // of the idle time; 0 without any
  std::optional<double> share_holding_memory;  // of the covered time: idle with more than 1 GB of memory taken
};

inline constexpr double kLongRunS = 600;

struct DeviceUse {
  std::string id;
  std::string name;
  std::optional<double> memory_total_bytes;
  std::int64_t samples = 0;
  double span_s = 0;                        // first to last sample
  std::optional<double> interval_median_s;  // nothing of a single sample
  std::optional<double> interval_max_s;
  std::int64_t holes = 0;
  double covered_s = 0;
  std::optional<double> coverage;  // covered over span; nothing of a single sample
  std::optional<BusyUse> busy;
  std::array<std::optional<MetricUse>, records::kMetricCount> metrics;        // busy's too
  std::array<std::optional<double>, records::kThrottleCount> throttle_share;  // of the covered time; nothing where not recorded
  std::optional<IdleUse> idle;                                                // nothing where busy was not recorded or no time is covered

  [[nodiscard]] const std::optional<MetricUse>& metric(records::Metric metric) const { return metrics[static_cast<std::size_t>(metric)]; }
};

std::optional<BusyUse> busy_use_of(const records::Sketch& busy);  // nothing of no readings
double covered_seconds(const records::DeviceSummary& device);
double throttled_seconds(const records::DeviceSummary& device, records::Throttle reason);

DeviceUse use_of(const records::DeviceSummary& device);

}  // namespace accelprep::workload

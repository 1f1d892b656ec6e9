// What accelerators did: samples as every telemetry format gives them, and the mergeable summary of one device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/requests.h"
#include "records/sketch.h"

namespace accelprep::records {

enum class Metric : std::uint8_t {
  busy,          // share of the sample time with at least one kernel resident (nvidia-smi's utilization.gpu)
  sm_active,     // share of streaming multiprocessors with a warp, averaged over the sample
  sm_occupancy,  // warps resident over those that fit, averaged over the sample
  tensor_active,
  dram_active,
  memory_used_bytes,
  power_w,
  temperature_c,
  memory_temperature_c,
  sm_clock_hz,
};
inline constexpr std::size_t kMetricCount = 10;

struct MetricRow {
  std::string_view key;    // as in JSON and in our recording CSV
  std::string_view label;  // as people read it
  double resolution;       // of its sketch
};
inline constexpr std::array<MetricRow, kMetricCount> kMetricRows{{
    {"busy", "busy", 1e-3},
    {"sm_active", "SM active", 1e-3},
    {"sm_occupancy", "SM occupancy", 1e-3},
    {"tensor_active", "tensor active", 1e-3},
    {"dram_active", "DRAM active", 1e-3},
    {"memory_used_bytes", "memory used", 1 << 20},
    {"power_w", "power", 0.1},
    {"temperature_c", "temperature", 0.1},
    {"memory_temperature_c", "memory temperature", 0.1},
    {"sm_clock_hz", "SM clock", 1e6},
}};

enum class Throttle : std::uint8_t { sw_power_cap, sw_thermal, hw_thermal, hw_power_brake };
inline constexpr std::size_t kThrottleCount = 4;
inline constexpr std::array<std::string_view, kThrottleCount> kThrottleNames{"sw_power_cap", "sw_thermal", "hw_thermal", "hw_power_brake"};

struct DeviceSample {
  TimeNs at_ns = 0;
  std::string device;      // "0", "cpu1": as the recording names it
  std::string name;        // "NVIDIA H100 80GB HBM3"
  bool partition = false;  // a part of an accelerator, as a MIG instance is: it is shown, and never counted as one
  std::array<std::optional<double>, kMetricCount> values;
  std::optional<double> memory_total_bytes;
  std::array<std::optional<bool>, kThrottleCount> throttling;          // at the moment of the sample
  std::array<std::optional<double>, kThrottleCount> throttle_total_s;  // counters since the driver started

  [[nodiscard]] const std::optional<double>& operator[](Metric metric) const { return values[static_cast<std::size_t>(metric)]; }
  std::optional<double>& operator[](Metric metric) { return values[static_cast<std::size_t>(metric)]; }
};

// The device under which a meter's or a management controller's power of a whole node is kept: it is no accelerator.
inline constexpr std::string_view kNode = "node";
bool is_node(std::string_view device);  // "node", or of one of several files: "spl.txt:node"

struct Average {
  double sum = 0;
  std::int64_t count = 0;
  [[nodiscard]] std::optional<double> mean() const { return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt; }
};

// Below this share of its time a device's clock says nothing of load.
inline constexpr double kBusyAtLeast = 0.05;

// One minute of one device. A minute without a sample of its own holds the values of the sample that stands for it.
struct MinuteCell {
  std::int64_t minute = 0;  // since the epoch
  double covered_s = 0;     // seconds that samples stand for; the rest of the minute is unknown
  std::array<Average, kMetricCount> values;
  Average busy_clock_hz;  // the SM clock of samples that were busy
  std::array<double, kThrottleCount> throttled_s{};
  double idle_s = 0;  // covered seconds at busy = 0
};

// Samples further apart than this many median intervals leave a hole between them.
inline constexpr double kHoleIntervals = 3;

struct DeviceSummary {
  std::string id;
  std::string name;
  bool partition = false;
  std::optional<double> memory_total_bytes;
  std::int64_t samples = 0;
  TimeNs first_ns = 0;
  TimeNs last_ns = 0;
  double interval_median_s = 0;
  double interval_max_s = 0;
  std::vector<TimeSpan> holes;  // between samples further apart than kHoleIntervals median intervals
  std::array<Sketch, kMetricCount> sketches;
  Sketch busy_clock_hz{.resolution = 1e6};  // the SM clock of samples that were busy: at kBusyAtLeast or above
  std::vector<MinuteCell> minutes;          // ascending; a minute for which no sample stands is absent
  std::array<bool, kThrottleCount> throttle_known{};
  double idle_s = 0;
  double idle_holding_memory_s = 0;               // idle with more than 1 GB of its memory taken
  std::int64_t readings_with_memory = 0;          // samples with both busy and memory
  std::int64_t idle_readings_holding_memory = 0;  // of these, busy = 0 with more than 1 GB taken
  std::int64_t idle_readings = 0;                 // samples at busy = 0
  std::vector<std::int64_t> idle_run_readings;    // of each of the runs below
  std::vector<double> idle_runs_s;                // lengths of unbroken idle runs

  [[nodiscard]] const Sketch& sketch(Metric metric) const { return sketches[static_cast<std::size_t>(metric)]; }
  [[nodiscard]] bool has(Metric metric) const { return sketch(metric).count > 0; }
};

// An empty summary: its sketches carry the resolutions of kMetricRows.
DeviceSummary empty_summary(std::string id);

std::int64_t accelerators_among(const std::vector<DeviceSummary>& devices);  // but for partitions

// Both are of one device, and `later` begins where `into` has ended. No sample stands for the time between the two.
void merge(DeviceSummary& into, const DeviceSummary& later);

}  // namespace accelprep::records

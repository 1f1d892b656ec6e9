#include "intake/telemetry/prometheus/gpu_metrics.h"

#include <algorithm>
#include <array>

#include "records/devices.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::Throttle;
using enum GpuField;
using enum GpuScope;

constexpr double kPercent = 0.01;
constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kMHz = 1e6;
constexpr double kNanosecond = 1e-9;
constexpr double kHelpSays = 0;

constexpr std::size_t of(Metric metric) { return static_cast<std::size_t>(metric); }
constexpr std::size_t of(Throttle reason) { return static_cast<std::size_t>(reason); }

// DCGM: dcgm_fields.h of DCGM 3 and 4 and dcgm-exporter's counters.csv. Violation times are nanoseconds in every version: help lines that
// say "in us" were an error of the exporter's (NVIDIA/dcgm-exporter#589). DCGM 4.6 gave fields second names; GPU_UTIL_RATIO is a percent
// there and a fraction later.
// Triton: docs/user_guide/metrics.md. AMD: device-metrics-exporter, whose MB are MiB (an MI300X has 196,592).
constexpr std::array kMetrics{
    GpuMetric{"DCGM_FI_DEV_GPU_UTIL", metric, of(Metric::busy), Quantity::fraction, kPercent},
    GpuMetric{"DCGM_FI_DEV_GPU_UTIL_RATIO", metric, of(Metric::busy), Quantity::fraction, kHelpSays, card, 1},
    GpuMetric{"DCGM_FI_PROF_SM_ACTIVE", metric, of(Metric::sm_active), Quantity::fraction, 1, instance},
    GpuMetric{"DCGM_FI_PROF_SM_UTIL_RATIO", metric, of(Metric::sm_active), Quantity::fraction, 1, instance, 1},
    GpuMetric{"DCGM_FI_PROF_SM_OCCUPANCY", metric, of(Metric::sm_occupancy), Quantity::fraction, 1, instance},
    GpuMetric{"DCGM_FI_PROF_SM_OCCUPANCY_RATIO", metric, of(Metric::sm_occupancy), Quantity::fraction, 1, instance, 1},
    GpuMetric{"DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", metric, of(Metric::tensor_active), Quantity::fraction, 1, instance},
    GpuMetric{"DCGM_FI_PROF_TENSOR_UTIL_RATIO", metric, of(Metric::tensor_active), Quantity::fraction, 1, instance, 1},
    GpuMetric{"DCGM_FI_PROF_DRAM_ACTIVE", metric, of(Metric::dram_active), Quantity::fraction, 1, instance},
    GpuMetric{"DCGM_FI_PROF_DRAM_UTIL_RATIO", metric, of(Metric::dram_active), Quantity::fraction, 1, instance, 1},
    GpuMetric{"DCGM_FI_DEV_FB_USED", metric, of(Metric::memory_used_bytes), Quantity::bytes, kMiB, instance},
    GpuMetric{"DCGM_FI_DEV_FB_TOTAL", memory_total, 0, Quantity::bytes, kMiB, instance},
    GpuMetric{"DCGM_FI_DEV_POWER_USAGE", metric, of(Metric::power_w), Quantity::watts},
    GpuMetric{"DCGM_FI_DEV_BOARD_POWER_WATTS", metric, of(Metric::power_w), Quantity::watts, 1, card, 1},
    GpuMetric{"DCGM_FI_DEV_GPU_TEMP", metric, of(Metric::temperature_c), Quantity::celsius},
    GpuMetric{"DCGM_FI_DEV_GPU_TEMP_CELSIUS", metric, of(Metric::temperature_c), Quantity::celsius, 1, card, 1},
    GpuMetric{"DCGM_FI_DEV_MEMORY_TEMP", metric, of(Metric::memory_temperature_c), Quantity::celsius},
    GpuMetric{"DCGM_FI_DEV_SM_CLOCK", metric, of(Metric::sm_clock_hz), Quantity::hertz, kMHz},
    GpuMetric{"DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", reasons_mask},
    GpuMetric{"DCGM_FI_DEV_CLOCKS_EVENT_REASONS", reasons_mask},
    GpuMetric{"DCGM_FI_DEV_CLOCKS_EVENT_REASON_SW_POWER_CAP_NS", reason_total, of(Throttle::sw_power_cap), Quantity::seconds, kNanosecond},
    GpuMetric{"DCGM_FI_DEV_CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN_NS", reason_total, of(Throttle::sw_thermal), Quantity::seconds,
              kNanosecond},
    GpuMetric{"DCGM_FI_DEV_CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN_NS", reason_total, of(Throttle::hw_thermal), Quantity::seconds,
              kNanosecond},
    GpuMetric{"DCGM_FI_DEV_CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN_NS", reason_total, of(Throttle::hw_power_brake), Quantity::seconds,
              kNanosecond},
    GpuMetric{"DCGM_FI_DEV_POWER_VIOLATION", reason_total, of(Throttle::sw_power_cap), Quantity::seconds, kNanosecond, card, 1},
    GpuMetric{"DCGM_FI_DEV_THERMAL_VIOLATION", reason_total, of(Throttle::hw_thermal), Quantity::seconds, kNanosecond, card, 1},
    GpuMetric{"nv_gpu_utilization", metric, of(Metric::busy)},
    GpuMetric{"nv_gpu_memory_used_bytes", metric, of(Metric::memory_used_bytes), Quantity::bytes},
    GpuMetric{"nv_gpu_memory_total_bytes", memory_total, 0, Quantity::bytes},
    GpuMetric{"nv_gpu_power_usage", metric, of(Metric::power_w), Quantity::watts},
    GpuMetric{"gpu_gfx_activity", metric, of(Metric::busy), Quantity::fraction, kPercent},
    GpuMetric{"gpu_package_power", metric, of(Metric::power_w), Quantity::watts},
    GpuMetric{"gpu_average_package_power", metric, of(Metric::power_w), Quantity::watts, 1, card, 1},
    GpuMetric{"gpu_power_usage", metric, of(Metric::power_w), Quantity::watts, 1, card, 2},
    GpuMetric{"gpu_edge_temperature", metric, of(Metric::temperature_c), Quantity::celsius},
    GpuMetric{"gpu_junction_temperature", metric, of(Metric::temperature_c), Quantity::celsius, 1, card, 1},
    GpuMetric{"gpu_memory_temperature", metric, of(Metric::memory_temperature_c), Quantity::celsius},
    GpuMetric{"gpu_used_vram", metric, of(Metric::memory_used_bytes), Quantity::bytes, kMiB},
    GpuMetric{"gpu_total_vram", memory_total, 0, Quantity::bytes, kMiB},
};

}  // namespace

const GpuMetric* gpu_metric(std::string_view name) {
  if (name.starts_with("amd_gpu_")) name.remove_prefix(4);  // the prefix is a setting of AMD's exporter
  const auto* const found = std::find_if(kMetrics.begin(), kMetrics.end(), [&](const auto& row) { return row.name == name; });
  return found == kMetrics.end() ? nullptr : found;
}

}  // namespace accelprep::intake

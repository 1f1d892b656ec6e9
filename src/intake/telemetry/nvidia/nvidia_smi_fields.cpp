#include "intake/telemetry/nvidia/nvidia_smi_fields.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::Throttle;

constexpr std::size_t at(Metric metric) { return static_cast<std::size_t>(metric); }
constexpr std::size_t at(Throttle reason) { return static_cast<std::size_t>(reason); }

constexpr std::array kFields{
    NvidiaSmiField{"timestamp", FieldKind::time},
    NvidiaSmiField{"index", FieldKind::index},
    NvidiaSmiField{"pci.bus_id", FieldKind::bus_id},
    NvidiaSmiField{"gpu_bus_id", FieldKind::bus_id},
    NvidiaSmiField{"uuid", FieldKind::uuid},
    NvidiaSmiField{"gpu_uuid", FieldKind::uuid},
    NvidiaSmiField{"serial", FieldKind::serial},
    NvidiaSmiField{"gpu_serial", FieldKind::serial},
    NvidiaSmiField{"name", FieldKind::name},
    NvidiaSmiField{"gpu_name", FieldKind::name},
    NvidiaSmiField{"utilization.gpu", FieldKind::metric, at(Metric::busy), Quantity::fraction},
    NvidiaSmiField{"memory.used", FieldKind::metric, at(Metric::memory_used_bytes), Quantity::bytes},
    NvidiaSmiField{"memory.total", FieldKind::memory_total, 0, Quantity::bytes},
    NvidiaSmiField{"power.draw", FieldKind::metric, at(Metric::power_w), Quantity::watts, 0},
    NvidiaSmiField{"power.draw.average", FieldKind::metric, at(Metric::power_w), Quantity::watts, 1},
    NvidiaSmiField{"power.draw.instant", FieldKind::metric, at(Metric::power_w), Quantity::watts, 2},
    NvidiaSmiField{"temperature.gpu", FieldKind::metric, at(Metric::temperature_c), Quantity::celsius},
    NvidiaSmiField{"temperature.memory", FieldKind::metric, at(Metric::memory_temperature_c), Quantity::celsius},
    NvidiaSmiField{"clocks.current.sm", FieldKind::metric, at(Metric::sm_clock_hz), Quantity::hertz, 0},
    NvidiaSmiField{"clocks.sm", FieldKind::metric, at(Metric::sm_clock_hz), Quantity::hertz, 0},
    NvidiaSmiField{"clocks_event_reasons.active", FieldKind::reasons_mask},
    NvidiaSmiField{"clocks_event_reasons.sw_power_cap", FieldKind::reason, at(Throttle::sw_power_cap)},
    NvidiaSmiField{"clocks_event_reasons.sw_thermal_slowdown", FieldKind::reason, at(Throttle::sw_thermal)},
    NvidiaSmiField{"clocks_event_reasons.hw_thermal_slowdown", FieldKind::reason, at(Throttle::hw_thermal)},
    NvidiaSmiField{"clocks_event_reasons.hw_power_brake_slowdown", FieldKind::reason, at(Throttle::hw_power_brake)},
    NvidiaSmiField{"clocks_event_reasons.hw_slowdown", FieldKind::hw_slowdown},
    NvidiaSmiField{"clocks_event_reasons_counters.sw_power_cap", FieldKind::reason_total, at(Throttle::sw_power_cap), Quantity::seconds},
    NvidiaSmiField{"clocks_event_reasons_counters.sw_thermal_slowdown", FieldKind::reason_total, at(Throttle::sw_thermal),
                   Quantity::seconds},
    NvidiaSmiField{"clocks_event_reasons_counters.hw_thermal_slowdown", FieldKind::reason_total, at(Throttle::hw_thermal),
                   Quantity::seconds},
    NvidiaSmiField{"clocks_event_reasons_counters.hw_power_brake_slowdown", FieldKind::reason_total, at(Throttle::hw_power_brake),
                   Quantity::seconds},
};

constexpr std::string_view kOldPrefix = "clocks_throttle_reasons";  // before driver 535
constexpr std::string_view kPrefix = "clocks_event_reasons";

const NvidiaSmiField* find_field(std::string_view header_name) {
  auto name = base::lower(header_name);
  if (name.starts_with(kOldPrefix)) name.replace(0, kOldPrefix.size(), kPrefix);
  const auto* found = std::find_if(kFields.begin(), kFields.end(), [&](const auto& field) { return field.name == name; });
  return found == kFields.end() ? nullptr : found;
}

bool has_quantity(FieldKind kind) {
  return kind == FieldKind::metric || kind == FieldKind::memory_total || kind == FieldKind::reason_total;
}

}  // namespace

std::span<const NvidiaSmiField> nvidia_smi_fields() { return kFields; }

std::string_view nvidia_smi_name(std::string_view header_cell) { return base::trim(header_cell.substr(0, header_cell.find('['))); }

base::Result<NvidiaSmiColumn> nvidia_smi_column(std::string_view header_cell) {
  const auto name = nvidia_smi_name(header_cell);
  NvidiaSmiColumn column{.field = find_field(name)};
  if (column.field == nullptr || !has_quantity(column.field->kind)) return column;
  column.factor = default_factor(column.field->quantity);
  const auto open = header_cell.find('[');
  const auto close = header_cell.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return column;
  const auto unit = base::trim(header_cell.substr(open + 1, close - open - 1));
  const auto factor = unit_factor(column.field->quantity, unit);
  if (!factor) {
    return base::fail(base::ErrorKind::unsupported,
                      fmt::format("column \"{}\" has the unit \"{}\", which is not known for it", name, unit));
  }
  column.factor = *factor;
  return column;
}

std::array<bool, records::kThrottleCount> throttle_of_mask(std::uint64_t mask) {
  const auto has = [&](std::uint64_t bit) { return (mask & bit) != 0; };
  const bool slowdown_of_unknown_cause = has(0x8) && !has(0x40) && !has(0x80);
  std::array<bool, records::kThrottleCount> out{};
  out[at(Throttle::sw_power_cap)] = has(0x4);
  out[at(Throttle::sw_thermal)] = has(0x20);
  out[at(Throttle::hw_thermal)] = has(0x40) || slowdown_of_unknown_cause;
  out[at(Throttle::hw_power_brake)] = has(0x80);
  return out;
}

}  // namespace accelprep::intake

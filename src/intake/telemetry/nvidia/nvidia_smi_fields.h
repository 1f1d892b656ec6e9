// The fields of `nvidia-smi --query-gpu` that are read, under every name drivers have given them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "intake/telemetry/cell_value.h"
#include "records/devices.h"

namespace accelprep::intake {

enum class FieldKind : std::uint8_t {
  time,
  index,
  bus_id,
  uuid,
  serial,
  name,
  metric,  // target: records::Metric
  memory_total,
  reasons_mask,  // the 64-bit word of clock event reasons
  reason,        // target: records::Throttle; "Active" or "Not Active"
  hw_slowdown,   // the sum of all hardware reasons
  reason_total,  // target: records::Throttle; time since the driver started
};

struct NvidiaSmiField {
  std::string_view name;
  FieldKind kind;
  std::size_t target = 0;
  Quantity quantity = Quantity::fraction;
  int preference = 0;  // of several columns for one metric the lowest is taken, the next where it is absent
};

std::span<const NvidiaSmiField> nvidia_smi_fields();

// A column as it is read: no field where it is not used.
struct NvidiaSmiColumn {
  const NvidiaSmiField* field = nullptr;
  double factor = 1;  // of cells without a unit of their own
};

// Of a header cell "power.draw [W]": the field and the unit. Case counts for units only. An unknown unit of a known field is an error.
base::Result<NvidiaSmiColumn> nvidia_smi_column(std::string_view header_cell);
// The name without its unit.
std::string_view nvidia_smi_name(std::string_view header_cell);

// The reasons that a mask shows. 0x8 (hardware slowdown) without 0x40 or 0x80, as on cards that tell no more, counts as hw_thermal.
std::array<bool, records::kThrottleCount> throttle_of_mask(std::uint64_t mask);

}  // namespace accelprep::intake

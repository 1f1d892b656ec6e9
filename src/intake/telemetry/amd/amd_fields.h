// What rocm-smi, amd-smi and amdgpu_top call their figures, over their versions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intake/telemetry/cell_value.h"
#include "records/devices.h"

namespace accelprep::intake {

enum class AmdKind : std::uint8_t {
  time,
  device,
  partition,  // amd-smi's xcp
  name,
  metric,
  memory_total,
  memory_pair,  // "0.6/ 64.0 GB": used and total
  clock_of_one  // of several graphics dies: their mean is the device's
};

struct AmdField {
  std::string_view name;  // in lower case, without a colon at its end
  AmdKind kind;
  records::Metric metric = records::Metric::busy;
  Quantity quantity = Quantity::fraction;
  double factor = 0.01;     // of a cell without a unit: the name says it ("(W)"), or amd-smi's manual
  int preference = 0;       // of several for one metric the lowest is taken
  bool distinctive = true;  // no other tool uses the name
};

// A column as it is read: null where it is not used.
using AmdColumns = std::vector<const AmdField*>;

// amd-smi calls the memory's temperature "mem" where its columns hold "hotspot", and the load of its memory controller in others.
AmdColumns amd_columns(std::span<const std::string_view> names);

// The columns name a device and hold a figure that only AMD's tools call so.
bool is_amd(const AmdColumns& columns);
bool has_metric(const AmdColumns& columns);

}  // namespace accelprep::intake

// The metrics of accelerators that exporters write, by name.
#pragma once

#include <cstdint>
#include <string_view>

#include "intake/telemetry/cell_value.h"

namespace accelprep::intake {

enum class GpuField : std::uint8_t { metric, memory_total, reasons_mask, reason_total };
// A MIG instance has its own memory and multiprocessors; power, temperature and clock are the card's, whichever instance they are said of.
enum class GpuScope : std::uint8_t { instance, card };

struct GpuMetric {
  std::string_view name;
  GpuField field = GpuField::metric;
  std::size_t target = 0;  // records::Metric or records::Throttle
  Quantity quantity = Quantity::fraction;
  double factor = 1;  // to base units; 0 where the version decides and the help line has to say it
  GpuScope scope = GpuScope::card;
  int preference = 0;  // of several metrics for one target the lowest is taken
};

// Nothing (null) for a metric that is not read.
const GpuMetric* gpu_metric(std::string_view name);

}  // namespace accelprep::intake

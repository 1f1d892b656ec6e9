// Does a device's load hold still over a window?
#pragma once

#include <optional>

#include "records/devices.h"

namespace accelprep::workload {

struct Steadiness {
  double change = 0;        // over the window, by a straight line through the minutes' means
  double change_error = 0;  // its standard error, from a line through five-minute means: neighbouring minutes depend on each other
  double swing = 0;         // the farthest five-minute mean from their median
};

// Nothing below three blocks of five minutes that are at least half covered: under a quarter of an hour nothing can be said.
std::optional<Steadiness> steadiness_of(const records::DeviceSummary& device, records::Metric metric);

}  // namespace accelprep::workload

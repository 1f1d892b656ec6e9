// A sensor of power that shows one value whatever the accelerator does.
#pragma once

#include <optional>
#include <string>

#include "records/devices.h"

namespace accelprep::intake {

// Takes power out of `device`, and says so, where it never moved by more than its sketch resolves (0.1 W) over 100 samples or more while
// the temperature rose by 20 degrees or more between two of its minutes, and busy, where it is known, went over a half. An idle accelerator
// that cools, or that stands still, keeps its power.
std::optional<std::string> drop_stuck_power(records::DeviceSummary& device);

}  // namespace accelprep::intake

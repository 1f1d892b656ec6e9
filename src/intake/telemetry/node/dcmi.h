// The text of `ipmitool dcmi power reading`, once or in a loop.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_dcmi_text(std::span<const std::string> head);

// A block a reading: its instantaneous power, at its IPMI timestamp (the controller's clock). The minimum, maximum and average that stand
// beside it are over a period of the controller's own and not read.
base::Result<RecordingFacts> read_dcmi_text(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

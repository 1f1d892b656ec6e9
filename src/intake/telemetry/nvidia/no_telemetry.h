// Outputs of nvidia-smi that people take for recordings: what each is, and what to record instead.
#pragma once

#include <span>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

// Formats whose `read` is an error.
std::span<const TelemetryFormat> no_telemetry_formats();

}  // namespace accelprep::intake

// rocm-smi --csv and amd-smi metric/monitor --csv: columns by name, warnings before the header, blank lines between samples, the header
// again.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_amd_csv(std::span<const std::string> head);
base::Result<RecordingFacts> read_amd_csv(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

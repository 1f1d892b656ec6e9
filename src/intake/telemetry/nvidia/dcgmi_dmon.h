// Logs of `dcgmi dmon`: a header of DCGM's short names or field ids, a row an entity and tick, no times.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_dcgmi_dmon(std::span<const std::string> head);

// GPUs and MIG instances (GPU-I, GPU-CI) are devices of their own: "0", "GPU-I 1". Other entities are rejected.
base::Result<RecordingFacts> read_dcgmi_dmon(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

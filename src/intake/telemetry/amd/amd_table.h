// The tables that rocm-smi and amd-smi monitor draw, as they stand in notes and captured terminals, with other text around them.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_rocm_smi_table(std::span<const std::string> head);  // its banner
base::Result<RecordingFacts> read_rocm_smi_table(const TelemetryInput& input, SampleSink& sink);

bool is_amd_smi_table(std::span<const std::string> head);  // a header that begins GPU or TIMESTAMP, with a figure only amd-smi calls so
base::Result<RecordingFacts> read_amd_smi_table(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

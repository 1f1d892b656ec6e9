// JSON of rocm-smi --json (as Telegraf's samples are), amd-smi metric/monitor --json and amdgpu_top --json: one document, one a line, or
// one after another as watching prints them.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_rocm_smi_json(std::span<const std::string> head);
base::Result<RecordingFacts> read_rocm_smi_json(const TelemetryInput& input, SampleSink& sink);

bool is_amd_smi_json(std::span<const std::string> head);
base::Result<RecordingFacts> read_amd_smi_json(const TelemetryInput& input, SampleSink& sink);

bool is_amdgpu_top_json(std::span<const std::string> head);
base::Result<RecordingFacts> read_amdgpu_top_json(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

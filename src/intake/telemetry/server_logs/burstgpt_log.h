// What BurstGPT's load test writes while it runs: one JSON object, a sample a key ("0", "1", ...), of the GPU or of vLLM's own log line.
// https://github.com/liao4s/BurstGPT_test. Memory is in MiB, utilization in percent; times are a running clock's seconds.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_burstgpt_log(std::span<const std::string> head);
base::Result<RecordingFacts> read_burstgpt_log(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

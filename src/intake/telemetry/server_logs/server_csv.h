// Metrics of a server that a script has written as CSV, a row a scrape, under vLLM's names.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_server_csv(std::span<const std::string> head);
base::Result<RecordingFacts> read_server_csv(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

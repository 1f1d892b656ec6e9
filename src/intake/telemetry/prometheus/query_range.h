// Answers of Prometheus' HTTP API (query_range, or query of a range vector): series in JSON. Several files are one recording: power in one,
// clocks in the next. https://prometheus.io/docs/prometheus/latest/querying/api/.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_query_range(std::span<const std::string> head);
base::Status read_query_range(std::span<const TelemetryInput> inputs, SampleSink& sink);

}  // namespace accelprep::intake

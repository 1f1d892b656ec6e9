// Logs of `nvidia-smi dmon`: any groups of columns (-s), with GPM columns or without, with dates and times (-o DT) or without.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_dmon(std::span<const std::string> head);
base::Result<RecordingFacts> read_dmon(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

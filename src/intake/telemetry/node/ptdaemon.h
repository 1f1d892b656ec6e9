// Logs of SPEC's PTDaemon, the power meter's side of MLPerf's power measurements ("spl.txt"): a row a reading, names and values by turns.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

// "Time,07-28-2025 04:17:29.622,Watts,2887.0,Volts,...": the first Watts are those of all channels.
bool is_ptdaemon_log(std::span<const std::string> head);
base::Result<RecordingFacts> read_ptdaemon_log(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

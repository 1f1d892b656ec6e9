// Redfish resources as JSON: Power (PowerControl), EnvironmentMetrics (PowerWatts) and Sensor, one document or one after another.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_redfish_power(std::span<const std::string> head);

// The node's power: PowerConsumedWatts of the first PowerControl, Reading of PowerWatts, or Reading of a Sensor in watts. An
// EnvironmentMetrics below /Processors/ is that processor's own, with its temperature. Documents bear no time, but a Sensor's ReadingTime.
base::Result<RecordingFacts> read_redfish_power(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

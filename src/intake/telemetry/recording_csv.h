// accelprep's own recordings: "# accelprep-recording 1", comment lines "# key: value", a CSV header, rows. docs/formats/recording.md.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/log_time.h"
#include "intake/telemetry/read_progress.h"
#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

bool is_recording_csv(std::span<const std::string> head);
std::span<const TelemetryFormat> recording_formats();
base::Result<RecordingFacts> read_recording_csv(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

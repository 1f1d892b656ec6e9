// System metrics of Weights & Biases runs: run.history(stream="events").to_csv(), or the same keys as JSON lines.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_wandb_csv(std::span<const std::string> head);  // a column "system.gpu.N.METRIC"
base::Result<RecordingFacts> read_wandb_csv(const TelemetryInput& input, SampleSink& sink);

bool is_wandb_json(std::span<const std::string> head);
base::Result<RecordingFacts> read_wandb_json(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

// The reports of `nvidia-smi -q`, one or many in a file (-l): names and values with indents that nest them.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_query_text(std::span<const std::string> head);

// One sample an accelerator and report, named by its PCI bus; -d sections that are not shown are absent.
base::Result<RecordingFacts> read_query_text(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

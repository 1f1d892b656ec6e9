// Logs of `nvidia-smi pmon`: a row a process, summed to a sample an accelerator and tick.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_pmon(std::span<const std::string> head);

// Busy is the sum of the processes' sm, at most 1: near dmon's sm, and not it, since processes that ran at the same time count twice. A
// process with "-" had no sample in the tick; a tick in which no process had one has no busy. Memory is the sum of fb, where every process
// has it.
base::Result<RecordingFacts> read_pmon(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

// JSON lines of AWS's neuron-monitor (Trainium, Inferentia): a line a period.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_neuron_monitor(std::span<const std::string> head);

// Each NeuronCore is a device. Its busy is neuroncore_utilization, summed where runtimes share the core; its memory what the runtimes'
// usage breakdown says of it. "neuroncores_in_use" lists the cores that were active in the period: the others of the hardware were idle,
// which is taken only where no part of the line reports an error. The lines bear no time: their periods are added up.
base::Result<RecordingFacts> read_neuron_monitor(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

// The documents of `nvidia-smi -q -x`, one or many in a file (-l), DTD v10 to v13. What an element is called decides, not the DTD's number.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_query_xml(std::span<const std::string> head);

// One sample an accelerator and document, named by its PCI bus. No DTD is read; a document that declares entities is an error.
base::Result<RecordingFacts> read_query_xml(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

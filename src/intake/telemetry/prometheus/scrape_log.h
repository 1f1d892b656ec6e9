// Prometheus' text format as a file: one scrape of an exporter or a server, or a log of scrapes one after the other.
#pragma once

#include <span>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

bool is_scrape_log(std::span<const std::string> head);
base::Result<RecordingFacts> read_scrape_log(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

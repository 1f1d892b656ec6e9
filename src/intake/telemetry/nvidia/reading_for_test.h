// Text through a reader of telemetry, as the product hands it over.
#pragma once

#include <string>

#include "intake/telemetry/collector_for_test.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {

struct ReadText {
  Collector found;
  base::Result<RecordingFacts> result;
  bool zones_known = true;
};

using TelemetryReader = base::Result<RecordingFacts> (*)(const TelemetryInput&, SampleSink&);

inline ReadText read_text(TelemetryReader reader, const std::string& text, const NvidiaSmiOptions& options = {}) {
  ReadText out;
  auto lines = base::LineReader::over(text, "log.txt");
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, 0);
  out.result = reader({.lines = lines, .time = time, .progress = progress, .nvidia_smi = options}, out.found);
  out.zones_known = time.all_zones_known();
  return out;
}

}  // namespace accelprep::intake

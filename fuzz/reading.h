// Bytes through a reader of telemetry and the fold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "folding.h"
#include "intake/telemetry/formats.h"

namespace accelprep::fuzz {

using TelemetryReader = base::Result<intake::RecordingFacts> (*)(const intake::TelemetryInput&, intake::SampleSink&);

inline void read_and_fold(TelemetryReader reader, const std::uint8_t* data, std::size_t size) {
  auto lines = base::LineReader::over(std::string(reinterpret_cast<const char*>(data), size), "fuzz.txt");
  intake::LogTime time;
  base::NoProgress nobody;
  intake::ReadProgress progress(nobody, size);
  Folding sink;
  const intake::NvidiaSmiOptions none;
  if (reader({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, sink)) sink.fold().finish();
}

}  // namespace accelprep::fuzz

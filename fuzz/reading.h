// Bytes through readers of telemetry and the fold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
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
  if (reader({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, sink)) sink.finish();
}

// As each format of a family, whether it takes the bytes for its own or not.
inline void read_as_each(std::span<const intake::TelemetryFormat> family, const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> head;
  for (const auto line : base::lines_of(text)) {
    if (!base::trim(line).empty() && head.size() < intake::kSniffedLines) head.emplace_back(line);
  }
  for (const auto& format : family) {
    (void)format.recognizes(head);
    read_and_fold(format.read, data, size);
  }
}

}  // namespace accelprep::fuzz

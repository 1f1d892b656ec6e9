// Text through a reader of telemetry, as the product hands it over.
#pragma once

#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "intake/telemetry/collector_for_test.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {

struct ReadText {
  Collector found;
  base::Result<RecordingFacts> result;
  std::string kind;  // of the format, where it was looked for
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

inline std::vector<std::string> head_of(const std::string& text) {
  std::vector<std::string> head;
  for (const auto line : base::lines_of(text)) {
    if (!base::trim(line).empty() && head.size() < kSniffedLines) head.emplace_back(line);
  }
  return head;
}

// By the first of a family's formats that recognises it; kind stays "" where none does.
inline ReadText read_by_family(std::span<const TelemetryFormat> family, const std::string& text) {
  for (const auto& format : family) {
    if (!format.recognizes(head_of(text))) continue;
    auto out = read_text(format.read, text);
    out.kind = format.kind;
    return out;
  }
  return {};
}

}  // namespace accelprep::intake

// The formats of telemetry, by families: each tells its own by its first lines and hands its samples to a sink.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "intake/telemetry/log_time.h"
#include "intake/telemetry/nvidia_smi_csv.h"
#include "intake/telemetry/read_progress.h"
#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

// One file, opened at its first line.
struct TelemetryInput {
  base::LineReader& lines;
  LogTime& time;
  ReadProgress& progress;
  const NvidiaSmiOptions& nvidia_smi;
};

// What a file says of itself: {"recorded_by", "accelprep 0.1.0"}, {"synthetic", "yes"}, ... Mostly nothing.
using RecordingFacts = std::vector<std::pair<std::string, std::string>>;

// One of several files that are read in step.
struct StepInput {
  const TelemetryInput& input;
  SampleSink& sink;
};

struct TelemetryFormat {
  std::string_view kind;                                  // "nvidia-smi CSV", as people read it
  bool (*recognizes)(std::span<const std::string> head);  // the first lines that are not blank, kSniffedLines at most
  base::Result<RecordingFacts> (*read)(const TelemetryInput& input, SampleSink& sink);
  // Of formats with one metric a file: reads all files given, in the order of their times, so that the fold can join what belongs to one
  // moment of one device.
  base::Status (*read_in_step)(std::span<const StepInput> files) = nullptr;
};
inline constexpr std::size_t kSniffedLines = 20;

std::span<const TelemetryFormat> nvidia_smi_formats();  // nvidia_smi_csv.cpp
std::span<const TelemetryFormat> recording_formats();   // recording_csv.cpp
std::span<const TelemetryFormat> cluster_formats();     // cluster/pod_series.cpp

}  // namespace accelprep::intake

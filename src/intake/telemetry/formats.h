// The formats of telemetry, by families: each tells its own by its first lines and hands its samples to a sink.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "intake/telemetry/log_time.h"
#include "intake/telemetry/nvidia/nvidia_smi_csv.h"
#include "intake/telemetry/read_progress.h"
#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

// The one host whose devices bear their index alone. It is found with the first metrics that are read, and holds for all files: where they
// are of several hosts there is none.
struct MetricHosts {
  bool decided = false;
  std::optional<std::string> alone;
};

// One file, opened at its first line.
struct TelemetryInput {
  base::LineReader& lines;
  LogTime& time;
  ReadProgress& progress;
  const NvidiaSmiOptions& nvidia_smi;
  MetricHosts* hosts = nullptr;  // null: of this file alone
};

// What a file says of itself: {"recorded_by", "accelprep 0.1.0"}, {"synthetic", "yes"}, ... Mostly nothing.
using RecordingFacts = std::vector<std::pair<std::string, std::string>>;

struct TelemetryFormat {
  std::string_view kind;                                  // "nvidia-smi CSV", as people read it
  bool (*recognizes)(std::span<const std::string> head);  // the first lines that are not blank, kSniffedLines at most
  base::Result<RecordingFacts> (*read)(const TelemetryInput& input, SampleSink& sink);
  // Instead of `read`, of formats whose files hold parts of the same samples: all files of the format at once.
  base::Status (*read_together)(std::span<const TelemetryInput> inputs, SampleSink& sink) = nullptr;
};
inline constexpr std::size_t kSniffedLines = 20;
inline constexpr std::size_t kSniffedBytes = 65536;  // of each of them

// Where a snapshot that writes no time is put: far from any real log, so that nobody takes it for its date. The reader says so in a note.
inline constexpr base::TimeNs kUnwrittenTimeNs = 946'684'800 * base::kSecond;  // 2000-01-01T00:00:00Z

std::span<const TelemetryFormat> nvidia_smi_formats();  // nvidia_smi_csv.cpp
std::span<const TelemetryFormat> cluster_formats();     // cluster/cluster_formats.cpp
std::span<const TelemetryFormat> amd_formats();         // amd/amd_formats.cpp
std::span<const TelemetryFormat> node_formats();        // node/node_formats.cpp
std::span<const TelemetryFormat> host_formats();        // host/host_formats.cpp
std::span<const TelemetryFormat> nvidia_formats();      // nvidia/nvidia_formats.cpp
std::span<const TelemetryFormat> prometheus_formats();  // prometheus/formats.cpp
std::span<const TelemetryFormat> server_log_formats();  // server_logs/formats.cpp

}  // namespace accelprep::intake

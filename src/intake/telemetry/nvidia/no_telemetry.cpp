#include "intake/telemetry/nvidia/no_telemetry.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

constexpr std::string_view kInstead =
    "record with nvidia-smi --query-gpu=timestamp,index,name,utilization.gpu,memory.used,memory.total,power.draw,temperature.gpu,clocks.sm,"
    "clocks_event_reasons.active --format=csv -l 1";

base::Result<RecordingFacts> refuse(const TelemetryInput& input, std::string_view what) {
  return base::fail(base::ErrorKind::unsupported, fmt::format("is {}; {}", what, kInstead), input.lines.path());
}

// "| NVIDIA-SMI 570.86.10    Driver Version: ..."
bool is_table(std::span<const std::string> head) {
  return std::any_of(head.begin(), head.end(), [](const auto& line) {
    const auto text = base::trim(line);
    return text.starts_with('|') && text.find("NVIDIA-SMI") != std::string_view::npos;
  });
}
base::Result<RecordingFacts> refuse_table(const TelemetryInput& input, SampleSink&) {
  return refuse(input, "nvidia-smi's table for people, one moment in whole figures and cut names");
}

// "timestamp, gpu_name, ..., pid, process_name, used_gpu_memory [MiB]"
bool is_process_list(std::span<const std::string> head) {
  const auto& first = head.front();
  const auto has = [&](std::string_view column) { return base::contains_ignoring_case(first, column); };
  return first.find(',') != std::string::npos && has("pid") && (has("process_name") || has("used_gpu_memory") || has("used_memory"));
}
base::Result<RecordingFacts> refuse_process_list(const TelemetryInput& input, SampleSink&) {
  return refuse(input, "a list of processes and their memory (nvidia-smi --query-compute-apps), which says nothing of load");
}

// "GPU 0: NVIDIA L4 (UUID: GPU-...)"
bool is_device_list(std::span<const std::string> head) {
  return head.front().starts_with("GPU 0: ") && head.front().find("(UUID: ") != std::string::npos;
}
base::Result<RecordingFacts> refuse_device_list(const TelemetryInput& input, SampleSink&) {
  return refuse(input, "a list of accelerators (nvidia-smi -L)");
}

}  // namespace

std::span<const TelemetryFormat> no_telemetry_formats() {
  static constexpr std::array kFormats{TelemetryFormat{"nvidia-smi's table", is_table, refuse_table},
                                       TelemetryFormat{"nvidia-smi's list of processes", is_process_list, refuse_process_list},
                                       TelemetryFormat{"nvidia-smi -L", is_device_list, refuse_device_list}};
  return kFormats;
}

}  // namespace accelprep::intake

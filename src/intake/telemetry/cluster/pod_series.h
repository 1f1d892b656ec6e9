// Alibaba's GenTD26 trace (clusterdata, cluster-trace-v2026-GenAI): one CSV a metric, a row a reading of one Kubernetes pod's GPU.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "intake/telemetry/sample_sink.h"
#include "records/devices.h"

namespace accelprep::intake {

// The columns value, timestamp_anon and container_ip, in any order: it differs between the files of the trace.
bool is_pod_series(std::span<const std::string> head);

// What a file's values are is said by its name alone: pod_gpu_duty_cycle* is the GPU's utilization in percent, pod_gpu_memory_used_bytes*
// its memory in bytes. Nothing of any other name.
struct PodMetric {
  records::Metric metric;
  double factor;  // to base units
};
std::optional<PodMetric> pod_metric_of(std::string_view path);

// Each pod is a device. Files must be in the order of their times where there are several; what they say of one pod and time becomes one
// sample. A pod without a reading at a time has no sample then.
struct TelemetryInput;
base::Status read_pod_series(std::span<const TelemetryInput> inputs, SampleSink& sink);

}  // namespace accelprep::intake

// Published distributions of a cluster's telemetry: quantile functions as "value,cum_percent", a row a point, as those of the AcmeTrace
// data set (Hu et al., NSDI 2024) and the clusters it is held against.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {

// A header of two columns, the second "cum_percent". The first is a metric with its unit ("busy [%]", "power_w [W]"), or "value", where the
// name of the file must be one that AcmeTrace's own notebook explains.
bool is_util_distribution(std::span<const std::string> head);

struct DistributionMetric {
  records::Metric metric;
  double factor;  // to base units
};
// util_gpu_{seren,kalos_full}_{0,2,4}: GPU_UTIL, SM_ACTIVE and SM_OCCUPANCY in percent; util_gpu_{kalos,philly,pai}_0: utilization in
// percent; gpu_power_{seren,kalos}_0 in watts. Nothing of others, which are not of one accelerator's metric or not explained.
std::optional<DistributionMetric> distribution_metric_of(std::string_view path);

// Rows that are no point, or step back in value or in share, are rejected. Under two points are an error.
base::Result<RecordingFacts> read_util_distribution(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake

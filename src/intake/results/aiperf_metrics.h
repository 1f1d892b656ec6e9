// AIPerf's and GenAI-Perf's metrics by name. GenAI-Perf's successor kept the names and what they mean.
#pragma once

#include <optional>
#include <string_view>

#include "intake/results/json_view.h"
#include "records/result.h"

namespace accelprep::intake {

// The definition of a metric by its tag ("inter_token_latency"); nothing where none of ours fits it.
std::optional<std::string_view> aiperf_definition(std::string_view tag);

// {"unit", "avg", "p99", ...}: taken over in the definition's unit. What has no definition or another unit is left out by name.
void add_aiperf_metric(records::BenchmarkRun& run, std::string_view tag, const JsonView& statistics);

}  // namespace accelprep::intake

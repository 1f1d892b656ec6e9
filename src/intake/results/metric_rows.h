// Statistics as tools write them, made rows of a run: scaled to the definition's unit, checked, or left out with the reason.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intake/results/json_view.h"
#include "records/result.h"

namespace accelprep::intake {

// Where a tool's metric goes.
struct MetricRule {
  std::string_view name;        // as the tool calls it
  std::string_view definition;  // a row of metric_definitions.h
  double scale = 1;             // from the tool's unit to the definition's
};

// 0.99 of "p99", 0.999 of "p99.9" and "p99p9", 0.5 of "median"; nothing of other keys.
std::optional<double> level_of(std::string_view key);

// {"mean" | "avg", "min", "max", "std" | "std_dev" | "stddev", "count", "median", "p99", ...}
records::ResultMetric statistics_of(const JsonView& statistics, const MetricRule& rule);

// Keys of the document itself: "mean_ttft_ms", "p99_ttft_ms" of the rule's name "ttft" and the suffix "_ms".
records::ResultMetric flat_statistics_of(const JsonView& document, const MetricRule& rule, std::string_view suffix);

// A metric of one figure.
records::ResultMetric single(const MetricRule& rule, std::optional<double> value);

// Takes the metric over, or leaves it out where it cannot be true: below 0, 0 throughout where something must have passed, statistics that
// contradict each other. One without any statistic is not there at all.
void add_metric(records::BenchmarkRun& run, records::ResultMetric metric);
// The same for each rule whose key the document has.
void add_single_metrics(records::BenchmarkRun& run, const JsonView& document, std::span<const MetricRule> rules);

// Factor from a unit as tools write it ("ms", "sec", "requests/sec", "tokens/sec/user") to the definition's; nothing where it does not fit.
std::optional<double> factor_between(std::string_view unit, std::string_view definition);

void add_gap(records::BenchmarkRun& run, std::string key, std::string reason);

// The rate of an open loop, or why there is none: a number, or infinite (then all is sent at once, or as fast as a cap allows).
struct RateAndCap {
  std::optional<double> rate;
  bool infinite = false;
  std::optional<double> cap;  // most requests in flight
};
void set_arrival(records::BenchmarkRun& run, const RateAndCap& given);

}  // namespace accelprep::intake

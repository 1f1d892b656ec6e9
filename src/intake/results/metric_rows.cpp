#include "intake/results/metric_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "records/metric_definitions.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;
using records::ResultMetric;

std::optional<double> scaled(std::optional<double> value, double scale) { return value ? std::optional(*value * scale) : std::nullopt; }

// One statistic by its key; what is none of ours is passed over.
void take(ResultMetric& metric, std::string_view key, std::optional<double> value) {
  if (!value) return;
  if (key == "mean" || key == "avg") {
    metric.mean = value;
  } else if (key == "min") {
    metric.min = value;
  } else if (key == "max") {
    metric.max = value;
  } else if (key == "std" || key == "std_dev" || key == "stddev") {
    metric.deviation = value;
  } else if (const auto level = level_of(key)) {
    const bool known = std::any_of(metric.quantiles.begin(), metric.quantiles.end(), [&](const auto& q) { return q.level == *level; });
    if (!known) metric.quantiles.push_back({*level, *value});
  }
}

void sort_quantiles(ResultMetric& metric) {
  std::sort(metric.quantiles.begin(), metric.quantiles.end(), [](const auto& a, const auto& b) { return a.level < b.level; });
}

// All statistics that lie on the value's own scale, in the order in which they must not fall.
std::vector<double> in_order(const ResultMetric& metric) {
  std::vector<double> out;
  if (metric.min) out.push_back(*metric.min);
  for (const auto& quantile : metric.quantiles) out.push_back(quantile.value);
  if (metric.max) out.push_back(*metric.max);
  return out;
}

// Why the metric cannot be taken over; "" where it can.
std::string fault_of(const ResultMetric& metric) {
  constexpr double kRounding = 1e-6;  // of printed figures, relative
  auto values = in_order(metric);
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] < values[i - 1] - kRounding * std::abs(values[i - 1]))
      return "its statistics contradict each other: a higher quantile is lower";
  }
  if (metric.mean) values.push_back(*metric.mean);
  if (metric.n && *metric.n <= 0) return "no value is behind it";
  const auto family = records::family_of(metric.definition);
  if (family != "send_delay" && std::any_of(values.begin(), values.end(), [](double value) { return value < 0; })) {
    return "it is below 0, which cannot be: the client's clock was set back, or the tool failed";
  }
  if (records::is_latency(metric.definition) && std::all_of(values.begin(), values.end(), [](double value) { return value == 0; })) {
    return "it is 0 throughout, which the tool writes where it measured nothing";
  }
  return "";
}

struct UnitRow {
  std::string_view written;
  std::string_view unit;
  double factor;
};
constexpr auto kUnits = std::to_array<UnitRow>({
    {"ns", "s", 1e-9},
    {"us", "s", 1e-6},
    {"ms", "s", 1e-3},
    {"s", "s", 1},
    {"sec", "s", 1},
    {"requests/sec", "1/s", 1},
    {"requests/s", "1/s", 1},
    {"queries/s", "1/s", 1},
    {"tokens", "tokens", 1},
    {"count", "tokens", 1},
    {"tokens/sec", "tokens/s", 1},
    {"tokens/s", "tokens/s", 1},
    {"tokens/sec/user", "tokens/s", 1},
    {"s/token", "s", 1},
    {"ms/token", "s", 1e-3},
    {"per sec", "1/s", 1},
    {"per sec", "tokens/s", 1},
});

}  // namespace

std::optional<double> level_of(std::string_view key) {
  if (key == "median") return 0.5;
  if (key.size() < 2 || key.front() != 'p') return std::nullopt;
  const auto percent = base::parse_number(base::replaced(key.substr(1), "p", "."));
  if (!percent || *percent <= 0 || *percent >= 100) return std::nullopt;
  return *percent / 100;
}

ResultMetric statistics_of(const JsonView& statistics, const MetricRule& rule) {
  ResultMetric out{.definition = rule.definition, .name = std::string(rule.name)};
  for (const auto& [key, value] : statistics.members()) take(out, key, scaled(value.number(), rule.scale));
  out.n = statistics["count"].integer();
  sort_quantiles(out);
  return out;
}

ResultMetric flat_statistics_of(const JsonView& document, const MetricRule& rule, std::string_view suffix) {
  ResultMetric out{.definition = rule.definition, .name = std::string(rule.name)};
  const auto ending = fmt::format("_{}{}", rule.name, suffix);
  for (const auto& [key, value] : document.members()) {
    if (key.ends_with(ending)) take(out, key.substr(0, key.size() - ending.size()), scaled(value.number(), rule.scale));
  }
  sort_quantiles(out);
  return out;
}

ResultMetric single(const MetricRule& rule, std::optional<double> value) {
  return {.definition = rule.definition, .name = std::string(rule.name), .mean = scaled(value, rule.scale)};
}

void add_metric(BenchmarkRun& run, ResultMetric metric) {
  CHECK(records::find_definition(metric.definition) != nullptr);
  if (!metric.mean && in_order(metric).empty()) return;
  auto fault = fault_of(metric);
  if (fault.empty()) {
    run.metrics.push_back(std::move(metric));
  } else {
    run.left_out.push_back({std::move(metric.name), std::move(fault)});
  }
}

void add_single_metrics(BenchmarkRun& run, const JsonView& document, std::span<const MetricRule> rules) {
  for (const auto& rule : rules) add_metric(run, single(rule, document[rule.name].number()));
}

std::optional<double> factor_between(std::string_view unit, std::string_view definition) {
  const auto* row = records::find_definition(definition);
  CHECK(row != nullptr);
  const auto* found = std::find_if(kUnits.begin(), kUnits.end(), [&](const auto& known) {
    return known.unit == row->unit && base::equals_ignoring_case(known.written, unit);
  });
  return found == kUnits.end() ? std::nullopt : std::optional(found->factor);
}

void add_gap(BenchmarkRun& run, std::string key, std::string reason) { run.gaps.push_back({std::move(key), std::move(reason)}); }

void set_arrival(BenchmarkRun& run, const RateAndCap& given) {
  if (given.cap && *given.cap > 0) run.concurrency = given.cap;
  if (given.rate && *given.rate > 0) {
    run.arrival = ResultArrival::open_loop;
    run.offered_per_s = given.rate;
  } else if (given.infinite && run.concurrency) {
    run.arrival = ResultArrival::closed_loop;
    add_gap(run, "offered_per_s", "a closed loop offers no rate: the next request waits for an answer");
  } else if (given.infinite) {
    run.arrival = ResultArrival::all_at_once;
    add_gap(run, "offered_per_s", "all requests were sent at once");
  }
}

}  // namespace accelprep::intake

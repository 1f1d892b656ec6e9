#include "intake/results/aiperf_records.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "intake/results/aiperf_metrics.h"
#include "intake/results/metric_rows.h"
#include "intake/results/written_time.h"
#include "statistics/quantiles.h"

namespace accelprep::intake {
namespace {

constexpr std::array<double, 6> kLevels{0.25, 0.50, 0.75, 0.90, 0.95, 0.99};

}  // namespace

bool is_aiperf_record(const JsonView& document) {
  return document.at("metadata.request_start_ns").number().has_value() && document["metrics"].is_object();
}

void AiperfRecords::add_metric(std::string_view name, const JsonView& metric) {
  if (!aiperf_definition(name)) return;
  auto& values = values_.try_emplace(std::string(name)).first->second;
  const auto unit = metric["unit"].text();
  if (values.unit.empty()) values.unit = unit;
  values.mixed = values.mixed || values.unit != unit;
  const auto value = metric["value"];
  if (const auto number = value.number()) values.each.push_back(*number);
  for (const double number : value.numbers()) values.many.add(number);
}

void AiperfRecords::add(const JsonView& record) {
  const auto metadata = record["metadata"];
  const auto phase = metadata["benchmark_phase"].text();
  if (!phase.empty() && phase != "profiling") {
    ++other_phases_;
    return;
  }
  ++used_;
  ++*counts_.sent;
  const auto start_ns = metadata["request_start_ns"].number();
  const auto end_ns = metadata["request_end_ns"].number();
  if (start_ns) first_start_s_ = std::min(first_start_s_.value_or(*start_ns / 1e9), *start_ns / 1e9);
  if (end_ns) last_end_s_ = std::max(last_end_s_.value_or(*end_ns / 1e9), *end_ns / 1e9);
  if (metadata["was_cancelled"].boolean().value_or(false)) {
    ++*counts_.incomplete;
  } else if (record["error"].is_object()) {
    ++*counts_.failed;
  } else {
    ++*counts_.completed;
    for (const auto& [name, metric] : record["metrics"].members()) add_metric(name, metric);
  }
}

records::ResultMetric AiperfRecords::metric_of(const std::string& name, const Values& values, std::string_view definition) {
  records::ResultMetric out{.definition = definition, .name = name};
  const double factor = factor_between(values.unit, definition).value_or(1);
  if (!values.each.empty()) {
    double sum = 0;
    for (const double value : values.each) sum += value;
    const auto [least, most] = std::minmax_element(values.each.begin(), values.each.end());
    out.n = static_cast<std::int64_t>(values.each.size());
    out.mean = factor * sum / static_cast<double>(values.each.size());
    out.min = factor * *least;
    out.max = factor * *most;
    for (const double level : kLevels) out.quantiles.push_back({level, factor * *statistics::quantile(values.each, level)});
  } else if (values.many.count() > 0) {
    auto builder = values.many;
    const auto many = builder.take();
    out.n = many.count;
    out.mean = factor * *statistics::mean(many);
    for (const double level : kLevels) out.quantiles.push_back({level, factor * *statistics::quantile(many, level)});
  }
  return out;
}

ResultRuns AiperfRecords::finish() const {
  records::BenchmarkRun run{.tool = "AIPerf", .counts = counts_};
  add_gap(run, "offered_per_s", "request records carry no offered rate; profile_export_aiperf.json of the same run does");
  run.started = unix_time(first_start_s_);
  run.ended = unix_time(last_end_s_);
  if (first_start_s_ && last_end_s_ && *last_end_s_ > *first_start_s_) {
    run.duration_s = *last_end_s_ - *first_start_s_;
    run.achieved_per_s = static_cast<double>(*counts_.completed) / *run.duration_s;
    run.notes.emplace_back("run length and rate are worked out from the records: first sending to last answer");
  }
  if (other_phases_ > 0) {
    run.warmup_excluded = true;
    run.notes.push_back(fmt::format("{} requests of the warm-up are left out", other_phases_));
  } else {
    add_gap(run, "warmup_excluded", "the records hold no request of a warm-up: there was none, or it was not written");
  }
  for (const auto& [name, values] : values_) {
    const auto definition = *aiperf_definition(name);
    if (values.mixed || !factor_between(values.unit, definition)) {
      run.left_out.push_back({name, fmt::format("its unit \"{}\" is none that {} is given in, or it changes", values.unit, definition)});
      continue;
    }
    if (values.each.empty() && values.many.count() > 0) run.notes.push_back(fmt::format("{} is rounded to 0.01 {}", name, values.unit));
    intake::add_metric(run, metric_of(name, values, definition));
  }
  return {std::move(run)};
}

}  // namespace accelprep::intake

// guidellm's benchmarks.json: {"metadata", "benchmarks": [{"config" | "scheduler" | "args", "metrics": {METRIC: {"successful", "errored",
// "incomplete", "total"}}}]}. Metrics are those of successful requests. Names without a unit are in s; times are wall clock (time.time()).
// Definitions: guidellm schemas/request_stats.py. 0.8 keeps the load under "config", 0.3 under "scheduler", 0.2 under "args".
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"
#include "intake/results/written_time.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;
using records::ResultPrompts;

constexpr auto kDistributions = std::to_array<MetricRule>({
    {"time_to_first_token_ms", "ttft.content", 1e-3},
    {"time_to_first_output_token_ms", "ttft.output_content", 1e-3},
    {"time_per_output_token_ms", "tpot.incl_first", 1e-3},
    {"inter_token_latency_ms", "tpot.excl_first_by_token", 1e-3},
    {"request_latency", "e2e.send_to_end"},
    {"request_scheduled_latency", "e2e.scheduled_to_end"},
    {"request_dispatch_delay", "send_delay.scheduled_to_sent"},
    {"prompt_token_count", "length.input"},
    {"output_token_count", "length.output"},
});

// Their quantiles are of the rate between two events, which says nothing; the mean is that of the whole run.
constexpr auto kRates = std::to_array<MetricRule>({
    {"requests_per_second", "rate.requests"},
    {"prompt_tokens_per_second", "rate.input_tokens"},
    {"output_tokens_per_second", "rate.output_tokens"},
    {"tokens_per_second", "rate.total_tokens"},
    {"request_goodput", "goodput.requests"},
});

// guidellm writes 0.1 % as p001 and 99.9 % as p999.
constexpr auto kLevels = std::to_array<std::pair<std::string_view, double>>({{"p001", 0.001},
                                                                             {"p01", 0.01},
                                                                             {"p05", 0.05},
                                                                             {"p10", 0.10},
                                                                             {"p25", 0.25},
                                                                             {"p50", 0.50},
                                                                             {"p75", 0.75},
                                                                             {"p90", 0.90},
                                                                             {"p95", 0.95},
                                                                             {"p99", 0.99},
                                                                             {"p999", 0.999}});

bool recognizes(const JsonView& document) {
  const auto metrics = document["benchmarks"].item(0)["metrics"];
  return metrics["request_latency"]["successful"].is_object() && metrics["requests_per_second"].is_object();
}

// The first of several places that is there.
JsonView first_of(const JsonView& benchmark, std::initializer_list<std::string_view> places) {
  for (const auto place : places) {
    if (const auto found = benchmark.at(place); found.exists()) return found;
  }
  return {};
}

void read_metrics(const JsonView& metrics, BenchmarkRun& run) {
  for (const auto& rule : kDistributions) {
    const auto statistics = metrics[rule.name]["successful"];
    auto metric = statistics_of(statistics, rule);
    metric.quantiles.clear();
    for (const auto& [key, level] : kLevels) {
      if (const auto value = statistics["percentiles"][key].number()) metric.quantiles.push_back({level, *value * rule.scale});
    }
    if (metric.n != 0) add_metric(run, std::move(metric));  // with no value behind it, it is 0 throughout
  }
  for (const auto& rule : kRates) {
    const auto statistics = metrics[rule.name]["successful"];
    if (statistics["count"].integer() != 0) add_metric(run, single(rule, statistics["mean"].number()));
  }
}

void read_strategy(const JsonView& strategy, BenchmarkRun& run) {
  const auto kind = strategy["type_"].text();
  const auto cap = strategy["max_concurrency"].number();
  run.arrival_shape = kind;
  if (kind == "poisson" || kind == "constant" || kind == "async") {
    set_arrival(run, {.rate = strategy["rate"].number(), .infinite = false, .cap = cap});
  } else if (kind == "concurrent") {
    const auto streams = strategy["streams"].number();
    set_arrival(run, {.rate = std::nullopt, .infinite = true, .cap = streams ? streams : cap});
  } else if (kind == "synchronous") {
    set_arrival(run, {.rate = std::nullopt, .infinite = true, .cap = 1});
  } else if (kind == "throughput") {
    run.arrival = ResultArrival::all_at_once;
    run.concurrency = cap;
    add_gap(run, "offered_per_s", "as many requests as the client could were kept in flight");
  } else if (kind.find("trace") != std::string::npos || kind.find("replay") != std::string::npos) {
    run.arrival = ResultArrival::trace;
  }
}

void read_counts(const JsonView& benchmark, BenchmarkRun& run) {
  const auto totals =
      first_of(benchmark, {"metrics.request_totals", "request_totals", "run_stats.requests_made", "scheduler_metrics.requests_made"});
  run.counts = {.sent = totals["total"].integer(),
                .completed = totals["successful"].integer(),
                .failed = totals["errored"].integer(),
                .incomplete = totals["incomplete"].integer()};
  const auto made = benchmark.at("scheduler_metrics.requests_made.incomplete").integer();
  if (made && run.counts.incomplete && *made != *run.counts.incomplete) {
    run.notes.push_back(
        fmt::format("guidellm's scheduler counts {} incomplete requests, its metrics {}: the rest had been made and not sent", *made,
                    *run.counts.incomplete));
  }
}

// {"kind": "synthetic_text", "prompt_tokens": 40, "prompt_tokens_stdev": null}, or the same as a text in older files.
ResultPrompts prompts_of(const JsonView& document, const JsonView& benchmark) {
  const auto data = document.at("config.spec.data").item(0);
  if (data.is_object()) {
    if (data["kind"].text() != "synthetic_text") return ResultPrompts::dataset;
    const bool varied = data["prompt_tokens_stdev"].number() || data["prompt_tokens_min"].number() || data["prompt_tokens_max"].number();
    return varied ? ResultPrompts::random_varied : ResultPrompts::random_fixed;
  }
  auto text = first_of(benchmark, {"request_loader.data", "benchmarker.requests.data"}).text();
  if (text.empty()) text = first_of(benchmark, {"benchmarker.requests.data"}).item(0).text();
  if (text.empty()) return ResultPrompts::unknown;
  if (text.find("prompt_tokens") == std::string::npos) return ResultPrompts::dataset;
  return text.find("prompt_tokens_") != std::string::npos ? ResultPrompts::random_varied : ResultPrompts::random_fixed;
}

void read_warmup(const JsonView& benchmark, BenchmarkRun& run) {
  const auto share = first_of(benchmark, {"warmup_duration", "args.warmup_duration", "args.warmup_number"});
  if (const auto warmup = share.number()) {
    run.warmup_excluded = *warmup > 0;
  } else if (share.exists()) {
    run.warmup_excluded = false;  // null where none was asked for
  }
}

BenchmarkRun read_one(const JsonView& document, const JsonView& benchmark) {
  BenchmarkRun run{.tool = "guidellm", .tool_version = document.at("metadata.guidellm_version").text()};
  const auto strategy = first_of(benchmark, {"config.strategy", "scheduler.strategy", "args.strategy"});
  read_strategy(strategy, run);
  run.label = strategy["type_"].text();
  if (run.offered_per_s) {
    run.label += fmt::format(" {:g}/s", *run.offered_per_s);
  } else if (run.concurrency && run.arrival == ResultArrival::closed_loop) {
    run.label += fmt::format(" {:g}", *run.concurrency);
  }
  run.model = first_of(benchmark, {"config.backend.model", "benchmarker.backend.model", "worker.backend_model"}).text();
  run.endpoint = first_of(benchmark, {"config.backend.request_format", "benchmarker.backend.kind", "worker.backend_type"}).text();
  const auto start_s = benchmark["start_time"].number();
  const auto end_s = benchmark["end_time"].number();
  run.started = unix_time(start_s);
  run.ended = unix_time(end_s);
  run.duration_s = benchmark["duration"].number();
  if (!run.duration_s && run.started && run.ended && *end_s > *start_s) run.duration_s = *end_s - *start_s;
  read_counts(benchmark, run);
  read_warmup(benchmark, run);
  run.prompts = prompts_of(document, benchmark);
  read_metrics(benchmark["metrics"], run);
  if (const auto rate = benchmark.at("metrics.requests_per_second.successful"); rate["count"].integer() != 0) {
    run.achieved_per_s = rate["mean"].number();
  }
  run.input_tokens = benchmark.at("metrics.prompt_token_count.successful.total_sum").number();
  run.output_tokens = benchmark.at("metrics.output_token_count.successful.total_sum").number();
  run.notes.emplace_back("guidellm takes its times from the wall clock: where that was set during the run, they are wrong");
  return run;
}

base::Result<ResultRuns> read(const JsonView& document) {
  ResultRuns out;
  const auto benchmarks = document["benchmarks"];
  for (std::size_t i = 0; i < benchmarks.size(); ++i) out.push_back(read_one(document, benchmarks.item(i)));
  return out;
}

}  // namespace

JsonResultFormat guidellm_format() { return {"guidellm benchmarks (JSON)", recognizes, read}; }

}  // namespace accelprep::intake

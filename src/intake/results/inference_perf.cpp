// inference-perf's summary_lifecycle_metrics.json and stage_N_lifecycle_metrics.json. Everything is in s. Definitions: docs/metrics.md.
#include <array>
#include <fmt/format.h>
#include <utility>

#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;

constexpr auto kLatencies = std::to_array<MetricRule>({
    {"time_to_first_token", "ttft.content"},
    {"time_per_output_token", "tpot.excl_first"},
    {"normalized_time_per_output_token", "tpot.e2e_over_tokens"},
    {"inter_token_latency", "itl.per_chunk"},
    {"request_latency", "e2e.send_to_end"},
});

constexpr auto kRates = std::to_array<MetricRule>({
    {"requests_per_sec", "rate.requests"},
    {"input_tokens_per_sec", "rate.input_tokens"},
    {"output_tokens_per_sec", "rate.output_tokens"},
    {"total_tokens_per_sec", "rate.total_tokens"},
});

bool recognizes(const JsonView& document) { return document["load_summary"].is_object() && document["successes"].is_object(); }

void read_load(const JsonView& load, BenchmarkRun& run) {
  run.counts.sent = load["count"].integer();
  const auto rate = load["requested_rate"].number();
  const auto concurrency = load["concurrency"].number();
  set_arrival(run, {.rate = rate, .infinite = !rate && concurrency, .cap = concurrency});
  if (run.arrival == ResultArrival::unknown) {
    for (const auto* key : {"arrival", "offered_per_s"}) {
      add_gap(run, key, "the summary of all stages carries no rate; the files of the stages do");
    }
  }
  if (const auto sent = load["achieved_rate"].number()) {
    run.notes.push_back(fmt::format("the tool's own achieved rate, {:g} a second, is that of sending", *sent));
  }
  auto delay = statistics_of(load["schedule_delay"], {.name = "schedule_delay", .definition = "send_delay.scheduled_to_sent"});
  delay.n = run.counts.sent;
  add_metric(run, std::move(delay));
}

base::Result<ResultRuns> read(const JsonView& document) {
  BenchmarkRun run{.tool = "inference-perf"};
  read_load(document["load_summary"], run);
  const auto successes = document["successes"];
  run.counts.completed = successes["count"].integer();
  run.counts.failed = document["failures"]["count"].integer();
  if (run.counts.sent && run.counts.completed && run.counts.failed) {
    run.counts.incomplete = *run.counts.sent - *run.counts.completed - *run.counts.failed;
    if (*run.counts.incomplete < 0) return base::fail(base::ErrorKind::invalid_input, "counts more requests that ended than were sent");
  }
  run.achieved_per_s = successes.at("throughput.requests_per_sec").number();
  run.duration_s = document["benchmark_time_seconds"].number();  // of 0.7 and later
  if (!run.duration_s && run.counts.completed && run.achieved_per_s && *run.achieved_per_s > 0) {
    run.duration_s = static_cast<double>(*run.counts.completed) / *run.achieved_per_s;
    run.notes.emplace_back("run length is worked out: completed requests over requests a second");
  }
  for (const auto& rule : kLatencies) {
    auto metric = statistics_of(successes["latency"][rule.name], rule);
    if (rule.definition != "itl.per_chunk") metric.n = run.counts.completed;
    add_metric(run, std::move(metric));
  }
  const std::string_view prompt = successes.has("prompt_len") ? "prompt_len" : "prompt_tokens";  // the second since 0.7
  for (const auto& rule : {MetricRule{prompt, "length.input"}, MetricRule{"output_len", "length.output"}}) {
    auto metric = statistics_of(successes[rule.name], rule);
    metric.n = run.counts.completed;
    add_metric(run, std::move(metric));
  }
  add_single_metrics(run, successes["throughput"], kRates);
  add_gap(run, "tool_version", "the file does not name it");
  for (const auto* key : {"model", "endpoint", "started", "ended", "warmup_excluded", "prompts"}) {
    add_gap(run, key, "it stands in the run's config.yaml, and not in this file");
  }
  return ResultRuns{std::move(run)};
}

}  // namespace

JsonResultFormat inference_perf_format() { return {"inference-perf lifecycle metrics (JSON)", recognizes, read}; }

}  // namespace accelprep::intake

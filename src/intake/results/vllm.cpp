// `vllm bench serve --save-result`: one object, or one a line where results are appended. Times are in ms; "date" is local time.
// Definitions: vllm/benchmarks/lib/endpoint_request_func.py and serve.py.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"
#include "intake/results/written_time.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultPrompts;

constexpr auto kLatencies = std::to_array<MetricRule>({
    {"ttft", "ttft.any_chunk", 1e-3},
    {"tpot", "tpot.excl_first", 1e-3},
    {"itl", "itl.per_chunk", 1e-3},
    {"e2el", "e2e.send_to_last", 1e-3},
    {"client_queue_time", "send_delay.client_queue", 1e-3},
    {"e2el_including_client_queue", "e2e.queued_to_last", 1e-3},
});

constexpr auto kRates = std::to_array<MetricRule>({
    {"request_throughput", "rate.requests"},
    {"request_goodput", "goodput.requests"},
    {"output_throughput", "rate.output_tokens"},
    {"total_token_throughput", "rate.total_tokens"},
});

bool recognizes(const JsonView& document) {
  return document.has("model_id") && document.has("completed") && document.has("request_throughput") &&
         (document.has("num_prompts") || document.has("tokenizer_id"));
}

void read_counts(const JsonView& document, BenchmarkRun& run) {
  run.counts.sent = document["num_prompts"].integer();
  run.counts.completed = document["completed"].integer();
  run.counts.failed = document["failed"].integer();
  if (!run.counts.failed && run.counts.sent && run.counts.completed && *run.counts.sent >= *run.counts.completed) {
    run.counts.failed = *run.counts.sent - *run.counts.completed;
    run.notes.emplace_back("failed requests are those sent and not completed: the file does not count them itself");
  }
  if (run.counts.sent && run.counts.completed && run.counts.failed && *run.counts.sent == *run.counts.completed + *run.counts.failed) {
    run.counts.incomplete = 0;  // the tool waits for every request
  }
}

bool all_equal(const std::vector<double>& values) {
  return !values.empty() && std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

base::Result<ResultRuns> read(const JsonView& document) {
  BenchmarkRun run{.tool = "vLLM bench serve",
                   .label = document["label"].text(),
                   .model = document["model_id"].text(),
                   .endpoint = document["backend"].text(),
                   .started = written_time(document["date"].text()),
                   .achieved_per_s = document["request_throughput"].number(),
                   .duration_s = document["duration"].number()};
  const auto rate = document["request_rate"];
  set_arrival(run, {.rate = rate.number(), .infinite = rate.is_infinite(), .cap = document["max_concurrency"].number()});
  if (const auto burstiness = document["burstiness"].number(); burstiness && run.offered_per_s) {
    run.arrival_shape = *burstiness == 1 ? "poisson" : fmt::format("gamma, burstiness {:g}", *burstiness);
  }
  read_counts(document, run);
  run.input_tokens = document["total_input_tokens"].number();
  run.output_tokens = document["total_output_tokens"].number();
  if (const auto lengths = document["input_lens"].numbers(); !lengths.empty()) {
    if (all_equal(lengths) && all_equal(document["output_lens"].numbers())) run.prompts = ResultPrompts::random_fixed;
  }
  for (const auto& rule : kLatencies) {
    auto metric = flat_statistics_of(document, rule, "_ms");
    if (rule.name != "itl") metric.n = run.counts.completed;
    add_metric(run, std::move(metric));
  }
  add_single_metrics(run, document, kRates);
  add_gap(run, "tool_version", "the file does not name vLLM's version");
  add_gap(run, "warmup_excluded", "the file does not say whether requests were sent before those that count");
  return ResultRuns{std::move(run)};
}

}  // namespace

JsonResultFormat vllm_format() { return {"vLLM bench serve (JSON)", recognizes, read}; }

}  // namespace accelprep::intake

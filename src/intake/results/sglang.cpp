// SGLang's bench_serving: one object a line, appended. Times are in ms; an endless rate is a bare Infinity. The file has no clock time, and
// counts completed requests alone. Definitions: sglang benchmark/serving.py.
#include <array>
#include <fmt/format.h>
#include <utility>

#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;
using records::ResultPrompts;

constexpr auto kRates = std::to_array<MetricRule>({
    {"request_throughput", "rate.requests"},
    {"input_throughput", "rate.input_tokens"},
    {"output_throughput", "rate.output_tokens"},
    {"total_throughput", "rate.total_tokens"},
});

bool recognizes(const JsonView& document) {
  return document.has("backend") && document.has("completed") &&
         (document.has("mean_e2e_latency_ms") || document.has("total_output_tokens_retokenized"));
}

// Over its own interface a piece of the stream says how many tokens it brought, and the gap is spread over them; over others it is not.
std::string_view itl_of(std::string_view backend) {
  return backend == "sglang" || backend == "sglang-native" ? "itl.per_token" : "itl.per_chunk";
}

ResultPrompts prompts_of(const JsonView& document) {
  const auto dataset = document["dataset_name"].text();
  if (dataset.empty()) return ResultPrompts::unknown;
  if (!dataset.starts_with("random")) return dataset.starts_with("generated") ? ResultPrompts::random : ResultPrompts::dataset;
  const auto ratio = document["random_range_ratio"].number();  // lengths are drawn between this share of the length and the whole of it
  if (!ratio) return ResultPrompts::random;
  return *ratio == 1 ? ResultPrompts::random_fixed : ResultPrompts::random_varied;
}

void read_counts(const JsonView& document, BenchmarkRun& run) {
  run.counts.completed = document["completed"].integer();
  const auto errors = document["errors"];
  if (errors.is_array()) {
    std::int64_t failed = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) failed += errors.item(i).text().empty() ? 0 : 1;
    run.counts.failed = failed;
    run.counts.sent = static_cast<std::int64_t>(errors.size());
    run.counts.incomplete = 0;  // the tool waits for every request
    return;
  }
  for (const auto* key : {"counts.sent", "counts.failed", "counts.incomplete"}) {
    add_gap(run, key, "the file counts completed requests and no others; --output-details adds the errors");
  }
}

base::Result<ResultRuns> read(const JsonView& document) {
  BenchmarkRun run{.tool = "SGLang bench_serving",
                   .label = document["tag"].text(),
                   .model = document.at("server_info.model_path").text(),
                   .endpoint = document["backend"].text(),
                   .achieved_per_s = document["request_throughput"].number(),
                   .duration_s = document["duration"].number(),
                   .prompts = prompts_of(document),
                   .input_tokens = document["total_input_tokens"].number(),
                   .output_tokens = document["total_output_tokens"].number()};
  const auto rate = document["request_rate"];
  if (rate.text() == "trace") {
    run.arrival = ResultArrival::trace;
    add_gap(run, "offered_per_s", "requests were sent at the times of a trace");
  } else {
    set_arrival(run, {.rate = rate.number(), .infinite = rate.is_infinite(), .cap = document["max_concurrency"].number()});
    if (run.offered_per_s) run.arrival_shape = "poisson";
  }
  read_counts(document, run);
  const std::array<MetricRule, 4> latencies{{{"ttft", "ttft.content_with_connect", 1e-3},
                                             {"tpot", "tpot.excl_first", 1e-3},
                                             {"itl", itl_of(run.endpoint), 1e-3},
                                             {"e2e_latency", "e2e.send_to_end", 1e-3}}};
  for (const auto& rule : latencies) {
    auto metric = flat_statistics_of(document, rule, "_ms");
    if (rule.name != "itl") metric.n = run.counts.completed;
    add_metric(run, std::move(metric));
  }
  add_single_metrics(run, document, kRates);
  add_gap(run, "tool_version", "the file does not name it");
  for (const auto* key : {"started", "ended"}) add_gap(run, key, "the file carries no clock time");
  add_gap(run, "warmup_excluded", "the tool sends a request before those that count, unless told not to; the file does not say");
  return ResultRuns{std::move(run)};
}

}  // namespace

JsonResultFormat sglang_format() { return {"SGLang bench_serving (JSON lines)", recognizes, read}; }

}  // namespace accelprep::intake

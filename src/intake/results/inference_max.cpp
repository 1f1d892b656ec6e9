// InferenceMAX (InferenceX) agg_*.json: one object, or a list of them. Its keys are those of its copy of vLLM's bench serve with "_ms" cut
// off and the value in s. The load is always a closed loop of "conc" requests. Definitions: utils/process_result.py, bench_serving.
#include <array>
#include <fmt/format.h>
#include <utility>

#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;

constexpr auto kLatencies = std::to_array<MetricRule>({
    {"ttft", "ttft.any_chunk"},
    {"tpot", "tpot.excl_first"},
    {"itl", "itl.per_chunk"},
    {"e2el", "e2e.send_to_last"},
});

constexpr auto kSingles = std::to_array<MetricRule>({
    {"output_tput_per_gpu", "rate.output_tokens_per_accelerator"},
    {"input_tput_per_gpu", "rate.input_tokens_per_accelerator"},
    {"tput_per_gpu", "rate.total_tokens_per_accelerator"},
});

constexpr auto kPower = std::to_array<MetricRule>({
    {"avg_power_w", "power.accelerator_mean"},
    {"joules_per_output_token", "energy.per_output_token"},
});

bool recognizes(const JsonView& document) { return document.has("hw") && document.has("conc") && document.has("tput_per_gpu"); }

// Its quantiles are of the inverse: the 99th percentile of the time is the 1st of the rate, and only the middle is the same.
void add_interactivity(const JsonView& document, BenchmarkRun& run) {
  records::ResultMetric metric{.definition = "rate.output_tokens_per_user", .name = "intvty"};
  if (const auto median = document["median_intvty"].number()) metric.quantiles.push_back({0.5, *median});
  add_metric(run, std::move(metric));
}

base::Result<ResultRuns> read(const JsonView& document) {
  BenchmarkRun run{.tool = "InferenceMAX",
                   .label = fmt::format("concurrency {:g}", document["conc"].number().value_or(0)),
                   .model = document["model"].text(),
                   .endpoint = document["framework"].text(),
                   .accelerator = document["hw"].text()};
  set_arrival(run, {.rate = std::nullopt, .infinite = true, .cap = document["conc"].number()});
  if (document.has("isl") && document.has("osl")) {
    run.prompts = records::ResultPrompts::random;
    run.label += fmt::format(", {:g} in, {:g} out", document["isl"].number().value_or(0), document["osl"].number().value_or(0));
  }
  for (const auto& rule : kLatencies) add_metric(run, flat_statistics_of(document, rule, ""));
  add_interactivity(document, run);
  add_single_metrics(run, document, kSingles);
  if (document["power_valid"].boolean().value_or(false)) {
    add_single_metrics(run, document, kPower);
  } else if (document.has("avg_power_w")) {
    run.left_out.push_back({"avg_power_w", "the file does not say that its power figures are valid"});
  }
  add_gap(run, "tool_version", "the file does not name it");
  add_gap(run, "achieved_per_s", "the file carries tokens a second and no requests");
  for (const auto* key : {"duration_s", "started", "ended", "counts.sent", "counts.completed", "counts.failed", "counts.incomplete"}) {
    add_gap(run, key, "the aggregate leaves it out; the result it was made of carries it");
  }
  add_gap(run, "warmup_excluded", "the file does not say whether requests were sent before those that count");
  return ResultRuns{std::move(run)};
}

}  // namespace

JsonResultFormat inference_max_format() { return {"InferenceMAX aggregate (JSON)", recognizes, read}; }

}  // namespace accelprep::intake

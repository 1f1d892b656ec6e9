// GenAI-Perf's profile_export_genai_perf.json: {METRIC: {"unit", "avg", "p99", ...}, "input_config": {...}}. Versions of 2024 keep the
// flags in "input_config" as they were given, later ones in groups. Definitions: genai_perf llm_profile_data_parser.py.
#include <fmt/format.h>
#include <utility>

#include "intake/results/aiperf_metrics.h"
#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultPrompts;

bool recognizes(const JsonView& document) {
  return document["input_config"].is_object() && document["request_latency"].has("unit") && !document.has("aiperf_version") &&
         !document.has("was_cancelled");
}

std::optional<double> value_of(const JsonView& document, std::string_view metric) { return document[metric]["avg"].number(); }

std::string model_of(const JsonView& config) {
  for (const auto* place : {"model", "formatted_model_name"}) {
    if (auto name = config[place].text(); !name.empty()) return name;
  }
  if (auto name = config["model"].item(0).text(); !name.empty()) return name;
  return config["model_names"].item(0).text();
}

ResultPrompts prompts_of(const JsonView& config) {
  if (!config["input_file"].text().empty() || !config.at("input.file").text().empty()) return ResultPrompts::dataset;
  auto spread = config["synthetic_input_tokens_stddev"].number();
  if (!spread) spread = config.at("input.synthetic_tokens.stddev").number();
  if (!spread) return ResultPrompts::unknown;
  return *spread > 0 ? ResultPrompts::random_varied : ResultPrompts::random_fixed;
}

base::Result<ResultRuns> read(const JsonView& document) {
  const auto config = document["input_config"];
  BenchmarkRun run{.tool = "GenAI-Perf", .model = model_of(config)};
  auto concurrency = config["concurrency"].number();
  if (!concurrency) concurrency = config.at("perf_analyzer.stimulus.concurrency").number();
  auto rate = config["request_rate"].number();
  if (!rate) rate = config.at("perf_analyzer.stimulus.request_rate").number();
  set_arrival(run, {.rate = rate, .infinite = !rate && concurrency, .cap = concurrency});
  run.endpoint = config["endpoint_type"].text();
  if (run.endpoint.empty()) run.endpoint = config.at("endpoint.type").text();
  run.achieved_per_s = value_of(document, "request_throughput");
  run.counts.completed = document["request_count"]["avg"].integer();
  run.prompts = prompts_of(config);
  for (const auto& [name, statistics] : document.members()) {
    if (statistics.is_object() && statistics.has("unit")) add_aiperf_metric(run, name, statistics);
  }
  for (auto& metric : run.metrics) {
    if (!metric.quantiles.empty() && metric.definition != "itl.per_chunk") metric.n = run.counts.completed;
  }
  for (const auto* key : {"counts.sent", "counts.failed", "counts.incomplete"}) {
    add_gap(run, key, "the file counts completed requests and no others");
  }
  for (const auto* key : {"started", "ended", "duration_s"}) add_gap(run, key, "the file carries neither clock time nor run length");
  add_gap(run, "tool_version", "the file does not name it");
  return ResultRuns{std::move(run)};
}

}  // namespace

JsonResultFormat genai_perf_format() { return {"GenAI-Perf profile export (JSON)", recognizes, read}; }

}  // namespace accelprep::intake

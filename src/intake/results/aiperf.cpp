// AIPerf's profile_export_aiperf.json: {"aiperf_version", "input_config", METRIC: {"unit", "avg", "p99", ...}, ...}. The unit that stands
// beside a metric holds. Definitions: AIPerf docs/metrics-reference.md.
#include <array>
#include <fmt/format.h>

#include "intake/results/aiperf_metrics.h"
#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"
#include "intake/results/written_time.h"
#include "records/metric_definitions.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;
using records::ResultPrompts;

bool recognizes(const JsonView& document) {
  return document.has("input_config") && (document.has("aiperf_version") || document.has("was_cancelled")) &&
         (document.has("request_latency") || document.has("request_count") || document.has("error_request_count"));
}

std::optional<double> value_of(const JsonView& document, std::string_view metric) { return document[metric]["avg"].number(); }

// The load as 0.13 writes it: phases, one of which is measured.
void read_phases(const JsonView& phases, BenchmarkRun& run) {
  run.warmup_excluded = false;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const auto phase = phases.item(i);
    const auto kind = phase["kind"].text();
    if (kind == "warmup" && phase["exclude_from_results"].boolean().value_or(true)) run.warmup_excluded = true;
    if (kind != "profiling" && phase["name"].text() != "profiling") continue;
    run.arrival_shape = phase["type"].text();
    if (run.arrival_shape.find("schedule") != std::string::npos || run.arrival_shape.find("trace") != std::string::npos) {
      run.arrival = ResultArrival::trace;
      continue;
    }
    set_arrival(run,
                {.rate = phase["rate"].number(), .infinite = run.arrival_shape == "concurrency", .cap = phase["concurrency"].number()});
  }
}

// The load as versions of 2025 write it: the flags that were given.
void read_loadgen(const JsonView& loadgen, BenchmarkRun& run) {
  const auto warmup = loadgen["warmup_request_count"].number();
  const auto warmup_s = loadgen["warmup_duration"].number();
  run.warmup_excluded = (warmup && *warmup > 0) || (warmup_s && *warmup_s > 0);
  const auto rate = loadgen["request_rate"].number();
  run.arrival_shape = loadgen["request_rate_mode"].text();
  set_arrival(run, {.rate = rate, .infinite = !rate && loadgen["concurrency"].number(), .cap = loadgen["concurrency"].number()});
}

ResultPrompts prompts_of(const JsonView& config) {
  const auto dataset = config["datasets"].item(0);
  if (dataset.exists()) {
    if (dataset["type"].text() != "synthetic") return ResultPrompts::dataset;
    const auto spread = dataset.at("prompts.isl.stddev").number();
    return spread && *spread > 0 ? ResultPrompts::random_varied : ResultPrompts::random_fixed;
  }
  if (!config.at("input.file").text().empty() || !config.at("input.public_dataset").text().empty()) return ResultPrompts::dataset;
  const auto tokens = config.at("input.prompt.input_tokens");
  if (!tokens.exists()) return ResultPrompts::unknown;
  const auto spread = tokens["stddev"].number();
  return spread && *spread > 0 ? ResultPrompts::random_varied : ResultPrompts::random_fixed;
}

void read_config(const JsonView& config, BenchmarkRun& run) {
  run.model = config.at("models.items").item(0)["name"].text();
  if (run.model.empty()) run.model = config.at("endpoint.model_names").item(0).text();
  run.endpoint = config.at("endpoint.type").text();
  run.prompts = prompts_of(config);
  if (config["phases"].is_array()) {
    read_phases(config["phases"], run);
  } else if (config["loadgen"].is_object()) {
    read_loadgen(config["loadgen"], run);
  }
}

void read_counts(const JsonView& document, BenchmarkRun& run) {
  const auto count = [&](std::string_view metric) { return document[metric]["avg"].integer(); };
  run.counts.completed = count("request_count");
  run.counts.failed = count("error_request_count");
  // The tool leaves the metric out where no request failed, and says so by a list of errors that is empty.
  const auto errors = document["error_summary"];
  if (!run.counts.failed && run.counts.completed && errors.is_array() && errors.size() == 0) run.counts.failed = 0;
  add_gap(run, "counts.sent", "the file counts requests that ended, with success or an error, and no others");
  add_gap(run, "counts.incomplete", "the file counts requests that ended, and none that were still open");
}

base::Result<ResultRuns> read(const JsonView& document) {
  BenchmarkRun run{.tool = "AIPerf", .tool_version = document["aiperf_version"].text()};
  read_config(document["input_config"], run);
  read_counts(document, run);
  run.started = written_time(document["start_time"].text());
  run.ended = written_time(document["end_time"].text());
  run.achieved_per_s = value_of(document, "request_throughput");
  run.duration_s = value_of(document, "benchmark_duration");
  run.input_tokens = value_of(document, "total_isl");
  run.output_tokens = value_of(document, "total_osl");
  if (document["was_cancelled"].boolean().value_or(false)) run.invalid = "the run was cancelled";
  for (const auto& [name, statistics] : document.members()) {
    if (statistics.is_object() && statistics.has("unit")) add_aiperf_metric(run, name, statistics);
  }
  return ResultRuns{std::move(run)};
}

}  // namespace

JsonResultFormat aiperf_format() { return {"AIPerf profile export (JSON)", recognizes, read}; }

}  // namespace accelprep::intake

// llm-d's benchmark report, JSON or YAML: 0.2 keeps figures under results.request_performance.aggregate, 0.1 under metrics. It is a
// conversion of another tool's result under names of its own: what a metric is depends on the tool, which "tool" (0.1: "name") tells.
// Each statistic carries its "units".
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"
#include "intake/results/written_time.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultPrompts;

// What the report's five latencies are where that tool measured them.
struct ToolRow {
  std::string_view tool;  // as the report names it; "" for others
  std::string_view ttft;
  std::string_view tpot;
  std::string_view itl;
  std::string_view e2e;
};
constexpr auto kTools = std::to_array<ToolRow>({
    {"vllm-benchmark", "ttft.any_chunk", "tpot.excl_first", "itl.per_chunk", "e2e.send_to_last"},
    {"inferencemax", "ttft.any_chunk", "tpot.excl_first", "itl.per_chunk", "e2e.send_to_last"},
    {"inference-perf", "ttft.content", "tpot.excl_first", "itl.per_chunk", "e2e.send_to_end"},
    {"guidellm", "ttft.content", "tpot.incl_first", "tpot.excl_first_by_token", "e2e.send_to_end"},
    {"aiperf", "ttft.content", "tpot.excl_first", "tpot.excl_first", "e2e.send_to_last"},
    {"", "ttft.undefined", "tpot.undefined", "itl.undefined", "e2e.undefined"},
});

const ToolRow& row_of(std::string_view tool) {
  const auto* found =
      std::find_if(kTools.begin(), kTools.end(), [&](const auto& row) { return base::equals_ignoring_case(row.tool, tool); });
  return found == kTools.end() ? kTools.back() : *found;
}

JsonView figures_of(const JsonView& document) {
  const auto now = document.at("results.request_performance.aggregate");
  return now.exists() ? now : document["metrics"];
}

bool recognizes(const JsonView& document) {
  return document.has("version") && document["scenario"].is_object() && figures_of(document)["latency"].is_object();
}

void add_statistics(BenchmarkRun& run, const JsonView& statistics, const MetricRule& rule) {
  if (!statistics.is_object()) return;
  const auto unit = statistics["units"].text();
  const auto factor = factor_between(unit, rule.definition);
  if (!factor) {
    run.left_out.push_back({std::string(rule.name), fmt::format("its unit \"{}\" is none that {} is given in", unit, rule.definition)});
    return;
  }
  add_metric(run, statistics_of(statistics, {.name = rule.name, .definition = rule.definition, .scale = *factor}));
}

// "PT1M30.5S"
std::optional<double> seconds_of(std::string_view duration) {
  if (!duration.starts_with("PT")) return std::nullopt;
  double total = 0;
  std::string number;
  for (const char c : duration.substr(2)) {
    if ((c >= '0' && c <= '9') || c == '.') {
      number += c;
      continue;
    }
    const auto value = base::parse_number(number);
    const double unit = c == 'H' ? 3600 : c == 'M' ? 60 : c == 'S' ? 1 : 0;
    if (!value || unit == 0) return std::nullopt;
    total += *value * unit;
    number.clear();
  }
  return number.empty() ? std::optional(total) : std::nullopt;
}

void read_time(const JsonView& document, BenchmarkRun& run) {
  const auto time = document.at("run.time");
  run.started = written_time(time["start"].text());
  run.ended = written_time(time["end"].text());
  run.duration_s = seconds_of(time["duration"].text());
  if (!run.duration_s) run.duration_s = document.at("metrics.time.duration").number();
  if (!run.started) run.started = unix_time(document.at("metrics.time.start").number());
}

void read_load(const JsonView& load, BenchmarkRun& run) {
  const auto standard = load["standardized"];
  const auto tool = standard.exists() ? standard["tool"].text() : load["name"].text();
  run.tool = tool.empty() ? "llm-d benchmark report" : tool;
  run.tool_version = standard["tool_version"].text();
  if (const auto stage = standard["stage"].integer(); stage && *stage > 0) run.label = fmt::format("stage {}", *stage);
  const auto rate = standard["rate_qps"].number();
  set_arrival(run, {.rate = rate, .infinite = !rate && standard["concurrency"].number(), .cap = standard["concurrency"].number()});
  const auto source = standard["source"].text();
  const auto fixed = standard.at("input_seq_len.distribution").text() == "fixed";
  if (source == "random") run.prompts = fixed ? ResultPrompts::random_fixed : ResultPrompts::random_varied;
  if (source == "sampled") run.prompts = ResultPrompts::dataset;
}

void read_stack(const JsonView& stack, BenchmarkRun& run) {
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const auto standard = stack.item(i)["standardized"];
    if (const auto name = standard.at("model.name").text(); run.model.empty()) run.model = name;
    if (const auto name = standard.at("accelerator.model").text(); run.accelerator.empty()) run.accelerator = name;
  }
}

void read_counts(const JsonView& requests, BenchmarkRun& run) {
  run.counts.sent = requests["total"].integer();
  run.counts.failed = requests["failures"].integer();
  run.counts.incomplete = requests["incomplete"].integer();
  if (!run.counts.sent || !run.counts.failed) return;
  const auto completed = *run.counts.sent - *run.counts.failed - run.counts.incomplete.value_or(0);
  if (completed >= 0) run.counts.completed = completed;
  if (run.counts.completed) run.notes.emplace_back("completed requests are those sent, less the failed and the incomplete ones");
}

base::Result<ResultRuns> read(const JsonView& document) {
  BenchmarkRun run;
  read_load(document.at("scenario.load"), run);
  read_stack(document.at("scenario.stack"), run);
  if (run.model.empty()) run.model = document.at("scenario.model.name").text();
  read_time(document, run);
  const auto figures = figures_of(document);
  read_counts(figures["requests"], run);
  const auto& row = row_of(run.tool);
  const std::array<MetricRule, 5> latencies{{{"time_to_first_token", row.ttft},
                                             {"time_per_output_token", row.tpot},
                                             {"normalized_time_per_output_token", "tpot.e2e_over_tokens"},
                                             {"inter_token_latency", row.itl},
                                             {"request_latency", row.e2e}}};
  for (const auto& rule : latencies) add_statistics(run, figures["latency"][rule.name], rule);
  const auto throughput = figures["throughput"];
  for (const auto& rule : {MetricRule{"request_rate", "rate.requests"}, MetricRule{"input_token_rate", "rate.input_tokens"},
                           MetricRule{"output_token_rate", "rate.output_tokens"}, MetricRule{"total_token_rate", "rate.total_tokens"}}) {
    add_statistics(run, throughput[rule.name], rule);
  }
  // 0.1 has these as plain numbers, the unit in the name.
  for (const auto& rule : {MetricRule{"requests_per_sec", "rate.requests"}, MetricRule{"output_tokens_per_sec", "rate.output_tokens"},
                           MetricRule{"total_tokens_per_sec", "rate.total_tokens"}}) {
    add_metric(run, single(rule, throughput[rule.name].number()));
  }
  add_statistics(run, figures["requests"]["input_length"], {"input_length", "length.input"});
  add_statistics(run, figures["requests"]["output_length"], {"output_length", "length.output"});
  const auto rate =
      std::find_if(run.metrics.begin(), run.metrics.end(), [](const auto& metric) { return metric.definition == "rate.requests"; });
  if (rate != run.metrics.end()) run.achieved_per_s = rate->mean;
  run.notes.emplace_back("converted by llm-d-benchmark from the tool's own result: what the conversion left out is not known here");
  add_gap(run, "warmup_excluded", "the report does not say");
  return ResultRuns{std::move(run)};
}

}  // namespace

JsonResultFormat llm_d_format() { return {"llm-d benchmark report", recognizes, read}; }

}  // namespace accelprep::intake

// MLPerf LoadGen's mlperf_log_summary.txt ("KEY : VALUE" lines) and mlperf_log_detail.txt (":::MLLOG {"key", "value", ...}" lines). All
// latencies count from the scheduled time and are in ns. Not used: result_overlatency_query_count, which counts every query where token
// latencies are the bound, and result_token_throughput, which is off by the ns. Definitions: loadgen/logging.cc, results.cc.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "base/text.h"
#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"
#include "intake/results/written_time.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;
using Facts = std::map<std::string, std::string, std::less<>>;  // the first value of a key holds

struct Group {
  std::string_view definition;
  std::string_view name;
  std::string_view summary_suffix;  // lower case: "min first token latency (ns)"
  std::string_view detail_prefix;   // "result_first_token_50.00_percentile_latency_ns"
};
constexpr auto kGroups = std::to_array<Group>({
    {"ttft.scheduled", "first token latency", " first token latency (ns)", "result_first_token_"},
    {"tpot.excl_first", "time to output token", " time to output token (ns)", "result_time_per_output_token_"},
    {"tpot.excl_first", "time to output token", " time to output token (ns)", "result_time_to_output_token_"},
    {"e2e.scheduled_to_end", "latency", " latency (ns)", "result_"},
});
constexpr std::string_view kMark = ":::MLLOG ";

bool recognizes_summary(std::span<const std::string_view> lines) {
  const auto head = lines.first(std::min<std::size_t>(lines.size(), 5));
  return std::any_of(head.begin(), head.end(), [](auto line) { return base::trim(line) == "MLPerf Results Summary"; });
}

bool recognizes_detail(std::span<const std::string_view> lines) { return !lines.empty() && lines.front().starts_with(kMark); }

// "min", "mean" or "50.00 percentile" into the metric; other words are another key's.
void take(records::ResultMetric& metric, std::string_view statistic, std::string_view text) {
  const auto value = base::parse_number(text);
  if (!value) return;
  const double seconds = *value * 1e-9;
  if (statistic == "min") metric.min = seconds;
  if (statistic == "max") metric.max = seconds;
  if (statistic == "mean") metric.mean = seconds;
  if (!statistic.ends_with(" percentile")) return;
  const auto level = level_of(fmt::format("p{}", statistic.substr(0, statistic.find(' '))));
  if (level) metric.quantiles.push_back({*level, seconds});
}

// "50.00_percentile_latency_ns" or "mean_latency_ns" or "99.00_percentile_ns" or "min" to the summary's words.
std::string statistic_of(std::string_view detail) {
  for (const std::string_view ending : {"_ns", "_latency"}) {
    if (detail.ends_with(ending)) detail.remove_suffix(ending.size());
  }
  return base::replaced(detail, "_", " ");
}

std::vector<records::ResultMetric> metrics_of(const Facts& facts, bool detail) {
  std::vector<records::ResultMetric> out;
  for (const auto& group : kGroups) {
    auto found = std::find_if(out.begin(), out.end(), [&](const auto& metric) { return metric.definition == group.definition; });
    if (found == out.end()) found = out.insert(out.end(), {.definition = group.definition, .name = std::string(group.name)});
    for (const auto& [key, value] : facts) {
      if (detail && key.starts_with(group.detail_prefix))
        take(*found, statistic_of(std::string_view(key).substr(group.detail_prefix.size())), value);
      if (!detail && key.ends_with(group.summary_suffix))
        take(*found, std::string_view(key).substr(0, key.size() - group.summary_suffix.size()), value);
    }
  }
  for (auto& metric : out) {
    auto& quantiles = metric.quantiles;
    std::sort(quantiles.begin(), quantiles.end(), [](const auto& a, const auto& b) { return a.level < b.level; });
    quantiles.erase(std::unique(quantiles.begin(), quantiles.end(), [](const auto& a, const auto& b) { return a.level == b.level; }),
                    quantiles.end());
  }
  return out;
}

std::string text_of(const Facts& facts, std::string_view key) {
  const auto found = facts.find(key);
  return found == facts.end() ? "" : found->second;
}
std::optional<double> number_of(const Facts& facts, std::string_view key) { return base::parse_number(text_of(facts, key)); }

void set_scenario(BenchmarkRun& run, const std::string& scenario) {
  run.label = run.arrival_shape = scenario;
  if (scenario == "Server" || scenario == "Interactive") {
    run.arrival = ResultArrival::open_loop;
  } else if (scenario == "Offline") {
    run.arrival = ResultArrival::all_at_once;
    add_gap(run, "offered_per_s", "all samples were sent at once");
  } else if (scenario == "SingleStream" || scenario == "MultiStream") {
    run.arrival = ResultArrival::closed_loop;
    run.concurrency = 1;  // queries
    add_gap(run, "offered_per_s", "a closed loop offers no rate: the next query waits for an answer");
  }
}

void add_common(BenchmarkRun& run, const Facts& facts, bool detail) {
  run.prompts = records::ResultPrompts::dataset;
  for (auto& metric : metrics_of(facts, detail)) {
    metric.n = run.counts.completed;
    add_metric(run, std::move(metric));
  }
  add_metric(run, single({.name = "completed samples per second", .definition = "rate.requests"}, run.achieved_per_s));
  for (const auto* key : {"counts.failed", "counts.incomplete"}) {
    add_gap(run, key, "LoadGen waits for every query and takes every answer, also one that stands for a failure");
  }
  add_gap(run, "warmup_excluded", "LoadGen times every query; whether the system was warm before, its log does not say");
}

base::Result<ResultRuns> read_summary(std::span<const std::string_view> lines) {
  Facts facts;
  for (const auto line : lines) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    facts.try_emplace(base::lower(base::trim(line.substr(0, colon))), base::trim(line.substr(colon + 1)));
  }
  BenchmarkRun run{.tool = "MLPerf LoadGen"};
  set_scenario(run, text_of(facts, "scenario"));
  run.offered_per_s = number_of(facts, "scheduled samples per second");
  run.achieved_per_s = number_of(facts, run.arrival == ResultArrival::all_at_once ? "samples per second" : "completed samples per second");
  if (text_of(facts, "result is") == "INVALID") run.invalid = "INVALID";
  if (text_of(facts, "mode").starts_with("Accuracy")) run.invalid = "it is an accuracy run";
  const auto least_ms = number_of(facts, "min_duration (ms)");
  if (least_ms && base::equals_ignoring_case(text_of(facts, "min duration satisfied"), "yes")) run.duration_least_s = *least_ms / 1000;
  const auto tokens = number_of(facts, "completed tokens per second");
  add_metric(run, single({.name = "tokens per second", .definition = "rate.output_tokens"},
                         tokens ? tokens : number_of(facts, "tokens per second")));
  for (const auto* key : {"duration_s", "started", "ended", "counts.sent", "counts.completed", "tool_version"}) {
    add_gap(run, key, "the summary leaves it out; mlperf_log_detail.txt of the same run carries it");
  }
  add_common(run, facts, false);
  return ResultRuns{std::move(run)};
}

// "07-31-2025 09:26:03.554", local time
std::optional<records::ResultTime> power_time(std::string_view text) {
  if (text.size() < 19) return std::nullopt;
  return written_time(fmt::format("{}-{}-{}T{}", text.substr(6, 4), text.substr(0, 2), text.substr(3, 2), text.substr(11)));
}

base::Result<Facts> facts_of_detail(std::span<const std::string_view> lines) {
  Facts facts;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with(kMark)) continue;
    TRY_ASSIGN(const auto document, JsonDocument::parse(std::string(lines[i].substr(kMark.size())), fmt::format("line {}", i + 1)));
    const auto value = document.root()["value"];
    std::string text = value.text();
    if (const auto number = value.number()) text = fmt::format("{}", *number);
    if (const auto yes = value.boolean()) text = *yes ? "true" : "false";
    facts.try_emplace(document.root()["key"].text(), text);
  }
  return facts;
}

base::Result<ResultRuns> read_detail(std::span<const std::string_view> lines) {
  TRY_ASSIGN(const auto facts, facts_of_detail(lines));
  if (!facts.contains("result_validity")) return base::fail(base::ErrorKind::invalid_input, "has no result_validity: the run did not end");
  BenchmarkRun run{.tool = "MLPerf LoadGen", .tool_version = text_of(facts, "loadgen_version")};
  set_scenario(run,
               text_of(facts, "effective_scenario").empty() ? text_of(facts, "requested_scenario") : text_of(facts, "effective_scenario"));
  run.offered_per_s = number_of(facts, "result_scheduled_samples_per_sec");
  run.achieved_per_s =
      number_of(facts, run.arrival == ResultArrival::all_at_once ? "result_samples_per_second" : "result_completed_samples_per_sec");
  if (text_of(facts, "result_validity") != "VALID") run.invalid = "INVALID";
  if (text_of(facts, "requested_test_mode").starts_with("Accuracy")) run.invalid = "it is an accuracy run";
  const auto queries = number_of(facts, run.arrival == ResultArrival::all_at_once ? "generated_samples_per_query" : "result_query_count");
  if (queries && *queries >= 0 && *queries < 9e15) run.counts.sent = run.counts.completed = static_cast<std::int64_t>(*queries);
  run.started = written_time(text_of(facts, "test_datetime"));
  const auto from = power_time(text_of(facts, "power_begin"));
  const auto to = power_time(text_of(facts, "power_end"));
  if (from && to && to->ns > from->ns) {
    run.duration_s = static_cast<double>(to->ns - from->ns) / 1e9;
    if (run.started) run.ended = records::ResultTime{.ns = run.started->ns + (to->ns - from->ns), .has_zone = run.started->has_zone};
    run.notes.emplace_back("run length is from power_begin to power_end, the stretch that the rules have power measured over");
  }
  add_metric(run, single({.name = "result_completed_tokens_per_second", .definition = "rate.output_tokens"},
                         number_of(facts, "result_completed_tokens_per_second")));
  add_common(run, facts, true);
  return ResultRuns{std::move(run)};
}

}  // namespace

TextResultFormat loadgen_summary_format() { return {"MLPerf LoadGen summary", recognizes_summary, read_summary}; }
TextResultFormat loadgen_detail_format() { return {"MLPerf LoadGen detail log", recognizes_detail, read_detail}; }

}  // namespace accelprep::intake

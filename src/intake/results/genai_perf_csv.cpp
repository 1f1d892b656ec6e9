// GenAI-Perf's profile_export_genai_perf.csv and AIPerf's profile_export_aiperf.csv: a table "Metric,avg,min,max,p99,..." of names with
// their unit in brackets, a blank line, a table "Metric,Value". GenAI-Perf leaves the unit of token counts out. AIPerf's table has "sum".
#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "base/text.h"
#include "intake/results/aiperf_metrics.h"
#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using Cells = std::vector<std::string>;

bool recognizes(std::span<const std::string_view> lines) {
  return !lines.empty() && lines.front().starts_with("Metric,avg,min,max,") && lines.front().find("p99") != std::string_view::npos;
}

struct Named {
  std::string tag;   // "time_to_first_token"
  std::string unit;  // "ms"
};

// "Time To First Token (ms)"
Named named(std::string_view cell) {
  const auto bracket = cell.find(" (");
  std::string unit = "tokens";
  if (bracket != std::string_view::npos && cell.ends_with(")")) {
    unit = std::string(cell.substr(bracket + 2, cell.size() - bracket - 3));
    cell = cell.substr(0, bracket);
  }
  return {base::replaced(base::lower(cell), " ", "_"), unit};
}

// "1,234.56"; "N/A" and an empty cell are none.
std::optional<double> number_of(const std::string& cell) { return base::parse_number(base::replaced(cell, ",", "")); }

void take_figure(BenchmarkRun& run, const Named& name, double value) {
  const bool whole = value >= 0 && value < 9e15 && value == static_cast<double>(static_cast<std::int64_t>(value));
  if (name.tag == "request_count" && whole) run.counts.completed = static_cast<std::int64_t>(value);
  if (name.tag == "error_request_count" && whole) run.counts.failed = static_cast<std::int64_t>(value);
  if (name.tag == "benchmark_duration" && name.unit == "sec") run.duration_s = value;
  if (name.tag == "total_input_sequence_length") run.input_tokens = value;
  if (name.tag == "total_output_sequence_length") run.output_tokens = value;
}

void take_row(BenchmarkRun& run, const Cells& header, const Cells& cells) {
  const auto name = named(cells.front());
  const bool value_table = header.size() == 2;
  if (value_table && cells.size() == 2) {
    if (const auto value = number_of(cells[1])) take_figure(run, name, *value);
  }
  const auto definition = aiperf_definition(name.tag);
  const auto factor = definition ? factor_between(name.unit, *definition) : std::nullopt;
  if (!factor) {
    if (!value_table) run.left_out.push_back({cells.front(), "no definition here fits it"});
    return;
  }
  records::ResultMetric metric{.definition = *definition, .name = name.tag};
  const auto cell = [&](std::string_view key) -> std::optional<double> {
    const auto found = std::find(header.begin(), header.end(), key);
    const auto at = static_cast<std::size_t>(found - header.begin());
    const auto value = at < cells.size() ? number_of(cells[at]) : std::nullopt;
    return value ? std::optional(*value * *factor) : std::nullopt;
  };
  metric.mean = cell(value_table ? "Value" : "avg");
  metric.min = cell("min");
  metric.max = cell("max");
  metric.deviation = cell("std");
  for (const auto& key : header) {
    const auto level = level_of(key);
    const auto value = level ? cell(key) : std::nullopt;
    if (value) metric.quantiles.push_back({*level, *value});
  }
  std::sort(metric.quantiles.begin(), metric.quantiles.end(), [](const auto& a, const auto& b) { return a.level < b.level; });
  add_metric(run, std::move(metric));
}

base::Result<ResultRuns> read(std::span<const std::string_view> lines) {
  const bool aiperf = ("," + std::string(lines.front()) + ",").find(",sum,") != std::string::npos;
  BenchmarkRun run{.tool = aiperf ? "AIPerf" : "GenAI-Perf"};
  Cells header;
  for (const auto line : lines) {
    const auto cells = base::split_csv(line);
    if (base::trim(line).empty()) {
      header.clear();
    } else if (header.empty()) {
      if (cells.front() != "Metric") break;  // the tables of the accelerators
      header = cells;
    } else if (!cells.empty()) {
      take_row(run, header, cells);
    }
  }
  const auto rate =
      std::find_if(run.metrics.begin(), run.metrics.end(), [](const auto& metric) { return metric.definition == "rate.requests"; });
  if (rate != run.metrics.end()) run.achieved_per_s = rate->mean;
  for (const auto* key : {"arrival", "offered_per_s", "model", "endpoint", "prompts"}) {
    add_gap(run, key, "the CSV carries no settings; the JSON of the same run does");
  }
  for (const auto* key : {"counts.sent", "counts.incomplete"}) add_gap(run, key, "the file counts requests that ended and no others");
  run.notes.emplace_back("figures are rounded to two decimals of the tool's unit");
  return ResultRuns{std::move(run)};
}

}  // namespace

TextResultFormat genai_perf_csv_format() { return {"GenAI-Perf or AIPerf profile export (CSV)", recognizes, read}; }

}  // namespace accelprep::intake

// perf_analyzer -f: a row a load level, sorted by throughput, latencies in whole us. Definitions: perf_analyzer's report writer.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "intake/results/formats.h"
#include "intake/results/metric_rows.h"

namespace accelprep::intake {
namespace {

using records::BenchmarkRun;
using Cells = std::vector<std::string>;

bool recognizes(std::span<const std::string_view> lines) {
  return !lines.empty() && (lines.front().starts_with("Concurrency,") || lines.front().starts_with("Request Rate,")) &&
         lines.front().find("Inferences/Second") != std::string_view::npos;
}

BenchmarkRun run_of(const Cells& header, const Cells& cells) {
  BenchmarkRun run{.tool = "perf_analyzer", .endpoint = "KServe"};
  const auto level = base::parse_number(cells.front());
  const bool closed = header.front() == "Concurrency";
  run.label = fmt::format("{} {}", closed ? "concurrency" : "request rate", cells.front());
  if (closed) {
    set_arrival(run, {.rate = std::nullopt, .infinite = true, .cap = level});
  } else {
    set_arrival(run, {.rate = level, .infinite = false, .cap = std::nullopt});
  }
  records::ResultMetric latency{.definition = "e2e.send_to_end", .name = "latency"};
  for (std::size_t i = 1; i < std::min(header.size(), cells.size()); ++i) {
    const auto value = base::parse_number(cells[i]);
    if (!value) continue;
    if (header[i] == "Inferences/Second") add_metric(run, single({.name = header[i], .definition = "rate.inferences"}, value));
    if (!header[i].ends_with(" latency")) continue;
    const auto name = std::string_view(header[i]).substr(0, header[i].size() - std::string_view(" latency").size());
    if (name == "Avg") latency.mean = *value * 1e-6;
    if (const auto quantile = level_of(name)) latency.quantiles.push_back({*quantile, *value * 1e-6});
  }
  std::sort(latency.quantiles.begin(), latency.quantiles.end(), [](const auto& a, const auto& b) { return a.level < b.level; });
  add_metric(run, std::move(latency));
  add_gap(run, "achieved_per_s", "the file counts inferences, which are requests times the batch size, and does not carry that");
  for (const auto* key :
       {"counts.sent", "counts.completed", "counts.failed", "counts.incomplete", "duration_s", "started", "ended", "model"}) {
    add_gap(run, key, "the file carries rates and latencies alone");
  }
  add_gap(run, "warmup_excluded", "perf_analyzer measures until three windows agree; the file does not say what went before");
  return run;
}

base::Result<ResultRuns> read(std::span<const std::string_view> lines) {
  const auto header = base::split_csv(lines.front());
  ResultRuns out;
  for (const auto line : lines.subspan(1)) {
    if (base::trim(line).empty()) continue;
    const auto cells = base::split_csv(line);
    if (!base::parse_number(cells.front())) {
      return base::fail(base::ErrorKind::invalid_input, fmt::format("a row begins \"{}\"; expected a load level", cells.front()));
    }
    out.push_back(run_of(header, cells));
  }
  const auto load = [](const BenchmarkRun& run) { return run.concurrency.value_or(0) + run.offered_per_s.value_or(0); };
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return load(a) < load(b); });
  return out;
}

}  // namespace

TextResultFormat perf_analyzer_format() { return {"perf_analyzer report (CSV)", recognizes, read}; }

}  // namespace accelprep::intake

#include "intake/telemetry/server_logs/server_csv.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "base/text.h"
#include "intake/telemetry/cell_value.h"
#include "intake/telemetry/csv_cells.h"
#include "intake/telemetry/server_logs/held_samples.h"

namespace accelprep::intake {
namespace {

using records::ServerCounter;
using records::ServerGauge;

enum class ServerColumnKind : std::uint8_t { unused, time, gauge, counter };
struct ServerColumn {
  std::string_view name;
  ServerColumnKind kind = ServerColumnKind::unused;
  std::size_t target = 0;
  double factor = 1;
};

constexpr std::size_t kKvUse = static_cast<std::size_t>(ServerGauge::kv_cache_use);

constexpr ServerColumn gauge(std::string_view name, ServerGauge target, double factor = 1) {
  return {name, ServerColumnKind::gauge, static_cast<std::size_t>(target), factor};
}
constexpr ServerColumn counter(std::string_view name, ServerCounter target) {
  return {name, ServerColumnKind::counter, static_cast<std::size_t>(target)};
}

// vLLM's metrics without their prefix, as InferenceX's collector names them; and the figures of vLLM's own log line. A factor of 0: no
// unit.
constexpr std::array kColumns{
    ServerColumn{"timestamp_sec", ServerColumnKind::time},
    ServerColumn{"timestamp", ServerColumnKind::time},
    ServerColumn{"time", ServerColumnKind::time},
    gauge("num_requests_running", ServerGauge::running),
    gauge("num_running", ServerGauge::running),
    gauge("num_requests_waiting", ServerGauge::waiting),
    gauge("num_pending", ServerGauge::waiting),
    gauge("kv_cache_usage_pct", ServerGauge::kv_cache_use, 0.01),
    gauge("gpu_kvcache_usage", ServerGauge::kv_cache_use, 0),
    gauge("prompt_throughput", ServerGauge::prompt_tokens_per_s),
    gauge("generation_throughput", ServerGauge::generation_tokens_per_s),
    counter("prompt_tokens_total", ServerCounter::prompt_tokens),
    counter("generation_tokens_total", ServerCounter::generation_tokens),
    counter("num_preemptions_total", ServerCounter::preemptions),
};

std::vector<ServerColumn> columns_of(const std::vector<std::string_view>& header) {
  std::vector<ServerColumn> out;
  bool has_time = false;
  for (const auto name : header) {
    const auto* const known = std::find_if(kColumns.begin(), kColumns.end(), [&](const auto& row) { return row.name == name; });
    out.push_back(known == kColumns.end() ? ServerColumn{} : *known);
    const bool second_time = out.back().kind == ServerColumnKind::time && has_time;
    if (second_time) out.back() = {};
    has_time = has_time || out.back().kind == ServerColumnKind::time;
  }
  return out;
}

// The time and the queue at least: fewer names could be anybody's.
bool is_header(const std::vector<ServerColumn>& columns) {
  const auto has = [&](ServerColumnKind kind, std::size_t target) {
    return std::any_of(columns.begin(), columns.end(), [&](const auto& column) { return column.kind == kind && column.target == target; });
  };
  return has(ServerColumnKind::time, 0) && has(ServerColumnKind::gauge, static_cast<std::size_t>(ServerGauge::running)) &&
         has(ServerColumnKind::gauge, static_cast<std::size_t>(ServerGauge::waiting));
}

std::string_view fill(const ServerColumn& column, std::string_view cell, records::ServerSample& sample) {
  const auto number = base::parse_number(cell);
  if (!number) return is_placeholder(cell) ? "" : "a cell that is neither a number nor empty";
  if (column.kind == ServerColumnKind::counter) {
    sample.counters[column.target] = number;
  } else {
    sample.gauges[column.target] = column.factor > 0 ? *number * column.factor : *number;
  }
  return "";
}

class ServerCsv {
 public:
  ServerCsv(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}
  base::Status read();

 private:
  std::string_view read_row(const std::vector<std::string_view>& cells);

  const TelemetryInput& input_;
  SampleSink& sink_;
  CsvCells cells_;
  std::vector<ServerColumn> columns_;
  records::ServerSample sample_;
};

base::Status ServerCsv::read() {
  std::string header;
  HeldSamples held;
  SampleTimes times;
  bool unit_told = true;
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    if (base::trim(*line).empty() || *line == header) continue;
    const auto& cells = cells_.split(*line);
    if (header.empty()) {
      header = *line;
      columns_ = columns_of(cells);
      unit_told = std::none_of(columns_.begin(), columns_.end(), [](const auto& column) {
        return column.kind == ServerColumnKind::gauge && column.target == kKvUse && column.factor == 0;
      });
    } else if (const auto why = read_row(cells); !why.empty()) {
      sink_.reject(why, input_.lines.line_number());
    } else if (unit_told) {
      times.take(sample_, input_.lines.line_number(), sink_);
    } else {
      held.add(sample_, input_.lines.line_number());
    }
  }
  times.say(sink_, input_.lines.path());
  held.hand_over(sink_, input_.lines.path());
  return {};
}

std::string_view ServerCsv::read_row(const std::vector<std::string_view>& cells) {
  if (cells.size() < columns_.size()) return "fewer cells than columns";
  if (cells.size() > columns_.size()) return "more cells than columns";
  sample_ = {.at_ns = 0, .server = "server", .engine = ""};
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].kind == ServerColumnKind::unused) continue;
    if (columns_[i].kind == ServerColumnKind::time) {
      const auto at = input_.time.read(cells[i]);
      if (!at) return "no time in the time column";
      sample_.at_ns = *at;
    } else if (const auto why = fill(columns_[i], cells[i], sample_); !why.empty()) {
      return why;
    }
  }
  return "";
}

}  // namespace

bool is_server_csv(std::span<const std::string> head) {
  CsvCells cells;
  return !head.empty() && is_header(columns_of(cells.split(head.front())));
}

base::Result<RecordingFacts> read_server_csv(const TelemetryInput& input, SampleSink& sink) {
  TRY(ServerCsv(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

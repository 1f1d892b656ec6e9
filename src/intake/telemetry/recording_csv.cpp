#include "intake/telemetry/recording_csv.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

#include "base/text.h"
#include "intake/telemetry/csv_cells.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

constexpr std::string_view kMagic = "# accelprep-recording ";
constexpr std::string_view kVersion = "1";

enum class ColumnKind : std::uint8_t { unused, time, device, name, metric, memory_total, throttle, throttle_total };
struct Column {
  ColumnKind kind = ColumnKind::unused;
  std::size_t target = 0;  // of a metric or a throttle reason
};

Column column_named(std::string_view name) {
  if (name == "time") return {ColumnKind::time};
  if (name == "device") return {ColumnKind::device};
  if (name == "name") return {ColumnKind::name};
  if (name == "memory_total_bytes") return {ColumnKind::memory_total};
  if (name == "throttle") return {ColumnKind::throttle};
  for (std::size_t i = 0; i < records::kMetricCount; ++i) {
    if (name == records::kMetricRows[i].key) return {ColumnKind::metric, i};
  }
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    if (name.ends_with("_s") && name.substr(0, name.size() - 2) == records::kThrottleNames[i]) return {ColumnKind::throttle_total, i};
  }
  return {};
}

class Recording {
 public:
  Recording(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}
  base::Result<RecordingFacts> read();

 private:
  base::Status read_header(std::string_view line);
  std::string_view read_row(const std::vector<std::string_view>& cells);
  std::string_view fill(const Column& column, std::string_view cell);
  std::string_view fill_throttle(std::string_view cell);

  const TelemetryInput& input_;
  SampleSink& sink_;
  CsvCells cells_;
  std::vector<Column> columns_;
  RecordingFacts facts_;
  records::DeviceSample sample_;
};

base::Result<RecordingFacts> Recording::read() {
  TRY_ASSIGN(const auto magic, input_.lines.next());
  const auto version = magic && magic->starts_with(kMagic) ? base::trim(magic->substr(kMagic.size())) : "";
  if (version != kVersion) {
    return fail(ErrorKind::unsupported, fmt::format("is a recording of version \"{}\"; this program reads version {}", version, kVersion),
                input_.lines.place());
  }
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    if (base::trim(*line).empty()) continue;
    if (line->starts_with('#')) {
      const auto colon = line->find(':');
      if (colon == std::string_view::npos) continue;
      facts_.emplace_back(base::trim(line->substr(1, colon - 1)), base::trim(line->substr(colon + 1)));
    } else if (columns_.empty()) {
      TRY(read_header(*line));
    } else if (const auto reason = read_row(cells_.split(*line)); !reason.empty()) {
      sink_.reject(reason, input_.lines.line_number());
    } else {
      sink_.take(sample_, input_.lines.line_number());
    }
  }
  if (columns_.empty())
    return fail(ErrorKind::invalid_input, "ends before its header; expected a line such as time,device,busy", input_.lines.path());
  return facts_;
}

base::Status Recording::read_header(std::string_view line) {
  std::vector<std::string> unused;
  for (const auto name : cells_.split(line)) {
    columns_.push_back(column_named(name));
    if (columns_.back().kind == ColumnKind::unused) unused.emplace_back(name);
  }
  for (const auto& [kind, name] : {std::pair{ColumnKind::time, "time"}, std::pair{ColumnKind::device, "device"}}) {
    if (std::none_of(columns_.begin(), columns_.end(), [&](const auto& column) { return column.kind == kind; })) {
      return fail(ErrorKind::invalid_input, fmt::format("has no column \"{}\" in its header; docs/formats/recording.md lists them", name),
                  input_.lines.place());
    }
  }
  if (!unused.empty()) sink_.note(fmt::format("{}: columns not used: {}", input_.lines.path(), fmt::join(unused, ", ")));
  return {};
}

std::string_view Recording::read_row(const std::vector<std::string_view>& cells) {
  if (cells.size() < columns_.size()) return "fewer cells than columns";
  if (cells.size() > columns_.size()) return "more cells than columns";
  sample_ = {};
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (const auto reason = fill(columns_[i], cells[i]); !reason.empty()) return reason;
  }
  if (sample_.device.empty()) return "no device named";
  return implausible(sample_).value_or("");
}

std::string_view Recording::fill(const Column& column, std::string_view cell) {
  if (column.kind == ColumnKind::time) {
    const auto at = input_.time.read(cell);
    sample_.at_ns = at.value_or(0);
    return at ? "" : "no time in the time column";
  }
  if (column.kind == ColumnKind::unused || cell.empty()) return "";
  if (column.kind == ColumnKind::device) sample_.device.assign(cell);
  if (column.kind == ColumnKind::name) sample_.name.assign(cell);
  if (column.kind == ColumnKind::device || column.kind == ColumnKind::name) return "";
  if (column.kind == ColumnKind::throttle) return fill_throttle(cell);
  const auto number = base::parse_number(cell);
  if (!number) return "a cell that is neither a number nor empty";
  if (column.kind == ColumnKind::metric) sample_.values[column.target] = number;
  if (column.kind == ColumnKind::memory_total) sample_.memory_total_bytes = number;
  if (column.kind == ColumnKind::throttle_total) sample_.throttle_total_s[column.target] = number;
  return "";
}

std::string_view Recording::fill_throttle(std::string_view cell) {
  sample_.throttling.fill(false);
  if (cell == "none") return "";
  for (const auto reason : base::split(cell, '|')) {
    const auto* const known = std::find(records::kThrottleNames.begin(), records::kThrottleNames.end(), reason);
    if (known == records::kThrottleNames.end()) return "an unknown throttle reason";
    sample_.throttling[static_cast<std::size_t>(known - records::kThrottleNames.begin())] = true;
  }
  return "";
}

}  // namespace

bool is_recording_csv(std::span<const std::string> head) { return !head.empty() && head.front().starts_with(kMagic); }

base::Result<RecordingFacts> read_recording_csv(const TelemetryInput& input, SampleSink& sink) { return Recording(input, sink).read(); }

std::span<const TelemetryFormat> recording_formats() {
  static constexpr std::array kFormats{TelemetryFormat{"accelprep recording", is_recording_csv, read_recording_csv}};
  return kFormats;
}

}  // namespace accelprep::intake

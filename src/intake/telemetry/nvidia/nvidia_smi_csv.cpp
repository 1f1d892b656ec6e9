#include "intake/telemetry/nvidia/nvidia_smi_csv.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "intake/telemetry/csv_cells.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/nvidia/nvidia_smi_guess.h"
#include "intake/telemetry/nvidia/tick_order.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

constexpr std::size_t kHeadLines = 1000;  // from which columns and ticks are learned before the first row is read

bool is_header(const std::vector<std::string_view>& cells) {
  return std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
    const auto column = nvidia_smi_column(cell);
    return !column || column->field != nullptr;
  });
}

base::Result<std::vector<NvidiaSmiColumn>> columns_named(std::vector<std::string_view> names, const std::string& path) {
  if (!names.empty() && names.back().empty()) names.pop_back();  // a trailing comma
  std::vector<NvidiaSmiColumn> columns;
  for (const auto name : names) {
    auto column = nvidia_smi_column(name);
    if (!column) return fail(column.error().kind, column.error().message, path);
    columns.push_back(*column);
  }
  const auto has = [&](FieldKind kind) {
    return std::any_of(columns.begin(), columns.end(), [&](const auto& c) { return c.field != nullptr && c.field->kind == kind; });
  };
  const auto seen = fmt::format("{}", fmt::join(names, ", ")).substr(0, 200);
  if (!has(FieldKind::time)) {
    return fail(ErrorKind::invalid_input,
                fmt::format("has no column timestamp among \"{}\"; record with nvidia-smi --query-gpu=timestamp,index,name,...", seen),
                path);
  }
  if (!has(FieldKind::metric)) {
    return fail(
        ErrorKind::invalid_input,
        fmt::format("none of its columns \"{}\" is read; expected any of utilization.gpu, memory.used, power.draw, temperature.gpu, "
                    "temperature.memory, clocks.sm",
                    seen),
        path);
  }
  return columns;
}

class Log {
 public:
  Log(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}
  base::Status read();

 private:
  struct Line {
    std::string text;
    std::int64_t number = 0;
  };
  struct Held {  // a row of the tick being read
    records::DeviceSample sample;
    std::int64_t line = 0;
  };

  base::Status read_head();
  base::Status find_columns();
  void note_unused(const std::vector<NvidiaSmiColumn>& columns);
  void learn_devices();
  base::Status take(std::string_view line, std::int64_t number);
  void pass_on(const records::DeviceSample& sample, std::int64_t line);
  void hold(const records::DeviceSample& sample, std::int64_t line);
  void end_tick();
  [[nodiscard]] const std::string& path() const { return input_.lines.path(); }

  const TelemetryInput& input_;
  SampleSink& sink_;
  CsvCells cells_;
  std::vector<Line> head_;
  std::string header_;  // as written, so that its repetitions are skipped at once
  NvidiaSmiRow row_{{}, Names::hashed};
  TickOrder order_;
  std::vector<Held> tick_;
};

base::Status Log::read() {
  TRY(read_head());
  TRY(find_columns());
  if (!row_.names_devices()) learn_devices();
  for (const auto& line : head_) TRY(take(line.text, line.number));
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(take(*line, input_.lines.line_number()));
  }
  end_tick();
  return {};
}

base::Status Log::read_head() {
  while (head_.size() < kHeadLines) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    if (!base::trim(*line).empty()) head_.push_back({std::string(*line), input_.lines.line_number()});
  }
  if (head_.empty()) return fail(ErrorKind::invalid_input, "is empty; expected rows of nvidia-smi", path());
  return {};
}

base::Status Log::find_columns() {
  const auto& first = cells_.split(head_.front().text);
  if (is_header(first)) {
    header_ = head_.front().text;
    TRY_ASSIGN(auto columns, columns_named(first, path()));
    row_ = NvidiaSmiRow(std::move(columns), input_.nvidia_smi.names);
  } else if (!input_.nvidia_smi.fields.empty()) {
    TRY_ASSIGN(auto columns, columns_named({input_.nvidia_smi.fields.begin(), input_.nvidia_smi.fields.end()}, "--fields"));
    note_unused(columns);
    row_ = NvidiaSmiRow(std::move(columns), input_.nvidia_smi.names);
  } else {
    std::vector<std::string> rows;
    for (const auto& line : head_) rows.push_back(line.text);
    TRY_ASSIGN(auto guessed, guess_nvidia_smi_columns(rows, path()));
    row_ = NvidiaSmiRow(std::move(guessed.columns), input_.nvidia_smi.names);
    sink_.note(std::move(guessed.note));
  }
  return {};
}

// A name that is mistyped must not vanish.
void Log::note_unused(const std::vector<NvidiaSmiColumn>& columns) {
  std::vector<std::string> unused;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].field == nullptr) unused.push_back(input_.nvidia_smi.fields[i]);
  }
  if (!unused.empty()) sink_.note(fmt::format("{}: of --fields not used: {}", path(), fmt::join(unused, ", ")));
}

void Log::learn_devices() {
  std::vector<base::TimeNs> times;
  LogTime time = input_.time;  // a copy: what it says of zones is learned when the rows are read
  for (const auto& line : head_) {
    if (row_.read(cells_.split(line.text), time).empty() && !implausible(row_.sample())) times.push_back(row_.sample().at_ns);
  }
  order_ = learn_tick_order(times);
  if (order_.devices > 1) {
    sink_.note(
        fmt::format("{}: no column names the device; {} devices are told apart by their order within a tick", path(), order_.devices));
  }
}

base::Status Log::take(std::string_view line, std::int64_t number) {
  TRY(input_.progress.passed(line));
  if (line == header_ || base::trim(line).empty()) return {};
  const auto& cells = cells_.split(line);
  auto reason = row_.read(cells, input_.time);
  if (!reason.empty() && is_header(cells)) {  // the recorder was started anew with other columns
    TRY_ASSIGN(auto columns, columns_named(cells, fmt::format("{}:{}", path(), number)));
    row_ = NvidiaSmiRow(std::move(columns), input_.nvidia_smi.names);
    header_ = line;
    return {};
  }
  if (reason.empty()) reason = implausible(row_.sample()).value_or("");
  if (!reason.empty()) {
    sink_.reject(reason, number);
  } else {
    pass_on(row_.sample(), number);
  }
  return {};
}

void Log::pass_on(const records::DeviceSample& sample, std::int64_t line) {
  if (row_.names_devices()) {
    sink_.take(sample, line);
  } else if (order_.devices > 1) {
    hold(sample, line);
  } else {
    row_.sample().device = "0";
    sink_.take(sample, line);
  }
}

void Log::hold(const records::DeviceSample& sample, std::int64_t line) {
  if (!tick_.empty() && sample.at_ns - tick_.back().sample.at_ns > order_.apart_ns) end_tick();
  tick_.push_back({sample, line});
}

void Log::end_tick() {
  const bool whole = tick_.size() == order_.devices;
  for (std::size_t i = 0; i < tick_.size(); ++i) {
    tick_[i].sample.device = fmt::format("{}", i);
    if (whole) {
      sink_.take(tick_[i].sample, tick_[i].line);
    } else {
      sink_.reject("a tick with fewer or more rows than devices: whose they are is not known", tick_[i].line);
    }
  }
  tick_.clear();
}

}  // namespace

bool is_nvidia_smi_csv(std::span<const std::string> head) {
  if (head.empty()) return false;
  CsvCells cells;
  const auto& first = cells.split(head.front());
  if (is_header(first)) {
    return std::any_of(first.begin(), first.end(), [](std::string_view cell) { return nvidia_smi_name(cell) == "timestamp"; });
  }
  const bool slashes = first.front().size() > 7 && first.front()[4] == '/';
  return first.size() > 1 && slashes && base::parse_time(first.front()).has_value();
}

base::Status read_nvidia_smi_csv(const TelemetryInput& input, SampleSink& sink) { return Log(input, sink).read(); }

std::span<const TelemetryFormat> nvidia_smi_formats() {
  constexpr auto kRead = [](const TelemetryInput& input, SampleSink& sink) -> base::Result<RecordingFacts> {
    TRY(read_nvidia_smi_csv(input, sink));
    return RecordingFacts{};
  };
  static constexpr std::array kFormats{TelemetryFormat{"nvidia-smi CSV", is_nvidia_smi_csv, kRead}};
  return kFormats;
}

}  // namespace accelprep::intake

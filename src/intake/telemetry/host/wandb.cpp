#include "intake/telemetry/host/wandb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "intake/telemetry/csv_cells.h"
#include "intake/telemetry/json_texts.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using records::Metric;

constexpr std::string_view kPrefix = "system.gpu.";
constexpr std::string_view kTime = "_timestamp";
constexpr std::string_view kSinceStart = "_runtime";

// W&B's reference of system metrics gives the units: percent, bytes, W, degrees Celsius, MHz. "memory" is the controller's load and
// "memoryAllocated" a share of a total that is not told: neither is read.
struct WandbField {
  std::string_view name;
  Metric metric;
  double factor;
};
constexpr std::array kFields{
    WandbField{"gpu", Metric::busy, 0.01},           WandbField{"memoryAllocatedBytes", Metric::memory_used_bytes, 1},
    WandbField{"powerWatts", Metric::power_w, 1},    WandbField{"temp", Metric::temperature_c, 1},
    WandbField{"smClock", Metric::sm_clock_hz, 1e6},
};

struct Column {
  std::string device;  // "0"; empty where the column is of no device
  const WandbField* field = nullptr;
  bool is_time = false;
  bool is_since_start = false;
};

Column column_named(std::string_view name) {
  if (!name.starts_with(kPrefix)) return {.device = {}, .is_time = name == kTime, .is_since_start = name == kSinceStart};
  const auto rest = name.substr(kPrefix.size());
  const auto dot = rest.find('.');
  if (dot == std::string_view::npos || !base::parse_integer(rest.substr(0, dot))) return {};
  const auto* const found =
      std::find_if(kFields.begin(), kFields.end(), [&](const auto& field) { return field.name == rest.substr(dot + 1); });
  if (found == kFields.end()) return {};
  return {.device = std::string(rest.substr(0, dot)), .field = found};
}

class Events {
 public:
  Events(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}

  void take(std::span<const Column> columns, std::span<const std::string_view> cells, std::int64_t line) {
    if (cells.size() != columns.size()) return sink_.reject("fewer or more cells than columns", line);
    std::optional<base::TimeNs> at;
    std::optional<double> since_start_s;
    std::map<std::string, records::DeviceSample> samples;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto& column = columns[i];
      const auto number = base::parse_number(cells[i]);  // "NaN" and blank: rows of several streams are merged
      if (!number) continue;
      if (column.is_time) at = input_.time.read(cells[i]);
      if (column.is_since_start) since_start_s = number;
      if (column.field != nullptr) samples[column.device][column.field->metric] = *number * column.field->factor;
    }
    if (samples.empty()) return;  // a row of another stream
    if (!at && since_start_s && *since_start_s >= 0 && *since_start_s < 1e8) {
      at = kUnwrittenTimeNs + static_cast<base::TimeNs>(std::llround(*since_start_s * 1e9));
      since_start_only_ = true;
    }
    if (!at) return sink_.reject("neither _timestamp nor _runtime", line);
    for (auto& [device, sample] : samples) {
      sample.at_ns = *at;
      sample.device = device;
      if (const auto reason = implausible(sample)) {
        sink_.reject(*reason, line);
      } else {
        if (since_start_only_) sink_.times_are(records::TimeBase::running_clock);
        sink_.take(sample, line);
      }
    }
  }

  void finish() {
    if (since_start_only_) sink_.note(input_.lines.path() + ": tells the time since the run began alone; it is shown from 2000-01-01 on");
  }

 private:
  const TelemetryInput& input_;
  SampleSink& sink_;
  bool since_start_only_ = false;
};

std::vector<Column> columns_of(std::span<const std::string_view> names) {
  std::vector<Column> columns;
  for (const auto name : names) columns.push_back(column_named(name));
  return columns;
}

}  // namespace

bool is_wandb_csv(std::span<const std::string> head) {
  if (head.empty()) return false;
  CsvCells cells;
  const auto columns = columns_of(cells.split(head.front()));
  return std::any_of(columns.begin(), columns.end(), [](const auto& column) { return column.field != nullptr; });
}

base::Result<RecordingFacts> read_wandb_csv(const TelemetryInput& input, SampleSink& sink) {
  TRY_ASSIGN(const auto header, input.lines.next());
  CsvCells cells;
  const auto columns = columns_of(cells.split(header.value_or("")));
  Events events(input, sink);
  for (;;) {
    TRY_ASSIGN(const auto line, input.lines.next());
    if (!line) break;
    TRY(input.progress.passed(*line));
    if (!base::trim(*line).empty()) events.take(columns, cells.split(*line), input.lines.line_number());
  }
  events.finish();
  return RecordingFacts{};
}

bool is_wandb_json(std::span<const std::string> head) {
  return !head.empty() && base::trim(head.front()).starts_with('{') &&
         std::any_of(head.begin(), head.end(), [](const auto& line) { return line.find("\"system.gpu.") != std::string::npos; });
}

base::Result<RecordingFacts> read_wandb_json(const TelemetryInput& input, SampleSink& sink) {
  Events events(input, sink);
  JsonTexts texts(input);
  for (;;) {
    TRY_ASSIGN(const auto text, texts.next());
    if (!text) break;
    const auto document = nlohmann::ordered_json::parse(text->text, nullptr, false);
    if (!document.is_object()) {
      sink.reject("no JSON object", text->line);
      continue;
    }
    std::vector<Column> columns;
    std::vector<std::string> values;
    for (const auto& [key, value] : document.items()) {
      columns.push_back(column_named(key));
      values.push_back(value.is_number() ? value.dump() : "");
    }
    const std::vector<std::string_view> cells(values.begin(), values.end());
    events.take(columns, cells, text->line);
  }
  events.finish();
  return RecordingFacts{};
}

}  // namespace accelprep::intake

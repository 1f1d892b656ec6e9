#include "intake/telemetry/nvidia/report_samples.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

constexpr std::array<std::string_view, 21> kFields{
    "timestamp",
    "pci.bus_id",
    "name",
    "utilization.gpu",
    "memory.used",
    "memory.total",
    "power.draw",
    "power.draw.average",
    "power.draw.instant",
    "temperature.gpu",
    "temperature.memory",
    "clocks.sm",
    "clocks_event_reasons.sw_power_cap",
    "clocks_event_reasons.sw_thermal_slowdown",
    "clocks_event_reasons.hw_slowdown",
    "clocks_event_reasons.hw_thermal_slowdown",
    "clocks_event_reasons.hw_power_brake_slowdown",
    "clocks_event_reasons_counters.sw_power_cap",
    "clocks_event_reasons_counters.sw_thermal_slowdown",
    "clocks_event_reasons_counters.hw_thermal_slowdown",
    "clocks_event_reasons_counters.hw_power_brake_slowdown",
};
constexpr std::size_t kTimeColumn = 0;
constexpr std::size_t kBusColumn = 1;

std::vector<NvidiaSmiColumn> all_columns() {
  std::vector<NvidiaSmiColumn> columns;
  for (const auto field : kFields) columns.push_back(nvidia_smi_column(field).value_or(NvidiaSmiColumn{}));
  return columns;
}

std::optional<int> month_named(std::string_view name) {
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto* const found = std::find(kMonths.begin(), kMonths.end(), name);
  return found == kMonths.end() ? std::nullopt : std::optional(static_cast<int>(found - kMonths.begin()) + 1);
}

bool is_quantity(FieldKind kind) { return kind == FieldKind::metric || kind == FieldKind::memory_total || kind == FieldKind::reason_total; }

}  // namespace

std::string report_time(std::string_view text) {
  std::vector<std::string_view> words;
  for (const auto word : base::split(text, ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  if (words.size() != 5) return std::string(text);
  const auto month = month_named(words[1]);
  const auto day = base::parse_integer(words[2]);
  if (!month || !day || *day < 1 || *day > 31) return std::string(text);
  return fmt::format("{}-{:02}-{:02} {}", words[4], *month, *day, words[3]);
}

ReportSamples::ReportSamples(const TelemetryInput& input, SampleSink& sink)
    : input_(input), sink_(sink), columns_(all_columns()), row_(columns_, input.nvidia_smi.names), values_(columns_.size()) {}

void ReportSamples::begin_report() {
  end_device();
  time_.clear();
}

void ReportSamples::begin_device(std::string_view bus_id, std::int64_t line) {
  end_device();
  clear();
  in_device_ = true;
  bus_id_ = bus_id;
  line_ = line;
}

void ReportSamples::clear() {
  for (auto& value : values_) value.clear();
  instances_.clear();
  row_.sample().name.clear();
  row_.sample().partition = false;
}

void ReportSamples::set(std::string_view field, std::string_view value) {
  if (in_device_) put(field, value);
}

void ReportSamples::put(std::string_view field, std::string_view value) {
  const auto* const found = std::find(kFields.begin(), kFields.end(), field);
  if (found == kFields.end()) return;
  auto& kept = values_[static_cast<std::size_t>(found - kFields.begin())];
  if (is_placeholder(kept)) kept = base::trim(value);
}

void ReportSamples::begin_instance() {
  if (in_device_) instances_.emplace_back();
}

void ReportSamples::set_instance_id(std::string_view id) {
  if (!instances_.empty()) instances_.back().id = base::trim(id);
}

void ReportSamples::set_instance_memory(std::string_view field, std::string_view value) {
  if (instances_.empty()) return;
  if (field == "memory.used") instances_.back().used = base::trim(value);
  if (field == "memory.total") instances_.back().total = base::trim(value);
}

void ReportSamples::end_device() {
  if (!in_device_) return;
  in_device_ = false;
  pass_on(bus_id_);
  pass_on_instances();
}

std::string_view ReportSamples::read() {
  if (time_.empty()) return "the report has no time";
  values_[kTimeColumn] = time_;
  cells_.assign(values_.begin(), values_.end());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const bool bare = columns_[i].field != nullptr && is_quantity(columns_[i].field->kind) && base::parse_number(cells_[i]);
    if (bare) return "a value without its unit: the report is cut off or was changed";
  }
  return row_.read(cells_, input_.time);
}

void ReportSamples::pass_on(const std::string& device) {
  values_[kBusColumn] = device;
  auto reason = read();
  if (reason.empty()) reason = implausible(row_.sample()).value_or("");
  if (!reason.empty()) {
    sink_.reject(reason, line_);
  } else {
    sink_.take(row_.sample(), line_);
  }
}

// Without a name: an instance is no accelerator of the kind its GPU is.
void ReportSamples::pass_on_instances() {
  std::vector<std::string> seen;
  const auto instances = std::exchange(instances_, {});
  for (const auto& instance : instances) {
    if (instance.id.empty() || std::find(seen.begin(), seen.end(), instance.id) != seen.end()) continue;
    seen.push_back(instance.id);
    clear();
    row_.sample().partition = true;
    put("memory.used", instance.used);
    put("memory.total", instance.total);
    pass_on(fmt::format("{}/GI{}", bus_id_, instance.id));
    saw_instances_ = true;
  }
}

void ReportSamples::end() {
  end_device();
  if (!saw_instances_) return;
  sink_.note(
      fmt::format("{}: MIG instances are shown as devices of their own (BUS/GI2 for GPU instance 2); their GPU's memory holds theirs too",
                  input_.lines.path()));
}

}  // namespace accelprep::intake

#include "intake/telemetry/amd/amd_reading.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using records::Metric;

constexpr std::string_view kNotANumber = "a cell is neither a number with a known unit nor a placeholder";
constexpr int kNoName = 100;

// "N/A (Secondary die)", "unsupported"; and 0xffff and 0xffffffff, with which gpu_metrics fills what a chip does not have.
bool is_absent(std::string_view cell, Quantity quantity) {
  if (is_placeholder(cell) || cell.starts_with("N/A") || base::equals_ignoring_case(cell, "unsupported")) return true;
  if (cell.starts_with("0xffff") || cell.starts_with("0xFFFF")) return true;
  const auto digits = cell.substr(0, cell.find_first_not_of("0123456789."));
  const auto number = base::parse_number(digits);
  return number && quantity != Quantity::bytes && (*number == 65535 || *number == 4294967295.0);
}

// "(500Mhz)", "45.0°C", "31.0c" as the units are written elsewhere.
std::string plain(std::string_view cell) {
  if (cell.starts_with('(') && cell.ends_with(')')) cell = cell.substr(1, cell.size() - 2);
  auto text = base::replaced(base::replaced(cell, "°C", "C"), "Mhz", "MHz");
  if (text.ends_with('c')) text.back() = 'C';
  return text;
}

CellValue value_of(const AmdField& field, std::string_view cell) {
  if (is_absent(cell, field.quantity)) return {};
  return read_quantity(plain(cell), field.quantity, field.factor);
}

}  // namespace

void AmdReading::take(const AmdColumns& columns, std::span<const std::string_view> cells, std::int64_t line) {
  hand_on();
  any_row_ = true;
  if (cells.size() < columns.size()) return sink_.reject("fewer cells than columns", line);
  if (cells.size() > columns.size()) return sink_.reject("more cells than columns", line);
  sample_ = {};
  has_time_ = false;
  partition_.clear();
  name_preference_ = kNoName;
  clocks_hz_ = {};
  chosen_.fill(nullptr);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == nullptr) continue;
    if (const auto reason = fill(*columns[i], cells[i]); !reason.empty()) return sink_.reject(reason, line);
  }
  if (sample_.device.empty()) return sink_.reject("no device named", line);
  if (!partition_.empty() && partition_ != "0") sample_.device += "." + partition_;
  auto& clock = sample_[Metric::sm_clock_hz];
  if (!clock && clocks_hz_.count > 0) {
    clock = clocks_hz_.mean();
    sources_[static_cast<std::size_t>(Metric::sm_clock_hz)].insert("mean of gfx_N_clk");
  }
  if (!has_time_) {
    any_without_time_ = true;
    sink_.times_are(records::TimeBase::running_clock);
    sample_.at_ns = kUnwrittenTimeNs;
  }
  if (const auto reason = implausible(sample_)) return sink_.reject(*reason, line);
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    if (chosen_[i] != nullptr) sources_[i].insert(chosen_[i]->name);
  }
  line_ = line;
  pending_ = true;
}

void AmdReading::name_last(std::string_view name) {
  if (pending_ && sample_.name.empty()) sample_.name.assign(name);
}

std::string_view AmdReading::fill(const AmdField& field, std::string_view cell) {
  switch (field.kind) {
    case AmdKind::time: {
      const auto at = input_.time.read(cell);
      if (!at) return "no time in the timestamp column";
      sample_.at_ns = *at;
      has_time_ = true;
      return "";
    }
    case AmdKind::device:
      if (!is_placeholder(cell)) sample_.device.assign(cell);
      return "";
    case AmdKind::partition:
      if (!is_placeholder(cell)) partition_.assign(cell);
      return "";
    case AmdKind::name:
      // Where its database lacks the card, rocm-smi prints the vendor's number.
      if (is_placeholder(cell) || cell.starts_with("N/A") || cell.starts_with("0x") || field.preference >= name_preference_) return "";
      sample_.name.assign(cell);
      name_preference_ = field.preference;
      return "";
    case AmdKind::memory_pair:
      return fill_pair(cell);
    case AmdKind::metric:
    case AmdKind::memory_total:
    case AmdKind::clock_of_one:
      break;
  }
  const auto read = value_of(field, cell);
  if (read.kind == CellValue::Kind::malformed) return kNotANumber;
  if (read.kind == CellValue::Kind::absent) return "";
  if (field.kind == AmdKind::memory_total) {
    if (read.value > 0) sample_.memory_total_bytes = read.value;
  } else if (field.kind == AmdKind::clock_of_one) {
    clocks_hz_.sum += read.value;
    ++clocks_hz_.count;
  } else if (auto& chosen = chosen_[static_cast<std::size_t>(field.metric)]; chosen == nullptr || field.preference < chosen->preference) {
    chosen = &field;
    sample_[field.metric] = read.value;
  }
  return "";
}

// "0.6/ 64.0 GB": amd-smi's GB are 1024 of its MB.
std::string_view AmdReading::fill_pair(std::string_view cell) {
  if (is_placeholder(cell) || cell.starts_with("N/A")) return "";
  const auto parts = base::split(cell, '/');
  const auto unit_at = cell.find_last_of("0123456789.");
  if (parts.size() != 2 || unit_at == std::string_view::npos) return kNotANumber;
  const auto unit = base::trim(cell.substr(unit_at + 1));
  const auto used = base::parse_number(parts[0]);
  const auto total = base::parse_number(parts[1].substr(0, parts[1].find_last_of("0123456789.") + 1));
  const auto factor = unit_factor(Quantity::bytes, unit == "GB" ? "GiB" : unit);
  if (!used || !total || !factor) return kNotANumber;
  sample_[Metric::memory_used_bytes] = *used * *factor;
  sample_.memory_total_bytes = *total * *factor;
  sources_[static_cast<std::size_t>(Metric::memory_used_bytes)].insert("vram_usage");
  return "";
}

void AmdReading::hand_on() {
  if (pending_) sink_.take(sample_, line_);
  pending_ = false;
}

base::Status AmdReading::finish() {
  hand_on();
  const auto& path = input_.lines.path();
  if (!any_row_) return base::fail(base::ErrorKind::invalid_input, "holds no row of a device", path);
  for (const auto metric : {Metric::power_w, Metric::temperature_c, Metric::sm_clock_hz}) {
    const auto i = static_cast<std::size_t>(metric);
    if (!sources_[i].empty())
      sink_.note(fmt::format("{}: {} is \"{}\"", path, records::kMetricRows[i].label, fmt::join(sources_[i], "\" or \"")));
  }
  if (any_without_time_) {
    sink_.note(fmt::format("{}: writes no time; its samples are snapshots that stand for no time, shown at 2000-01-01", path));
  }
  return {};
}

}  // namespace accelprep::intake

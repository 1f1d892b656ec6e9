#include "intake/telemetry/nvidia/nvidia_smi_row.h"

#include <algorithm>
#include <charconv>

#include "base/digest.h"
#include "base/text.h"

namespace accelprep::intake {
namespace {

using records::Throttle;

constexpr std::string_view kNotANumber = "a cell is neither a number with a known unit nor a placeholder";
constexpr int kNoValue = 1000;

std::size_t id_slot(FieldKind kind) { return static_cast<std::size_t>(kind) - static_cast<std::size_t>(FieldKind::index); }
bool is_id(FieldKind kind) { return kind >= FieldKind::index && kind <= FieldKind::serial; }

}  // namespace

NvidiaSmiRow::NvidiaSmiRow(std::vector<NvidiaSmiColumn> columns, Names names) : columns_(std::move(columns)), names_(names) {
  names_devices_ = std::any_of(columns_.begin(), columns_.end(),
                               [](const auto& column) { return column.field != nullptr && is_id(column.field->kind); });
}

std::string_view NvidiaSmiRow::read(const std::vector<std::string_view>& cells, LogTime& time) {
  const bool trailing_comma = cells.size() == columns_.size() + 1 && cells.back().empty();
  if (cells.size() < columns_.size()) return "fewer cells than columns";
  if (cells.size() > columns_.size() && !trailing_comma) return "more cells than columns";
  clear();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].field == nullptr) continue;
    if (columns_[i].field->kind == FieldKind::time) {
      const auto at = time.read(cells[i]);
      if (!at) return "no time in the timestamp column";
      sample_.at_ns = *at;
    } else if (const auto reason = fill(columns_[i], cells[i]); !reason.empty()) {
      return reason;
    }
  }
  spread_hw_slowdown();
  name_device();
  return names_devices_ && sample_.device.empty() ? "no device named" : "";
}

void NvidiaSmiRow::clear() {
  sample_.values.fill(std::nullopt);
  sample_.memory_total_bytes.reset();
  sample_.throttling.fill(std::nullopt);
  sample_.throttle_total_s.fill(std::nullopt);
  preference_.fill(kNoValue);
  ids_.fill({});
  hw_slowdown_.reset();
}

std::string_view NvidiaSmiRow::fill(const NvidiaSmiColumn& column, std::string_view cell) {
  const auto& field = *column.field;
  switch (field.kind) {
    case FieldKind::index:
    case FieldKind::bus_id:
    case FieldKind::uuid:
    case FieldKind::serial:
      if (!is_placeholder(cell)) ids_[id_slot(field.kind)] = cell;
      return "";
    case FieldKind::name:
      if (!is_placeholder(cell)) sample_.name.assign(cell);
      return "";
    case FieldKind::reasons_mask:
      return fill_mask(cell);
    case FieldKind::reason:
    case FieldKind::hw_slowdown:
      return fill_reason(field, cell);
    case FieldKind::metric:
    case FieldKind::memory_total:
    case FieldKind::reason_total:
      return fill_number(column, cell);
    case FieldKind::time:
      break;
  }
  return "";
}

std::string_view NvidiaSmiRow::fill_number(const NvidiaSmiColumn& column, std::string_view cell) {
  const auto& field = *column.field;
  const auto read = read_quantity(cell, field.quantity, column.factor);
  if (read.kind == CellValue::Kind::malformed) return kNotANumber;
  if (read.kind == CellValue::Kind::absent) return "";
  if (field.kind == FieldKind::memory_total) {
    if (read.value > 0) sample_.memory_total_bytes = read.value;  // 0: memory shared with the host
  } else if (field.kind == FieldKind::reason_total) {
    sample_.throttle_total_s[field.target] = read.value;
  } else if (field.preference < preference_[field.target]) {
    sample_.values[field.target] = read.value;
    preference_[field.target] = field.preference;
  }
  return "";
}

std::string_view NvidiaSmiRow::fill_mask(std::string_view cell) {
  if (is_placeholder(cell)) return "";
  std::uint64_t mask = 0;
  const auto digits = cell.starts_with("0x") ? cell.substr(2) : std::string_view{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), mask, 16);
  if (error != std::errc{} || end != digits.data() + digits.size()) return "a mask of reasons that is no hexadecimal number";
  const auto shown = throttle_of_mask(mask);
  std::copy(shown.begin(), shown.end(), sample_.throttling.begin());
  return "";
}

std::string_view NvidiaSmiRow::fill_reason(const NvidiaSmiField& field, std::string_view cell) {
  if (is_placeholder(cell)) return "";
  const bool active = cell == "Active";
  if (!active && cell != "Not Active") return "a reason that is neither Active nor Not Active";
  if (field.kind == FieldKind::hw_slowdown) {
    hw_slowdown_ = active;
  } else {
    sample_.throttling[field.target] = active;
  }
  return "";
}

// As with the mask: a hardware slowdown whose cause is not told counts as thermal; none at all clears both causes.
void NvidiaSmiRow::spread_hw_slowdown() {
  if (!hw_slowdown_) return;
  auto& thermal = sample_.throttling[static_cast<std::size_t>(Throttle::hw_thermal)];
  auto& brake = sample_.throttling[static_cast<std::size_t>(Throttle::hw_power_brake)];
  thermal = thermal.value_or(false) || (*hw_slowdown_ && !brake.value_or(false));
  brake = brake.value_or(false);
}

void NvidiaSmiRow::name_device() {
  sample_.device.clear();
  const auto found = std::find_if(ids_.begin(), ids_.end(), [](std::string_view id) { return !id.empty(); });
  if (found == ids_.end()) return;
  const bool secret = found - ids_.begin() >= 2;
  if (secret && names_ == Names::hashed) {
    sample_.device = hashed(*found);
  } else {
    sample_.device.assign(*found);
  }
}

const std::string& NvidiaSmiRow::hashed(std::string_view secret) {
  if (last_hash_.first != secret) last_hash_ = {std::string(secret), "gpu-" + base::Sha256().add(secret).hex().substr(0, 12)};
  return last_hash_.second;
}

}  // namespace accelprep::intake

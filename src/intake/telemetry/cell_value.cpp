#include "intake/telemetry/cell_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace accelprep::intake {
namespace {

struct Unit {
  Quantity quantity;
  std::string_view name;
  double factor;
};

constexpr double kKiB = 1024;
// Rows of one quantity stand together; the first is nvidia-smi's own unit.
constexpr std::array kUnits{
    Unit{Quantity::fraction, "%", 0.01},
    Unit{Quantity::bytes, "MiB", kKiB* kKiB},
    Unit{Quantity::bytes, "B", 1},
    Unit{Quantity::bytes, "KiB", kKiB},
    Unit{Quantity::bytes, "GiB", kKiB* kKiB* kKiB},
    Unit{Quantity::bytes, "MB", kKiB* kKiB},  // nvidia-smi's tables write MB and mean MiB
    Unit{Quantity::watts, "W", 1},
    Unit{Quantity::watts, "mW", 1e-3},
    Unit{Quantity::watts, "kW", 1e3},
    Unit{Quantity::celsius, "C", 1},
    Unit{Quantity::hertz, "MHz", 1e6},
    Unit{Quantity::hertz, "GHz", 1e9},
    Unit{Quantity::hertz, "Hz", 1},
    Unit{Quantity::seconds, "us", 1e-6},
    Unit{Quantity::seconds, "ms", 1e-3},
    Unit{Quantity::seconds, "ns", 1e-9},
    Unit{Quantity::seconds, "s", 1},
};

// Its characters as one number: every cell's unit is looked up.
constexpr std::size_t kLongestUnit = 3;
constexpr std::uint32_t code_of(std::string_view unit) {
  std::uint32_t code = 0;
  for (const char c : unit) code = code << 8U | static_cast<unsigned char>(c);
  return code;
}
static_assert(std::all_of(kUnits.begin(), kUnits.end(), [](const Unit& unit) { return unit.name.size() <= kLongestUnit; }));

constexpr std::size_t first_unit_of(Quantity quantity) {
  constexpr auto kFirst = [] {
    std::array<std::size_t, 6> first{};
    for (std::size_t i = kUnits.size(); i-- > 0;) first[static_cast<std::size_t>(kUnits[i].quantity)] = i;
    return first;
  }();
  return kFirst[static_cast<std::size_t>(quantity)];
}

// Those of several words stand in brackets in CSV and bare in the reports of `nvidia-smi -q`.
constexpr std::array<std::string_view, 14> kPlaceholders{"",
                                                         "-",
                                                         "n/a",
                                                         "err!",
                                                         "null",
                                                         "none",
                                                         "not supported",
                                                         "unknown error",
                                                         "insufficient permissions",
                                                         "function not found",
                                                         "not found",
                                                         "gpu is lost",
                                                         "gpu requires reset",
                                                         "requested functionality has been deprecated"};

// dcgm_structs.h: 32-bit blanks from 0x7ffffff0 on, 64-bit ones from 0x7ffffffffffffff0 on, floating point ones from 2^47 on. Counters and
// plain bytes may pass the 32-bit ones.
bool is_blank(double raw, Quantity quantity, double factor) {
  constexpr double kBlank32 = 2147483632.0;
  constexpr double kBlank64 = 9223372036854775792.0;
  constexpr double kBlankFloat = 140737488355328.0;
  if (quantity == Quantity::seconds || (quantity == Quantity::bytes && factor == 1)) {
    return raw >= kBlank64 || (raw >= kBlankFloat && raw <= kBlankFloat + 3);
  }
  return raw >= kBlank32;
}

}  // namespace

namespace {

struct Number {
  double value = 0;
  std::size_t length = 0;  // of what was read; 0 where it is no number
};

// A plain decimal of up to 15 digits is the quotient of two whole numbers that doubles hold exactly, so that one division rounds it rightly
// (Clinger 1990); all else takes the long way.
Number read_number(std::string_view cell) {
  constexpr std::array<double, 16> kTens{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  std::int64_t digits = 0;
  std::size_t count = 0;
  std::size_t behind_point = 0;
  bool point = false;
  std::size_t i = 0;
  for (; i < cell.size(); ++i) {
    if (cell[i] >= '0' && cell[i] <= '9') {
      digits = digits * 10 + (cell[i] - '0');
      behind_point += point ? 1 : 0;
      if (++count > 15) break;
    } else if (cell[i] == '.' && !point) {
      point = true;
    } else {
      break;
    }
  }
  const bool plain = count > 0 && count <= 15 && (i == cell.size() || cell[i] == ' ' || cell[i] == '%') && cell[i - 1] != '.';
  if (plain && cell.front() != '.') return {.value = static_cast<double>(digits) / kTens[behind_point], .length = i};
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{}) return {};
  return {.value = value, .length = static_cast<std::size_t>(end - cell.data())};
}

}  // namespace

bool is_placeholder(std::string_view cell) {
  if (cell.empty() || cell.front() == '[') return true;
  if (cell.front() >= '0' && cell.front() <= '9') return false;
  return std::any_of(kPlaceholders.begin(), kPlaceholders.end(),
                     [&](std::string_view known) { return cell.size() == known.size() && base::lower(cell) == known; });
}

std::optional<double> unit_factor(Quantity quantity, std::string_view unit) {
  if (unit.empty() || unit.size() > kLongestUnit) return std::nullopt;
  const auto code = code_of(unit);
  for (std::size_t i = first_unit_of(quantity); i < kUnits.size() && kUnits[i].quantity == quantity; ++i) {
    if (code_of(kUnits[i].name) == code) return kUnits[i].factor;
  }
  return std::nullopt;
}

double default_factor(Quantity quantity) { return kUnits[first_unit_of(quantity)].factor; }

CellValue read_quantity(std::string_view cell, Quantity quantity, double factor) {
  if (is_placeholder(cell)) return {};
  const auto [raw, length] = read_number(cell);
  if (length == 0 || !std::isfinite(raw)) return {.kind = CellValue::Kind::malformed};
  auto unit = cell.substr(length);
  if (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  if (!unit.empty() && (unit.front() <= ' ' || unit.back() <= ' ')) unit = base::trim(unit);
  if (!unit.empty()) {
    const auto own = unit_factor(quantity, unit);
    if (!own) return {.kind = CellValue::Kind::malformed};
    factor = *own;
  }
  if (is_blank(raw, quantity, factor)) return {};
  return {.kind = CellValue::Kind::number, .value = raw * factor};
}

}  // namespace accelprep::intake

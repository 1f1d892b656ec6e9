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

bool is_placeholder(std::string_view cell) {
  if (cell.empty() || cell.front() == '[') return true;
  if (cell.front() >= '0' && cell.front() <= '9') return false;
  return std::any_of(kPlaceholders.begin(), kPlaceholders.end(),
                     [&](std::string_view known) { return cell.size() == known.size() && base::lower(cell) == known; });
}

std::optional<double> unit_factor(Quantity quantity, std::string_view unit) {
  for (std::size_t i = first_unit_of(quantity); i < kUnits.size() && kUnits[i].quantity == quantity; ++i) {
    if (kUnits[i].name == unit) return kUnits[i].factor;
  }
  return std::nullopt;
}

double default_factor(Quantity quantity) { return kUnits[first_unit_of(quantity)].factor; }

CellValue read_quantity(std::string_view cell, Quantity quantity, double factor) {
  if (is_placeholder(cell)) return {};
  double raw = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), raw);
  if (error != std::errc{} || !std::isfinite(raw)) return {.kind = CellValue::Kind::malformed};
  const auto unit = base::trim(cell.substr(static_cast<std::size_t>(end - cell.data())));
  if (!unit.empty()) {
    const auto own = unit_factor(quantity, unit);
    if (!own) return {.kind = CellValue::Kind::malformed};
    factor = *own;
  }
  if (is_blank(raw, quantity, factor)) return {};
  return {.kind = CellValue::Kind::number, .value = raw * factor};
}

}  // namespace accelprep::intake

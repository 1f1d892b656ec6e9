#include "report/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "base/time.h"
#include "evidence/measurement_table.h"

namespace accelprep::report {
namespace {

std::string grouped(std::string digits) {  // "-1234567.8" to "-1,234,567.8"
  const auto dot = digits.find('.');
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  const std::size_t end = dot == std::string::npos ? digits.size() : dot;
  for (std::size_t at = end; at > first + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

int magnitude(double value) { return value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value)))); }

// Decimals that keep `digits` significant digits of `value`.
int decimals_for(double value, int digits) { return std::clamp(digits - 1 - magnitude(value), 0, 9); }

std::string fixed(double value, int decimals) {
  auto text = fmt::format("{:.{}f}", value, decimals);
  if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);  // no "-0"
  return grouped(text);
}

// How a unit is shown: multiplied by `factor`, with text before and after.
struct Style {
  double factor = 1;
  std::string_view before;
  std::string after;
  int digits = 3;
};

Style style_of(std::string_view unit, double size) {
  if (unit == "fraction") return {.factor = 100, .after = " %"};
  if (unit == "W") return size >= 1000 ? Style{.factor = 1e-3, .after = " kW"} : Style{.after = " W"};
  if (unit == "degC") return {.after = " °C"};
  if (unit == "Hz") return size >= 1e9 ? Style{.factor = 1e-9, .after = " GHz"} : Style{.factor = 1e-6, .after = " MHz", .digits = 4};
  if (unit == "USD") return {.before = "$"};
  if (unit == "USD/h") return {.before = "$", .after = " /h"};
  if (unit == "USD/year") return {.before = "$", .after = " /year"};
  if (unit == "1/s") return {.after = " /s"};
  if (unit == "tokens/s") return {.after = " tokens/s"};
  if (unit == "ratio" || unit.empty()) return {};
  const bool counted = unit == "months" || unit == "nodes" || unit == "tokens" || unit == "streams" || unit == "requests";
  const auto one = size == 1 && counted ? unit.substr(0, unit.size() - 1) : unit;
  return {.after = fmt::format(" {}", one), .digits = counted ? 4 : 3};
}

// "5.00" to "5", "2.10" to "2.1": where no interval says how far a number is known, zeros at its end say nothing. Money keeps them.
std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string with_style(double value, const Style& style, int decimals) {
  const bool negative = value < 0 && !style.before.empty();
  const double shown = (negative ? -value : value) * style.factor;
  return fmt::format("{}{}{}{}", negative ? "-" : "", style.before, fixed(shown, decimals), style.after);
}

}  // namespace

std::string format_count(std::int64_t value) { return grouped(fmt::format("{}", value)); }

std::string format_usd(double usd) {
  const bool small = std::abs(usd) < 100;
  return fmt::format("{}${}", usd < 0 ? "-" : "", fixed(std::abs(usd), small ? 2 : 0));
}

std::string format_bytes(double bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (std::abs(bytes) >= 1024 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", fixed(bytes, unit == 0 ? 0 : decimals_for(bytes, 3)), kUnits[unit]);
}

std::string significant(double value, int digits) { return fixed(value, decimals_for(value, digits)); }

std::string format_value(double value, std::string_view unit) {
  if (unit == "bytes") return format_bytes(value);
  if (unit == "s") return value == 0 ? "0 s" : base::format_duration(value);
  if (unit == "USD") return format_usd(value);
  const auto style = style_of(unit, std::abs(value));
  const int decimals = decimals_for(value * style.factor, style.digits);
  if (!style.before.empty()) return with_style(value, style, decimals);
  return without_zeros(fixed(value * style.factor, decimals)) + style.after;
}

std::string format_value(double value, std::string_view unit, const std::optional<evidence::Interval>& interval) {
  if (!interval || unit == "bytes" || unit == "s" || !(interval->high > interval->low)) return format_value(value, unit);
  const auto style = style_of(unit, std::abs(value));
  // The last digit shown is worth at most half of the half-width.
  const double half_width = (interval->high - interval->low) / 2 * style.factor;
  const int decimals = std::clamp(-magnitude(half_width / 2), 0, decimals_for(value * style.factor, style.digits + 1));
  return fmt::format("{} ({} to {})", with_style(value, style, decimals), fixed(interval->low * style.factor, decimals),
                     fixed(interval->high * style.factor, decimals));
}

std::string format_value(const evidence::Measurement& measurement) {
  if (const auto* absent = std::get_if<evidence::Absent>(&measurement.value)) return "not measured: " + absent->reason;
  if (const auto* text = std::get_if<std::string>(&measurement.value)) return base::replaced(*text, "_", " ");
  const auto* row = evidence::find_row(measurement.id);
  return format_value(*measurement.number(), row != nullptr ? row->unit : "", measurement.ci95);
}

}  // namespace accelprep::report

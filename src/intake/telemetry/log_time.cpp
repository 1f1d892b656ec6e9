#include "intake/telemetry/log_time.h"

#include <array>
#include <cmath>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using base::TimeNs;

constexpr TimeNs kQuarterNs = 900 * base::kSecond;

// 1e11 seconds are the year 5138 and 1e11 milliseconds 1973: the size tells the unit.
std::optional<TimeNs> since_1970(std::string_view cell) {
  constexpr std::array<double, 4> kUnitNs{1e9, 1e6, 1e3, 1};
  const auto number = base::parse_number(cell);
  if (!number || *number < 0) return std::nullopt;
  std::size_t unit = 0;
  for (double limit = 1e11; unit + 1 < kUnitNs.size() && *number >= limit; limit *= 1000) ++unit;
  const double ns = *number * kUnitNs[unit];
  return ns < 9e18 ? std::optional(static_cast<TimeNs>(std::llround(ns))) : std::nullopt;
}

}  // namespace

// Of a cell that differs from the one before it in its seconds alone, as most do.
std::optional<TimeNs> LogTime::in_last_minute(std::string_view cell) const {
  constexpr std::size_t kDigits = 9;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (minute_.empty() || !cell.starts_with(minute_)) return std::nullopt;
  auto rest = cell.substr(minute_.size());
  if (rest.size() < 2 || !is_digit(rest[0]) || !is_digit(rest[1]) || rest[0] > '5') return std::nullopt;
  TimeNs ns = ((rest[0] - '0') * 10 + (rest[1] - '0')) * base::kSecond;
  rest.remove_prefix(2);
  if (rest.empty()) return minute_ns_ + ns;
  if (rest.front() != '.' || rest.size() < 2 || rest.size() > 1 + kDigits) return std::nullopt;
  TimeNs worth = base::kSecond;
  for (const char digit : rest.substr(1)) {
    if (!is_digit(digit)) return std::nullopt;
    worth /= 10;
    ns += (digit - '0') * worth;
  }
  return minute_ns_ + ns;
}

std::optional<TimeNs> LogTime::read(std::string_view cell) {
  constexpr std::size_t kMinuteChars = 17;  // "2026/11/01 00:00:"
  if (const auto ns = in_last_minute(cell)) return to_utc(*ns);
  const auto parsed = base::parse_time(cell);
  if (!parsed) return since_1970(cell);
  if (parsed->has_zone) return parsed->ns;
  if (!zone_) all_zones_known_ = false;
  if (cell.size() > kMinuteChars && cell[kMinuteChars - 1] == ':' && cell[kMinuteChars - 4] == ':') {
    minute_.assign(cell.substr(0, kMinuteChars));
    const auto start = base::parse_time(std::string(minute_) + "00");
    minute_ns_ = start ? start->ns : 0;
    if (!start) minute_.clear();
  }
  return to_utc(parsed->ns);
}

TimeNs LogTime::to_utc(TimeNs local_ns) {
  if (!zone_) return local_ns;
  const TimeNs quarter = local_ns / kQuarterNs;
  if (!offset_ns_ || quarter != quarter_) {
    offset_ns_ = zone_->to_utc(local_ns) - local_ns;
    quarter_ = quarter;
  }
  return local_ns + *offset_ns_;
}

}  // namespace accelprep::intake

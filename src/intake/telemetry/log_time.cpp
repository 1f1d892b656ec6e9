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

std::optional<TimeNs> LogTime::read(std::string_view cell) {
  const auto parsed = base::parse_time(cell);
  if (!parsed) return since_1970(cell);
  if (parsed->has_zone) return parsed->ns;
  if (!zone_) all_zones_known_ = false;
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

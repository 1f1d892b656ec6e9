#include "base/time.h"

#include <chrono>
#include <cmath>
#include <date/tz.h>
#include <fmt/format.h>

namespace accelprep::base {
namespace {

// Reads exactly `digits` decimal digits.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> take_date_days(std::string_view& text) {
  const auto year = take_digits(text, 4);
  if (!year || text.empty() || (text[0] != '-' && text[0] != '/')) return std::nullopt;
  const char separator = text[0];
  text.remove_prefix(1);
  const auto month = take_digits(text, 2);
  if (!month || !take(text, separator)) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day ymd{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                        std::chrono::day(static_cast<unsigned>(*day))};
  if (!ymd.ok()) return std::nullopt;
  return std::chrono::sys_days(ymd).time_since_epoch().count();
}

std::optional<TimeNs> take_fraction_ns(std::string_view& text) {
  if (!take(text, '.') && !take(text, ',')) return 0;
  TimeNs value = 0;
  int digits = 0;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    if (digits < 9) {
      value = value * 10 + (text[0] - '0');
      ++digits;
    }
    text.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  for (; digits < 9; ++digits) value *= 10;
  return value;
}

std::optional<TimeNs> take_time_of_day_ns(std::string_view& text) {
  const auto hour = take_digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = take_digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  int second = 0;
  if (take(text, ':')) {
    const auto read = take_digits(text, 2);
    if (!read || *read > 60) return std::nullopt;
    second = *read;
  }
  const auto fraction = take_fraction_ns(text);
  if (!fraction) return std::nullopt;
  return ((*hour * 60 + *minute) * 60 + second) * kSecond + *fraction;
}

// "Z", "+02", "+02:00", "-0530"; nothing consumed and 0 where no zone is written.
std::optional<TimeNs> take_offset_ns(std::string_view& text, bool& has_zone) {
  if (take(text, 'Z') || take(text, 'z')) {
    has_zone = true;
    return 0;
  }
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return 0;
  const TimeNs sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2);
  if (!hours || *hours > 15) return std::nullopt;
  int minutes = 0;
  if (!text.empty()) {
    take(text, ':');
    const auto read = take_digits(text, 2);
    if (!read || *read > 59) return std::nullopt;
    minutes = *read;
  }
  has_zone = true;
  return sign * (*hours * 60 + minutes) * 60 * kSecond;
}

const date::time_zone* as_zone(const void* zone) { return static_cast<const date::time_zone*>(zone); }

TimeNs floor_to(TimeNs ns, TimeNs unit) {
  const TimeNs rest = ns % unit;
  return ns - (rest < 0 ? rest + unit : rest);
}

}  // namespace

std::optional<ParsedTime> parse_time(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  const auto days = take_date_days(text);
  // Years outside 1700..2250 do not fit nanoseconds in 64 bits.
  if (!days || *days < -98'000 || *days > 102'000) return std::nullopt;
  ParsedTime parsed{.ns = *days * kDay, .has_zone = false};
  if (text.empty()) return parsed;
  if (!take(text, ' ') && !take(text, 'T')) return std::nullopt;
  const auto time_of_day = take_time_of_day_ns(text);
  if (!time_of_day) return std::nullopt;
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  const auto offset = take_offset_ns(text, parsed.has_zone);
  if (!offset || !text.empty()) return std::nullopt;
  parsed.ns += *time_of_day - *offset;
  return parsed;
}

std::string format_date(TimeNs ns) {
  const std::chrono::year_month_day ymd{std::chrono::sys_days(std::chrono::days(floor_to(ns, kDay) / kDay))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
                     static_cast<unsigned>(ymd.day()));
}

std::string format_time(TimeNs ns) {
  const TimeNs of_day = ns - floor_to(ns, kDay);
  const TimeNs seconds = of_day / kSecond;
  const TimeNs milliseconds = of_day % kSecond / 1'000'000;
  auto text = fmt::format("{}T{:02}:{:02}:{:02}", format_date(ns), seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (milliseconds != 0) text += fmt::format(".{:03}", milliseconds);
  return text + "Z";
}

std::string format_duration(double seconds) {
  const double size = std::abs(seconds);
  if (size < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (size < 120) return fmt::format("{:.3g} s", seconds);
  if (size < 2 * 3600) return fmt::format("{:.3g} min", seconds / 60);
  if (size < 48 * 3600) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} d", seconds / 86400);
}

TimeNs start_of_hour(TimeNs ns) { return floor_to(ns, kHour); }

int hour_of_week(TimeNs ns) {
  constexpr TimeNs kWeek = 7 * kDay;
  // Unix time began on a Thursday: Monday is three days earlier.
  const TimeNs since_monday = ns + 3 * kDay;
  return static_cast<int>((since_monday - floor_to(since_monday, kWeek)) / kHour);
}

TimeNs SystemClock::now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Result<Zone> Zone::find(std::string_view name) {
  try {
    return Zone(date::locate_zone(name));
  } catch (const std::exception&) {
    return fail(ErrorKind::not_found,
                fmt::format("\"{}\" is no time zone of this machine's database; expected a name such as \"Europe/Berlin\" or "
                            "\"America/New_York\"",
                            name));
  }
}

TimeNs Zone::to_utc(TimeNs local_ns) const {
  const date::local_time<std::chrono::nanoseconds> local{std::chrono::nanoseconds(local_ns)};
  return as_zone(zone_)->to_sys(local, date::choose::earliest).time_since_epoch().count();
}

TimeNs Zone::to_local(TimeNs utc_ns) const {
  const date::sys_time<std::chrono::nanoseconds> utc{std::chrono::nanoseconds(utc_ns)};
  return as_zone(zone_)->to_local(utc).time_since_epoch().count();
}

}  // namespace accelprep::base

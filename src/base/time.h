// Points in time are Unix nanoseconds (int64, UTC). Logs write them in many ways; these functions read the common ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace accelprep::base {

using TimeNs = std::int64_t;

inline constexpr TimeNs kSecond = 1'000'000'000;
inline constexpr TimeNs kHour = 3600 * kSecond;
inline constexpr TimeNs kDay = 24 * kHour;

struct ParsedTime {
  TimeNs ns = 0;          // as written: without a zone it is local time read as if it were UTC
  bool has_zone = false;  // "Z" or an offset was written, and has been applied
};

// "2024-05-12 00:00:00.001163+00:00", "2023-11-16 18:17:03.9799600", "2024-10-15T12:00:00.269Z", "2026/01/03 15:36:53.507",
// "2026-11-01". Nothing where the text is not wholly a date with an optional time of day.
std::optional<ParsedTime> parse_time(std::string_view text);

// "2026-11-30T10:35:01Z", with milliseconds where there are any.
std::string format_time(TimeNs ns);
std::string format_date(TimeNs ns);           // "2026-11-30"
std::string format_duration(double seconds);  // "45 min", "7.0 d", "3.9 s"

TimeNs start_of_hour(TimeNs ns);
int hour_of_week(TimeNs ns);  // 0 = Monday 00:00, 167 = Sunday 23:00

// The time now, behind an interface so that tests choose it.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimeNs now_ns() = 0;
};

class SystemClock final : public Clock {
 public:
  TimeNs now_ns() override;
};

// A named zone of the IANA database ("Europe/Berlin").
class Zone {
 public:
  static Result<Zone> find(std::string_view name);
  // Local time (read as if it were UTC) to UTC. In the hour that occurs twice the first one is meant; in the hour that is
  // skipped the time moves to the moment of the change.
  [[nodiscard]] TimeNs to_utc(TimeNs local_ns) const;
  [[nodiscard]] TimeNs to_local(TimeNs utc_ns) const;

 private:
  explicit Zone(const void* zone) : zone_(zone) {}
  const void* zone_;  // date::time_zone, owned by the database
};

}  // namespace accelprep::base

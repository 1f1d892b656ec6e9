// The times of logs that write a date, a time of day, both or neither: dmon, pmon and dcgmi dmon.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {

// Where times that a log does not write begin. Far from any real log, so that nobody takes them for its dates.
inline constexpr base::TimeNs kAssumedOriginNs = 946'684'800 * base::kSecond;  // 2000-01-01T00:00:00
inline constexpr double kDmonIntervalS = 1;                                    // dmon's, pmon's and dcgmi dmon's own default of -d

class RowTime {
 public:
  explicit RowTime(const TelemetryInput& input);

  // Of a row's cells, empty where its log has no such column: "20260703" and "22:11:09". With a time of day alone each row is on the day
  // of the row before, or on the next one where the clock has passed midnight. Nothing where a cell is none.
  std::optional<base::TimeNs> written(std::string_view date, std::string_view time_of_day);
  base::TimeNs next_tick();  // of a log that writes no time of day
  [[nodiscard]] base::TimeNs tick() const;

  // What a reader of the result must know, or "".
  // Dates are assumed, since the log writes none.
  [[nodiscard]] bool assumed() const { return ticks_ > 0 || last_of_day_ns_.has_value(); }
  [[nodiscard]] std::string note() const;

 private:
  const TelemetryInput& input_;
  double interval_s_;
  std::int64_t ticks_ = 0;
  std::optional<base::TimeNs> last_of_day_ns_;
  std::int64_t days_ = 0;
};

}  // namespace accelprep::intake

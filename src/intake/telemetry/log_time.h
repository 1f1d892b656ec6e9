// Times as telemetry logs write them, to UTC.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace accelprep::intake {

class LogTime {
 public:
  // `zone` is where a log without a written zone was taken; without one such times are read as if they were UTC.
  explicit LogTime(std::optional<base::Zone> zone = std::nullopt) : zone_(zone) {}

  // A date with a time of day, or a number since 1970 (seconds, ms, us or ns by its size). Nothing where it is neither.
  std::optional<base::TimeNs> read(std::string_view cell);

  void no_zone() { all_zones_known_ = false; }  // of a log whose times no zone could place

  [[nodiscard]] bool all_zones_known() const { return all_zones_known_; }  // of the times read so far

 private:
  base::TimeNs to_utc(base::TimeNs local_ns);
  [[nodiscard]] std::optional<base::TimeNs> in_last_minute(std::string_view cell) const;

  std::optional<base::Zone> zone_;
  bool all_zones_known_ = true;
  // The minute last read of a date without a zone, as written: "2026/11/01 00:00:".
  std::string minute_;
  base::TimeNs minute_ns_ = 0;
  // The zone's offset in the quarter of an hour last asked for: it changes on no finer grid.
  base::TimeNs quarter_ = 0;
  std::optional<base::TimeNs> offset_ns_;
};

}  // namespace accelprep::intake

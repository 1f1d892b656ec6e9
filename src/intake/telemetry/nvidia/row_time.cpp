#include "intake/telemetry/nvidia/row_time.h"

#include <cmath>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using base::TimeNs;

// "20260703" as other tools write it.
std::string dashed(std::string_view date) {
  if (date.size() != 8 || !base::parse_integer(date)) return std::string(date);
  return fmt::format("{}-{}-{}", date.substr(0, 4), date.substr(4, 2), date.substr(6, 2));
}

}  // namespace

RowTime::RowTime(const TelemetryInput& input) : input_(input), interval_s_(input.nvidia_smi.interval_s.value_or(kDmonIntervalS)) {}

std::optional<TimeNs> RowTime::written(std::string_view date, std::string_view time_of_day) {
  if (time_of_day.find(':') == std::string_view::npos) return std::nullopt;
  if (!date.empty()) return input_.time.read(fmt::format("{} {}", dashed(date), time_of_day));
  const auto parsed = base::parse_time(fmt::format("2000-01-01 {}", time_of_day));
  if (!parsed) return std::nullopt;
  input_.time.no_zone();
  const TimeNs of_day_ns = parsed->ns - kAssumedOriginNs;
  if (last_of_day_ns_ && of_day_ns + base::kDay / 2 < *last_of_day_ns_) ++days_;
  last_of_day_ns_ = of_day_ns;
  return kAssumedOriginNs + days_ * base::kDay + of_day_ns;
}

TimeNs RowTime::next_tick() {
  if (ticks_ == 0) input_.time.no_zone();
  ++ticks_;
  return tick();
}

TimeNs RowTime::tick() const {
  return kAssumedOriginNs + static_cast<TimeNs>(std::llround(static_cast<double>(ticks_ - 1) * interval_s_ * 1e9));
}

std::string RowTime::note() const {
  const auto& path = input_.lines.path();
  if (last_of_day_ns_) {
    return fmt::format(
        "{}: the log writes times of day and no date: they are shown from 2000-01-01 on, and nothing may be read from the date", path);
  }
  if (ticks_ == 0) return "";
  const bool given = input_.nvidia_smi.interval_s.has_value();
  return fmt::format(
      "{}: the log writes no time of day: its samples are taken to be {} s apart ({}) and shown from 2000-01-01T00:00:00 on; times are "
      "relative",
      path, interval_s_, given ? "--interval" : "the tool's default; --interval=SECONDS says what its -d was");
}

}  // namespace accelprep::intake

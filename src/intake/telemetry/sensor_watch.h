// Whether a device's power sensor shows what is there: one that stands still while the load changes, and one that is read more often than
// it is refreshed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time.h"

namespace accelprep::intake {

inline constexpr double kStuckAtLeastS = 600;
inline constexpr std::int64_t kStuckAtLeastReadings = 100;
inline constexpr double kStuckWhileTemperatureRisesC = 10;   // one that cools, or stands idle in a warming case, may keep its power
inline constexpr double kUnusedWhileTemperatureRisesC = 20;  // at a power cap whole watts may stand still while a card warms a little
inline constexpr double kStuckWhileBusyOver = 0.5;           // where busy is known
inline constexpr double kStuckWhileBusyMoves = 0.5;
inline constexpr double kFineSamplingS = 0.5;  // below it readings may outrun the sensor; NVIDIA's refresh every 20 to 100 ms

class SensorWatch {
 public:
  struct Reading {
    base::TimeNs at_ns = 0;
    std::optional<double> power_w;
    std::optional<double> temperature_c;
    std::optional<double> busy;
  };

  void add(const Reading& reading);
  void finish();

  // "power stood at exactly 46.19 W for 700 s (12,792 readings) while ...", or nothing.
  [[nodiscard]] std::optional<std::string> stuck() const;
  // In all of the log, however short it is, while the card grew hot: there is no power to speak of.
  [[nodiscard]] bool stuck_throughout() const {
    return stuck_ && changes_ == 0 && stuck_->loaded() && stuck_->rise_c >= kUnusedWhileTemperatureRisesC;
  }
  // "power changes every 0.1 s and is read every 0.02 s ...", or nothing. `interval_s`: the median of the samples'.
  [[nodiscard]] std::optional<std::string> refreshed_slowly(double interval_s) const;

 private:
  struct Range {
    std::optional<double> low;
    std::optional<double> high;
    void add(const std::optional<double>& value);
    [[nodiscard]] double width() const { return low ? *high - *low : 0; }
  };
  struct Run {  // of one unchanged power
    double power_w = 0;
    base::TimeNs from_ns = 0;
    base::TimeNs to_ns = 0;
    std::int64_t readings = 0;
    Range temperature_c;
    Range busy;
    double rise_c = 0;  // the most that a temperature lies over one before it
    [[nodiscard]] bool loaded() const { return !busy.high || *busy.high > kStuckWhileBusyOver; }
    [[nodiscard]] double seconds() const { return static_cast<double>(to_ns - from_ns) * 1e-9; }
  };

  void end_run(bool is_all);

  std::optional<Run> run_;
  std::optional<Run> stuck_;  // the longest
  std::int64_t readings_ = 0;
  std::int64_t changes_ = 0;
};

}  // namespace accelprep::intake

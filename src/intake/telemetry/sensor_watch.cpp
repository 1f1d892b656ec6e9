#include "intake/telemetry/sensor_watch.h"

#include <algorithm>
#include <fmt/format.h>

namespace accelprep::intake {
namespace {

// Of fewer changes a mean time between them says little.
constexpr std::int64_t kChangesAtLeast = 20;

}  // namespace

void SensorWatch::Range::add(const std::optional<double>& value) {
  if (!value) return;
  low = low ? std::min(*low, *value) : *value;
  high = high ? std::max(*high, *value) : *value;
}

void SensorWatch::add(const Reading& reading) {
  if (!reading.power_w) return;
  ++readings_;
  if (!run_ || run_->power_w != *reading.power_w) {
    if (run_) ++changes_;
    end_run(false);
    run_ = Run{.power_w = *reading.power_w, .from_ns = reading.at_ns, .to_ns = reading.at_ns};
  }
  run_->to_ns = reading.at_ns;
  ++run_->readings;
  run_->temperature_c.add(reading.temperature_c);
  if (reading.temperature_c) run_->rise_c = std::max(run_->rise_c, *reading.temperature_c - *run_->temperature_c.low);
  run_->busy.add(reading.busy);
}

void SensorWatch::end_run(bool is_all) {
  if (!run_ || run_->readings < kStuckAtLeastReadings || (!is_all && run_->seconds() < kStuckAtLeastS)) return;
  const bool load_moved = (run_->loaded() && run_->rise_c >= kStuckWhileTemperatureRisesC) || run_->busy.width() >= kStuckWhileBusyMoves;
  if (load_moved && (!stuck_ || run_->seconds() > stuck_->seconds())) stuck_ = run_;
}

void SensorWatch::finish() { end_run(changes_ == 0); }

std::optional<std::string> SensorWatch::stuck() const {
  if (!stuck_) return std::nullopt;
  const bool by_temperature = stuck_->rise_c >= kStuckWhileTemperatureRisesC;
  const auto moved =
      by_temperature
          ? fmt::format("the temperature moved between {:g} and {:g} degrees", *stuck_->temperature_c.low, *stuck_->temperature_c.high)
          : fmt::format("busy moved between {:.0f} and {:.0f} %", *stuck_->busy.low * 100, *stuck_->busy.high * 100);
  return fmt::format("power stood at exactly {:g} W for {:.0f} s ({} readings) while {}: the sensor was stuck, and its power is not {}",
                     stuck_->power_w, stuck_->seconds(), stuck_->readings, moved, stuck_throughout() ? "used" : "to be relied on");
}

std::optional<std::string> SensorWatch::refreshed_slowly(double interval_s) const {
  if (!(interval_s > 0) || interval_s > kFineSamplingS || changes_ < kChangesAtLeast || 2 * changes_ >= readings_) return std::nullopt;
  const double readings_per_change = static_cast<double>(readings_) / static_cast<double>(changes_);
  return fmt::format("power is read every {:g} s and changes with every {:.1f}th reading: it is refreshed more slowly than it is read",
                     interval_s, readings_per_change);
}

}  // namespace accelprep::intake

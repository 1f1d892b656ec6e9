#include "intake/telemetry/stuck_sensor.h"

#include <algorithm>
#include <fmt/format.h>

namespace accelprep::intake {
namespace {

using records::Metric;

constexpr std::int64_t kSamplesAtLeast = 100;
constexpr double kRiseAtLeastC = 20;
constexpr double kLoadedAtLeast = 0.5;

constexpr std::size_t at(Metric metric) { return static_cast<std::size_t>(metric); }

// The most that the mean of a minute lies over that of a minute before it.
double rise_c(const records::DeviceSummary& device) {
  std::optional<double> lowest;
  double rise = 0;
  for (const auto& minute : device.minutes) {
    const auto mean = minute.values[at(Metric::temperature_c)].mean();
    if (!mean) continue;
    lowest = std::min(lowest.value_or(*mean), *mean);
    rise = std::max(rise, *mean - *lowest);
  }
  return rise;
}

bool may_have_been_loaded(const records::DeviceSummary& device) {
  const auto& busy = device.sketch(Metric::busy);
  return busy.count == 0 || static_cast<double>(busy.cells.back().step) * busy.resolution > kLoadedAtLeast;
}

}  // namespace

std::optional<std::string> drop_stuck_power(records::DeviceSummary& device) {
  auto& power = device.sketches[at(Metric::power_w)];
  if (power.count < kSamplesAtLeast || power.cells.size() != 1 || !may_have_been_loaded(device)) return std::nullopt;
  const double rise = rise_c(device);
  if (rise < kRiseAtLeastC) return std::nullopt;
  auto note = fmt::format(
      "device {}: its power stands at {:.2f} W in all {} samples while the temperature rises by {:.0f} degrees: the sensor is stuck, and "
      "power is not used",
      device.id, power.sum / static_cast<double>(power.count), power.count, rise);
  power = {.resolution = power.resolution, .cells = {}};
  for (auto& minute : device.minutes) minute.values[at(Metric::power_w)] = {};
  return note;
}

}  // namespace accelprep::intake

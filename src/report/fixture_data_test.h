// Series and tables of the audits in fixtures_test.h. Included by tests only.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "evidence/dossier.h"

namespace accelprep::report {

// An 8-card node: $290,000 over five years with a tenth left, and its running cost.
inline constexpr double kOwnUsdPerYear = 290'000 * 0.9 / 5 + 78'000;
inline constexpr double kOwnedHours = 8 * 8760 * 0.98;
inline constexpr double kBestUsdPerH = 3.85;

struct TrafficShape {
  double mean_per_s = 1;
  double daily_swing = 0;     // of the mean: 0 none, 1 down to nothing at night
  double weekend = 1;         // of a working day
  double capacity_per_s = 1;  // of one accelerator
  double base = 0;            // the hours never fall below this share of the mean
  std::size_t hours = 672;    // four weeks
  double step_s = 3600;
  double gap_from_h = 0;  // unknown hours
  double gap_to_h = 0;
};
evidence::Series rate_series(double start_s, const TrafficShape& shape);
double mean_rate(const evidence::Series& rate);  // over what is known
evidence::Series hour_of_week_series(const TrafficShape& shape);
evidence::Series dispersion_series(const TrafficShape& shape);
evidence::Series demand_series(const evidence::Series& rate, const TrafficShape& shape);
evidence::Series load_duration_series(const evidence::Series& demand);
evidence::Table token_lengths_table();

struct DeviceShape {
  double start_s = 0;
  std::size_t minutes = 60;
  double busy = 0.5;
  double swing = 0;
  bool soak = false;       // the middle two hours qualify
  bool throttled = false;  // for a while on the second afternoon
  double power_limit_w = 700;
};
evidence::Series device_series_of(int card, const DeviceShape& shape);

evidence::Series cost_curve_series();
evidence::Series cumulative_series(double utilization);
std::vector<evidence::Table> money_tables();

}  // namespace accelprep::report

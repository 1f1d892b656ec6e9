// What one feed carries.
#pragma once

#include <optional>

#include "records/site_plan.h"

namespace accelprep::site {

// For hours: volts * breaker_a * sqrt(3 if three-phase, volts line to line) * continuous_factor * power_factor, or capacity_w. Where the
// file states no continuous factor it is 0.8, the North American rule for loads of three hours and more. Nothing where neither is stated.
std::optional<double> continuous_capacity_w(const records::Feed& feed);

// For the seconds of a start: the breaker's whole rating, without the continuous factor.
std::optional<double> short_capacity_w(const records::Feed& feed);

// The share of a three-phase circuit that `supplies` single-phase supplies, spread as evenly as they go, can use before the heaviest
// line is full; 1 where they divide by three. On delta a line carries the vector sum of two loads: sqrt(a^2 + b^2 + a*b).
double balance_factor(records::Connection connection, std::int64_t supplies);

// A wall socket's circuit: one phase, at most 20 A at at most 240 V.
bool is_office_circuit(const records::Feed& feed);

inline constexpr double kDefaultContinuousFactor = 0.8;

}  // namespace accelprep::site

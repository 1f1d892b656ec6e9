#include "site/circuit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace accelprep::site {

using records::Connection;
using records::Feed;

std::optional<double> short_capacity_w(const Feed& feed) {
  if (feed.capacity_w) return feed.capacity_w->value;
  if (!feed.volts || !feed.breaker_a) return std::nullopt;
  const double phases = feed.phases == 3 ? std::numbers::sqrt3 : 1;
  return feed.volts->value * feed.breaker_a->value * phases * (feed.power_factor ? feed.power_factor->value : 1);
}

std::optional<double> continuous_capacity_w(const Feed& feed) {
  const auto whole = short_capacity_w(feed);
  if (!whole || feed.capacity_w) return whole;
  return *whole * (feed.continuous_factor ? feed.continuous_factor->value : kDefaultContinuousFactor);
}

double balance_factor(Connection connection, std::int64_t supplies) {
  if (connection == Connection::not_stated || supplies % 3 == 0) return 1;
  std::array<double, 3> load{};  // supplies on each pair of lines, or on each line
  const std::int64_t each = supplies / 3;
  for (std::size_t i = 0; i < 3; ++i) load[i] = static_cast<double>(each + (static_cast<std::int64_t>(i) < supplies % 3 ? 1 : 0));
  const auto count = static_cast<double>(supplies);
  if (connection == Connection::wye) return count / 3 / load[0];
  double heaviest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double a = load[i];
    const double b = load[(i + 1) % 3];
    heaviest = std::max(heaviest, std::sqrt(a * a + b * b + a * b));
  }
  return count / (heaviest * std::numbers::sqrt3);
}

bool is_office_circuit(const Feed& feed) {
  return feed.volts && feed.breaker_a && feed.phases == 1 && feed.breaker_a->value <= 20 && feed.volts->value <= 240;
}

}  // namespace accelprep::site

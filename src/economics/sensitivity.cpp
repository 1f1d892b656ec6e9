#include "economics/sensitivity.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace accelprep::economics {
namespace {

using records::Stated;

bool has_range(const Stated& stated) { return stated.low && stated.high && *stated.high > *stated.low; }

Spread spread_of(std::vector<double>& drawn) {
  Spread out;
  if (std::any_of(drawn.begin(), drawn.end(), [](double value) { return std::isnan(value); })) return out;
  std::sort(drawn.begin(), drawn.end());
  const double last = static_cast<double>(drawn.size() - 1);
  const auto low = static_cast<std::size_t>(std::floor(0.025 * last));
  const auto high = static_cast<std::size_t>(std::ceil(0.975 * last));
  const auto above_one = drawn.end() - std::upper_bound(drawn.begin(), drawn.end(), 1.0);
  out.never_share = static_cast<double>(above_one) / static_cast<double>(drawn.size());
  if (drawn[high] > drawn[low]) out.ci95 = evidence::Interval{drawn[low], drawn[high]};
  return out;
}

}  // namespace

std::vector<Spread> spreads(const records::CostPlan& plan, const Outcome& outcome, const Draws& draws) {
  const auto inputs = inputs_of(plan);
  if (std::none_of(inputs.begin(), inputs.end(), [](const Input& input) { return has_range(input.stated); })) return {};
  base::Rng rng(draws.seed);
  const Pick pick = [&rng](std::size_t, const Stated& stated) {
    return has_range(stated) ? rng.triangular(*stated.low, stated.value, *stated.high) : stated.value;
  };
  std::vector<std::vector<double>> by_outcome;
  for (int draw = 0; draw < draws.count; ++draw) {
    const auto values = outcome(figures_of(plan, pick));
    by_outcome.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) by_outcome[i].push_back(values[i]);
  }
  std::vector<Spread> out;
  for (auto& drawn : by_outcome) out.push_back(spread_of(drawn));
  return out;
}

std::vector<Swing> swings(const records::CostPlan& plan, const Outcome& outcome) {
  const auto inputs = inputs_of(plan);
  std::vector<Swing> out;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& stated = inputs[i].stated;
    if (!has_range(stated)) continue;
    const auto moved_to = [&](double value) {
      return outcome(
          figures_of(plan, [i, value](std::size_t position, const Stated& other) { return position == i ? value : other.value; }));
    };
    out.push_back({.input = inputs[i].name,
                   .input_low = *stated.low,
                   .input_high = *stated.high,
                   .low = moved_to(*stated.low),
                   .high = moved_to(*stated.high)});
  }
  return out;
}

}  // namespace accelprep::economics

#include "economics/decision.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace accelprep::economics {
namespace {

bool hybrid_wins(const Comparison& comparison) {
  if (!comparison.hybrid) return false;
  const auto& hybrid = *comparison.hybrid;
  const bool mixed = hybrid.own_nodes > 0 && hybrid.own_nodes < hybrid.nodes_for_peak;
  return mixed && hybrid.npv_vs_best_pure_usd > 0 && hybrid.ci95 && hybrid.ci95->low > 0;
}

const AtHorizon* at_the_horizon(const Comparison& comparison) {
  const auto& all = comparison.break_even.at_horizon;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& at) { return at.months == comparison.horizon_months; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

Verdict decide(const Comparison& comparison, UtilizationBound bound) {
  if (!comparison.figures.utilization) {
    return {Decision::undecided, "the sustained utilization is not known; measure it, or state [workload] utilization"};
  }
  if (!comparison.against) return {Decision::undecided, comparison.why_no_against};
  const auto* at = at_the_horizon(comparison);
  if (at == nullptr) return {Decision::undecided, "nothing is known at the horizon"};
  if (bound == UtilizationBound::upper) {
    if (at->decision == Decision::rent) return {Decision::rent, "renting costs less even at the upper bound of the utilization"};
    return {Decision::undecided, "the utilization is an upper bound (busy): enough to say rent, never enough to say own"};
  }
  if (hybrid_wins(comparison)) {
    return {Decision::hybrid, fmt::format("owning {} of {} nodes and renting the peaks costs less than either alone",
                                          comparison.hybrid->own_nodes, comparison.hybrid->nodes_for_peak)};
  }
  if (at->decision == Decision::undecided) {
    return {Decision::undecided, "the net present value at the horizon may be on either side of 0 within the stated ranges"};
  }
  if (at->decision == Decision::own) return {Decision::own, "owning is worth more than the cheapest equivalent offer at the horizon"};
  const auto& pays = comparison.pays_above.window;
  const bool by_the_year =
      pays.from && *comparison.figures.utilization > *pays.from && *comparison.figures.utilization < pays.until.value_or(2);
  return {Decision::rent,
          by_the_year ? "by the year owning would cost less, and yet its capital is not earned back within the horizon, at this discount "
                        "rate and exit value"
                      : "the cheapest equivalent offer costs less than owning over the horizon"};
}

}  // namespace accelprep::economics

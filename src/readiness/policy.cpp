#include "readiness/policy.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace accelprep::readiness {
namespace {

constexpr auto kRows = std::to_array<PolicyRow>({
    {"soak_min_s", 1800, "s", "shortest soak"},
    {"soak_min_coverage", 0.90, "fraction", "share of the soak that samples must cover"},
    {"soak_max_drift", 0.05, "fraction", "largest change of busy over a steady soak, of its mean"},
    {"clock_held_min", 0.97, "fraction", "5th percentile of the clock under load over the cool card's clock"},
    {"cycle_days", 7, "days", "the workload's cycle"},
    {"cycle_min_coverage", 0.95, "fraction", "share of the cycle that must be known"},
    {"length_tolerance", 0.10, "fraction", "soak and log count in requests while mean token lengths differ by less"},
    {"utilization_floor", 0.20, "fraction", "sustained utilization below it is not ready whatever the break-even"},
    {"load_factor_marginal", 0.40, "fraction", "load factor below it is not ready"},
    {"load_factor_ready", 0.70, "fraction", "load factor from which on it is ready"},
    {"quiet_hours_max", 0.25, "fraction", "share of hours below a tenth of the peak hour from which on the load is not ready"},
    {"days_seen_min", 7, "days", "length of the log from which on a pattern is ready"},
    {"performance_min", 0.80, "fraction", "measured over predicted throughput"},
    {"cooling_min_s", 3600, "s", "shortest run in the target rack that makes cooling ready"},
    {"cooling_projection_margin_c", std::nullopt, "degC", "projected bench-to-rack margin that stands in for a run in the target rack"},
    {"cooling_reserve", 0.10, "fraction", "added to the inlet difference when a bench margin is projected"},
    {"peak_over_sustained", 1.15, "ratio", "start-up peak over sustained power where only the latter is known"},
    {"horizon_min_months", 12, "months", "ownership horizon below it is not ready, and rents"},
    {"horizon_ready_months", 24, "months", "ownership horizon from which on it is ready"},
    {"hybrid_saving_min", 0.05, "fraction", "saving of the hybrid over the best pure option"},
    {"ready_axes_for_own", 4, "axes", "axes that must be ready to own"},
    {"price_max_age_days", 90, "days", "age at the decision date from which on a price is stale"},
    {"evidence_max_age_days", 365, "days", "age at the decision date from which on a recording is stale"},
});

}  // namespace

std::span<const PolicyRow> policy_rows() { return kRows; }

std::optional<double> policy_value(const evidence::Dossier& dossier, std::string_view key) {
  const auto* row = std::find_if(kRows.begin(), kRows.end(), [&](const auto& one) { return one.key == key; });
  CHECK(row != kRows.end());
  for (const auto& value : dossier.policy) {
    if (value.key == key) return value.value;
  }
  return row->default_value;
}

double threshold(const evidence::Dossier& dossier, std::string_view key) {
  const auto value = policy_value(dossier, key);
  CHECK(value.has_value());
  return *value;
}

}  // namespace accelprep::readiness

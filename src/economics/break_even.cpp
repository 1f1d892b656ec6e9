#include "economics/break_even.h"

#include <algorithm>
#include <limits>

namespace accelprep::economics {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

double fixed_usd_per_year(const OwnFigures& own) { return depreciation_usd_per_year(own) + running_fixed_usd_per_year(own); }

}  // namespace

std::optional<double> break_even_utilization(const OwnFigures& own, const OfferFigures& offer) {
  if (!offer.usd_per_gpu_h || !billed_by_use(offer.kind)) return std::nullopt;
  const double saved = rent_usd_per_year(offer, own, 1) - running_variable_usd_per_year(own);
  return saved > 0 ? fixed_usd_per_year(own) / saved : kNever;
}

std::optional<double> payback_months(const OwnFigures& own, double rent_usd_per_year, double utilization) {
  const double saved_per_month = (rent_usd_per_year - running_usd_per_year(own, utilization)) / 12;
  if (own.capital.empty() || !(saved_per_month > 0)) return std::nullopt;
  return capital_usd(own) / saved_per_month;
}

std::optional<double> payback_hours(const OwnFigures& own, const OfferFigures& offer) {
  if (!offer.usd_per_gpu_h) return std::nullopt;
  const auto months = payback_months(own, rent_usd_per_year(offer, own, 1), 1);
  return months ? std::optional(*months * kHoursPerMonth) : std::nullopt;
}

PaysWindow pays_window(const OwnFigures& own, const std::vector<OfferFigures>& offers) {
  if (offers.empty()) return {.why = "no offer on equivalent hardware may be contracted for the horizon"};
  double by_use = kNever;
  double reserved = kNever;
  bool any_by_use = false;
  for (const auto& offer : offers) {
    auto& least = billed_by_use(offer.kind) ? by_use : reserved;
    least = std::min(least, rent_usd_per_year(offer, own, 1));
    any_by_use = any_by_use || billed_by_use(offer.kind);
  }
  const double fixed = fixed_usd_per_year(own);
  const double variable = running_variable_usd_per_year(own);
  double from = 0;
  if (any_by_use) from = by_use > variable ? fixed / (by_use - variable) : kNever;
  if (from > 1) return {.why = "never: renting by the hour costs less even at full use"};
  if (fixed + from * variable > reserved) return {.why = "never: a reservation undercuts owning at any utilization"};
  PaysWindow window{.from = from};
  if (fixed + variable > reserved) window.until = (reserved - fixed) / variable;
  return window;
}

}  // namespace accelprep::economics

#include "economics/horizon.h"

#include <cmath>

namespace accelprep::economics {

double present_value(double usd_per_year, const Terms& terms) {
  const double years = terms.months / 12;
  const double whole = std::floor(years + 1e-9);
  double sum = 0;
  for (double year = 1; year <= whole; ++year) sum += usd_per_year / std::pow(1 + terms.discount_rate, year);
  if (const double part = years - whole; part > 1e-9) sum += usd_per_year * part / std::pow(1 + terms.discount_rate, years);
  return sum;
}

double present_value_at_end(double usd, const Terms& terms) { return usd / std::pow(1 + terms.discount_rate, terms.months / 12); }

double owning_present_value(const OwnFigures& own, double running_usd_per_year, const Terms& terms) {
  return capital_usd(own) + present_value(running_usd_per_year, terms) -
         present_value_at_end(exit_value_usd(own, terms.months / 12), terms);
}

HorizonCost cost_at_horizon(const OwnFigures& own, const YearlyCost& yearly, const Terms& terms) {
  const double years = terms.months / 12;
  HorizonCost out;
  out.own_usd = capital_usd(own) - exit_value_usd(own, years) + yearly.running_usd * years;
  out.rent_usd = yearly.rent_usd * years;
  out.npv_usd = present_value(yearly.rent_usd, terms) - owning_present_value(own, yearly.running_usd, terms);
  return out;
}

std::optional<double> discounted_payback_months(const OwnFigures& own, const YearlyCost& yearly, const Terms& terms_max) {
  if (own.capital.empty() || !(yearly.rent_usd > yearly.running_usd)) return std::nullopt;
  const double capital = capital_usd(own);
  for (double month = 1; month <= terms_max.months; ++month) {
    const Terms terms{.months = month, .discount_rate = terms_max.discount_rate};
    if (present_value(yearly.rent_usd - yearly.running_usd, terms) >= capital) return month;
  }
  return std::nullopt;
}

}  // namespace accelprep::economics

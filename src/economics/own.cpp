#include "economics/own.h"

#include <algorithm>
#include <cmath>

namespace accelprep::economics {
namespace {

double depreciation(const CapitalFigures& item) { return item.usd * (1 - item.residual.value_or(0)) / item.life_years; }

// Electricity a year of one constant watt.
double usd_per_watt_year(const OwnFigures& own) { return own.pue * kHoursPerYear / 1000 * own.electricity_usd_per_kwh; }

double opex_usd_per_year(const OwnFigures& own) { return own.opex_usd_per_h.value_or(0) * kHoursPerYear * own.nodes; }
double colo_usd_per_year(const OwnFigures& own) { return own.colo_usd_per_kw_month * 12 * own.contracted_kw; }

}  // namespace

double capital_usd(const OwnFigures& own) {
  double sum = 0;
  for (const auto& item : own.capital) sum += item.usd;
  return sum;
}

double depreciation_usd_per_year(const OwnFigures& own) {
  double sum = 0;
  for (const auto& item : own.capital) sum += depreciation(item);
  return sum;
}

double running_fixed_usd_per_year(const OwnFigures& own) {
  return opex_usd_per_year(own) + own.idle_w * usd_per_watt_year(own) + colo_usd_per_year(own) + own.staff_usd_per_year +
         own.support_share_per_year * capital_usd(own) + own.other_usd_per_year;
}

double running_variable_usd_per_year(const OwnFigures& own) { return (own.busy_w - own.idle_w) * usd_per_watt_year(own); }

double running_usd_per_year(const OwnFigures& own, double utilization) {
  return running_fixed_usd_per_year(own) + utilization * running_variable_usd_per_year(own);
}

double annual_usd(const OwnFigures& own, double utilization) {
  return depreciation_usd_per_year(own) + running_usd_per_year(own, utilization);
}

std::vector<CostItem> annual_breakdown(const OwnFigures& own, double utilization) {
  std::vector<CostItem> out;
  for (const auto& item : own.capital) out.push_back({item.item, depreciation(item)});
  const double electricity = (own.idle_w + utilization * (own.busy_w - own.idle_w)) * usd_per_watt_year(own);
  for (const auto& item : {CostItem{"opex", opex_usd_per_year(own)}, CostItem{"electricity", electricity},
                           CostItem{"colocation", colo_usd_per_year(own)}, CostItem{"staff", own.staff_usd_per_year},
                           CostItem{"support", own.support_share_per_year * capital_usd(own)}, CostItem{"other", own.other_usd_per_year}}) {
    if (item.usd != 0) out.push_back(item);
  }
  return out;
}

double useful_hours_per_year(const OwnFigures& own, double utilization) {
  return own.availability * utilization * own.accelerators * kHoursPerYear;
}

double exit_value_usd(const OwnFigures& own, double years) {
  double sum = 0;
  for (const auto& item : own.capital) {
    if (item.residual && *item.residual > 0) sum += item.usd * std::pow(*item.residual, years / item.life_years);
  }
  return sum;
}

OwnFigures scaled(const OwnFigures& own, double factor) {
  OwnFigures out = own;
  out.accelerators *= factor;
  out.nodes *= factor;
  for (auto& item : out.capital) item.usd *= factor;
  out.busy_w *= factor;
  out.idle_w *= factor;
  out.contracted_kw *= factor;
  out.staff_usd_per_year *= factor;
  out.other_usd_per_year *= factor;
  return out;
}

}  // namespace accelprep::economics

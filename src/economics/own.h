// What owning costs. Annual cost = straight line (usd - residual * usd) / life_years of each capital item, plus the running cost:
//   electricity  [busy_w * u + idle_w * (1 - u)] * pue * 8760 / 1000 * usd_per_kwh, of the whole plan
//   colocation   usd_per_kw_month * 12 * contracted_kw, drawn or not
//   support      support_share_per_year * capital;  staff and other as stated
//   or           opex_usd_per_h * 8760 * nodes instead of these parts
// u is the utilization: accelerator hours needed, over accelerators * 8760 * availability. The form follows the published models that
// the tests reproduce: mansi-shiroya1/gpu-tco-model@6e6ffc1c, chanthaphan/gpu-tco@d8c65343, Lenovo LP2225 (May 2025).
#pragma once

#include <string>
#include <vector>

#include "economics/figures.h"

namespace accelprep::economics {

struct CostItem {
  std::string item;
  double usd = 0;  // a year
};

double capital_usd(const OwnFigures& own);
double depreciation_usd_per_year(const OwnFigures& own);
// Running cost a year at u = 0, and what each unit of u adds to it.
double running_fixed_usd_per_year(const OwnFigures& own);
double running_variable_usd_per_year(const OwnFigures& own);
double running_usd_per_year(const OwnFigures& own, double utilization);
double annual_usd(const OwnFigures& own, double utilization);
std::vector<CostItem> annual_breakdown(const OwnFigures& own, double utilization);  // its sum is annual_usd

// Accelerator hours a year that the work needs of these: availability * u * accelerators * 8760.
double useful_hours_per_year(const OwnFigures& own, double utilization);

// What the items would fetch after `years`: usd * residual^(years / life), a declining balance that meets the residual at the end of
// the life; nothing for an item without a stated residual.
double exit_value_usd(const OwnFigures& own, double years);

// The same plan with `factor` times everything in it.
OwnFigures scaled(const OwnFigures& own, double factor);

}  // namespace accelprep::economics

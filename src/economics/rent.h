// What renting the same work costs. On demand, spot and an api are billed by what is needed; a reservation is paid for its whole term
// in whole instances, used or not, exactly like something owned.
#pragma once

#include "economics/figures.h"
#include "economics/own.h"

namespace accelprep::economics {

bool billed_by_use(records::RentKind kind);
double term_months(records::RentKind kind);  // 0 where there is none

// Something a business may plan on for `horizon_months`: not spot, which is taken away; not an api, which is no hardware; not a
// reservation longer than the horizon.
bool may_be_contracted(records::RentKind kind, double horizon_months);

// A year of it for the work that `own` would do at this utilization. `offer.usd_per_gpu_h` must be known.
//   by use       useful hours * usd_per_gpu_h
//   reservation  ceil(accelerators / count) * count * 8760 * usd_per_gpu_h
double rent_usd_per_year(const OfferFigures& offer, const OwnFigures& own, double utilization);

// USD per 10^18 dense floating-point operations at peak, from USD per useful accelerator hour.
double usd_per_exaflop(double usd_per_useful_gpu_h, double peak_flops);

}  // namespace accelprep::economics

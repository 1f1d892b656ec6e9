// Owning and renting over a horizon. Cash flows fall at the end of each year, a last part of a year pro rata at the horizon; capital is
// paid at the start; the exit value (own.h) is credited at the horizon.
#pragma once

#include <optional>

#include "economics/own.h"

namespace accelprep::economics {

struct Terms {
  double months = 36;
  double discount_rate = 0;  // a year
};

// What `usd_per_year` is worth today when it is paid for that long.
double present_value(double usd_per_year, const Terms& terms);
// What an amount at the horizon is worth today.
double present_value_at_end(double usd, const Terms& terms);

struct HorizonCost {
  double own_usd = 0;   // capital - exit value + running cost, undiscounted
  double rent_usd = 0;  // undiscounted
  double npv_usd = 0;   // of owning instead of renting; above 0 owning is worth more
};

struct YearlyCost {
  double running_usd = 0;  // of what is owned, beside its capital
  double rent_usd = 0;     // of the alternative
};
HorizonCost cost_at_horizon(const OwnFigures& own, const YearlyCost& yearly, const Terms& terms);

// The present value of owning: capital, running cost, less the exit value.
double owning_present_value(const OwnFigures& own, double running_usd_per_year, const Terms& terms);

// The first whole month at which what renting would have cost more, discounted, covers the capital. As in payback_months, nothing is
// credited for the hardware. Nothing within `months_max`: then never, for all a plan can say.
std::optional<double> discounted_payback_months(const OwnFigures& own, const YearlyCost& yearly, const Terms& terms_max);

}  // namespace accelprep::economics

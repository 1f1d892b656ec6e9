#include "economics/rent.h"

#include <cmath>

namespace accelprep::economics {

using records::RentKind;

bool billed_by_use(RentKind kind) { return term_months(kind) == 0; }

double term_months(RentKind kind) {
  if (kind == RentKind::reserved_1y) return 12;
  return kind == RentKind::reserved_3y ? 36 : 0;
}

bool may_be_contracted(RentKind kind, double horizon_months) {
  return kind != RentKind::spot && kind != RentKind::api && horizon_months >= term_months(kind);
}

double rent_usd_per_year(const OfferFigures& offer, const OwnFigures& own, double utilization) {
  if (billed_by_use(offer.kind)) return useful_hours_per_year(own, utilization) * *offer.usd_per_gpu_h;
  return std::ceil(own.accelerators / offer.count) * offer.count * kHoursPerYear * *offer.usd_per_gpu_h;
}

double usd_per_exaflop(double usd_per_useful_gpu_h, double peak_flops) { return usd_per_useful_gpu_h / (peak_flops * 3600 / 1e18); }

}  // namespace accelprep::economics

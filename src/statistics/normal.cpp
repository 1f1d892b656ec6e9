#include "statistics/normal.h"

#include <cmath>

#include "base/check.h"

namespace accelprep::statistics {
namespace {

// Of lying off by more than z standard errors on either side.
double chance_beyond(double z) { return std::erfc(z / std::sqrt(2.0)); }

}  // namespace

double errors_for_comparisons(double errors, int comparisons) {
  CHECK(comparisons >= 1);
  const double wanted = chance_beyond(errors) / comparisons;
  double low = errors;
  double high = errors + 40;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (chance_beyond(middle) > wanted ? low : high) = middle;
  }
  return comparisons == 1 ? errors : (low + high) / 2;
}

}  // namespace accelprep::statistics

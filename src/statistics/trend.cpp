#include "statistics/trend.h"

#include <cmath>
#include <numeric>

#include "base/check.h"

namespace accelprep::statistics {

std::optional<Line> fit_line(std::span<const double> x, std::span<const double> y) {
  CHECK(x.size() == y.size());
  if (x.size() < 3) return std::nullopt;
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double sum_xx = 0;
  double sum_xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum_xx += (x[i] - mean_x) * (x[i] - mean_x);
    sum_xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (!(sum_xx > 0)) return std::nullopt;
  Line line{.slope = sum_xy / sum_xx, .intercept = mean_y - sum_xy / sum_xx * mean_x, .points = x.size()};
  double residuals = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = y[i] - line.intercept - line.slope * x[i];
    residuals += off * off;
  }
  line.slope_standard_error = std::sqrt(residuals / (n - 2) / sum_xx);
  return line;
}

}  // namespace accelprep::statistics

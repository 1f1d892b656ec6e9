// A straight line through points, by ordinary least squares.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace accelprep::statistics {

struct Line {
  double slope = 0;
  double intercept = 0;
  double slope_standard_error = 0;  // sqrt(residual sum of squares / (n - 2) / sum of squares of x); true where residuals are independent
  std::size_t points = 0;
};

// y on x, spans of one length (CHECK). Nothing of fewer than three points or where all x are equal.
std::optional<Line> fit_line(std::span<const double> x, std::span<const double> y);

}  // namespace accelprep::statistics

#include "statistics/trend.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace accelprep::statistics {
namespace {

TEST(Trend, FitsAndJudgesALineAsByHand) {
  // Means 3 and 4; sum of squares of x 10, of products 6; residuals -0.8 0.6 1 -0.6 -0.2, of squares 2.4.
  const std::vector<double> x{1, 2, 3, 4, 5};
  const std::vector<double> y{2, 4, 5, 4, 5};
  const auto line = fit_line(x, y);
  EXPECT_DOUBLE_EQ(line->slope, 0.6);
  EXPECT_DOUBLE_EQ(line->intercept, 2.2);
  EXPECT_NEAR(line->slope_standard_error, std::sqrt(2.4 / 3 / 10), 1e-12);
  EXPECT_EQ(line->points, 5U);
}

TEST(Trend, NeedsThreePointsAndDifferentX) {
  EXPECT_FALSE(fit_line(std::vector<double>{1, 2}, std::vector<double>{1, 2}));
  EXPECT_FALSE(fit_line(std::vector<double>{4, 4, 4}, std::vector<double>{1, 2, 3}));
}

}  // namespace
}  // namespace accelprep::statistics

#include "statistics/normal.h"

#include <gtest/gtest.h>

namespace accelprep::statistics {
namespace {

TEST(Normal, ComparisonsWidenTheMarginAsTablesSay) {
  EXPECT_DOUBLE_EQ(errors_for_comparisons(2, 1), 2);
  EXPECT_NEAR(errors_for_comparisons(1.959964, 5), 2.575829, 1e-5);   // 1 % on both sides together
  EXPECT_NEAR(errors_for_comparisons(1.959964, 50), 3.290527, 1e-5);  // 0.1 %
  EXPECT_NEAR(errors_for_comparisons(2, 8), 2.7648, 1e-3);
}

}  // namespace
}  // namespace accelprep::statistics

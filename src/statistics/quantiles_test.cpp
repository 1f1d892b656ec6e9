#include "statistics/quantiles.h"

#include <gtest/gtest.h>
#include <vector>

#include "statistics/sketch_builder.h"

namespace accelprep::statistics {
namespace {

records::Sketch sketch_of(const std::vector<double>& values, double resolution) {
  SketchBuilder sketch(resolution);
  for (const double value : values) sketch.add(value);
  return sketch.take();
}

TEST(Quantiles, InterpolateLinearlyBetweenOrderStatistics) {
  const std::vector<double> values{40, 10, 30, 20};
  EXPECT_DOUBLE_EQ(*quantile(values, 0), 10);
  EXPECT_DOUBLE_EQ(*quantile(values, 1), 40);
  EXPECT_DOUBLE_EQ(*quantile(values, 0.5), 25);
  EXPECT_DOUBLE_EQ(*quantile(values, 0.95), 38.5);  // position 2.85: 30 + 0.85 * 10
  EXPECT_DOUBLE_EQ(*median(std::vector<double>{3, 1, 2}), 2);
}

TEST(Quantiles, OfNothingAreNothing) {
  EXPECT_FALSE(quantile(std::vector<double>{}, 0.5));
  EXPECT_FALSE(quantile(records::Sketch{}, 0.5));
  EXPECT_FALSE(mean(records::Sketch{}));
  EXPECT_FALSE(share_below(records::Sketch{}, 1));
}

TEST(Quantiles, OfASketchAreThoseOfItsValues) {
  const std::vector<double> values{0.03, 0, 0, 0.5, 0.91, 0.91, 0.05, 1};
  const auto sketch = sketch_of(values, 1e-3);
  for (const double q : {0.0, 0.1, 0.25, 0.5, 0.77, 0.9, 1.0}) EXPECT_NEAR(*quantile(sketch, q), *quantile(values, q), 1e-9) << q;
  EXPECT_DOUBLE_EQ(*mean(sketch), 3.4 / 8);
}

TEST(Quantiles, ShareBelowLeavesTheLimitOut) {
  const auto sketch = sketch_of({0, 0, 0.04, 0.05, 0.9}, 1e-3);
  EXPECT_DOUBLE_EQ(*share_below(sketch, 0.05), 0.6);
  EXPECT_DOUBLE_EQ(*share_below(sketch, 1e-3), 0.4);
  EXPECT_DOUBLE_EQ(*share_below(sketch, 2), 1);
}

TEST(Sketching, KeepsCellsInOrderAndTheExactSum) {
  const auto sketch = sketch_of({5.04, -1, 5.01, 2}, 0.1);
  const std::vector<records::Sketch::Cell> expected{{-10, 1}, {20, 1}, {50, 2}};
  EXPECT_EQ(sketch.cells, expected);
  EXPECT_EQ(sketch.count, 4);
  EXPECT_DOUBLE_EQ(sketch.sum, 11.05);
}

}  // namespace
}  // namespace accelprep::statistics

#include "statistics/bootstrap.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "base/random.h"

namespace accelprep::statistics {
namespace {

std::vector<double> autoregressive(std::uint64_t seed, std::size_t length, double memory) {
  base::Rng rng(seed);
  std::vector<double> series;
  double value = rng.normal();
  for (std::size_t i = 0; i < length; ++i) {
    value = memory * value + std::sqrt(1 - memory * memory) * rng.normal();
    series.push_back(value);
  }
  return series;
}

int covered_of_200(std::size_t block_length) {
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto series = autoregressive(seed, 1000, 0.9);
    const auto found = bootstrap_mean(series, {.block_length = block_length, .replicates = 400, .seed = seed});
    covered += found->low <= 0 && found->high >= 0 ? 1 : 0;
  }
  return covered;
}

TEST(Bootstrap, AConstantHasNoUncertainty) {
  const std::vector<double> series(50, 0.25);
  const auto found = bootstrap_mean(series, {.block_length = 7});
  EXPECT_DOUBLE_EQ(found->low, 0.25);
  EXPECT_DOUBLE_EQ(found->high, 0.25);
}

TEST(Bootstrap, IndependentValuesGiveTheTextbookWidth) {
  base::Rng rng(3);
  std::vector<double> series;
  for (int i = 0; i < 400; ++i) series.push_back(rng.normal());
  const auto found = bootstrap_mean(series, {.block_length = 1, .replicates = 4000});
  EXPECT_NEAR(found->high - found->low, 2 * 1.96 / std::sqrt(400.0), 0.02);
}

TEST(Bootstrap, BlocksHoldTheirConfidenceWhereSingleValuesDoNot) {
  // Memory 0.9: the mean's true spread is about 4.4 times that of independent values.
  EXPECT_GE(covered_of_200(100), 170);
  EXPECT_LE(covered_of_200(1), 120);
}

TEST(Bootstrap, TheSeedDecides) {
  const auto series = autoregressive(5, 100, 0.5);
  EXPECT_EQ(bootstrap_mean(series, {.block_length = 5, .seed = 2})->low, bootstrap_mean(series, {.block_length = 5, .seed = 2})->low);
  EXPECT_NE(bootstrap_mean(series, {.block_length = 5, .seed = 2})->low, bootstrap_mean(series, {.block_length = 5, .seed = 3})->low);
  EXPECT_FALSE(bootstrap_mean(std::vector<double>{1}, {}));
}

}  // namespace
}  // namespace accelprep::statistics

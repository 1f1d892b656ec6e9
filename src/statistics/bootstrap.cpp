#include "statistics/bootstrap.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "statistics/quantiles.h"

namespace accelprep::statistics {
namespace {

// sums[i] = the first i values of the series written twice: any block's sum is one subtraction.
std::vector<double> running_sums(std::span<const double> series) {
  std::vector<double> sums{0};
  sums.reserve(2 * series.size() + 1);
  for (int turn = 0; turn < 2; ++turn) {
    for (const double value : series) sums.push_back(sums.back() + value);
  }
  return sums;
}

}  // namespace

std::optional<ConfidenceInterval> bootstrap_mean(std::span<const double> series, const BlockBootstrap& how) {
  CHECK(how.block_length > 0 && how.replicates > 0);
  if (series.size() < 2) return std::nullopt;
  const std::size_t block = std::min(how.block_length, series.size());
  const auto sums = running_sums(series);
  base::Rng rng(how.seed);
  std::vector<double> means;
  means.reserve(how.replicates);
  for (std::size_t i = 0; i < how.replicates; ++i) {
    double sum = 0;
    for (std::size_t left = series.size(); left > 0;) {
      const std::size_t length = std::min(block, left);
      const std::size_t from = rng.below(series.size());
      sum += sums[from + length] - sums[from];
      left -= length;
    }
    means.push_back(sum / static_cast<double>(series.size()));
  }
  return ConfidenceInterval{.low = *quantile(means, 0.025), .high = *quantile(means, 0.975)};
}

std::optional<ConfidenceInterval> bootstrap_figure(std::span<const double> series, const BlockBootstrap& how, const Figure& figure) {
  CHECK(how.block_length > 0 && how.replicates > 0);
  if (series.size() < 2) return std::nullopt;
  const std::size_t block = std::min(how.block_length, series.size());
  base::Rng rng(how.seed);
  std::vector<double> figures;
  std::vector<double> drawn;
  for (std::size_t i = 0; i < how.replicates; ++i) {
    drawn.clear();
    while (drawn.size() < series.size()) {
      const std::size_t from = rng.below(series.size());
      for (std::size_t k = 0; k < block && drawn.size() < series.size(); ++k) drawn.push_back(series[(from + k) % series.size()]);
    }
    if (const auto value = figure(drawn)) figures.push_back(*value);
  }
  if (figures.size() * 2 < how.replicates) return std::nullopt;
  return ConfidenceInterval{.low = *quantile(figures, 0.025), .high = *quantile(figures, 0.975)};
}

}  // namespace accelprep::statistics

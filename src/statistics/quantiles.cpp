#include "statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"

namespace accelprep::statistics {
namespace {

double between(double low, double high, double weight) { return low + (high - low) * weight; }

}  // namespace

std::optional<double> quantile(std::span<const double> values, double q) {
  CHECK(q >= 0 && q <= 1);
  if (values.empty()) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto rank = static_cast<std::ptrdiff_t>(position);
  std::nth_element(sorted.begin(), sorted.begin() + rank, sorted.end());
  const double low = sorted[static_cast<std::size_t>(rank)];
  const double weight = position - std::floor(position);
  if (weight == 0) return low;
  return between(low, *std::min_element(sorted.begin() + rank + 1, sorted.end()), weight);
}

std::optional<double> median(std::span<const double> values) { return quantile(values, 0.5); }

std::optional<double> quantile(const records::Sketch& sketch, double q) {
  CHECK(q >= 0 && q <= 1);
  if (sketch.count == 0) return std::nullopt;
  const double position = q * static_cast<double>(sketch.count - 1);
  const auto rank = static_cast<std::int64_t>(position);
  const double weight = position - std::floor(position);
  std::int64_t passed = 0;
  for (auto cell = sketch.cells.begin(); cell != sketch.cells.end(); ++cell) {
    passed += cell->count;
    if (passed <= rank) continue;
    const double low = static_cast<double>(cell->step) * sketch.resolution;
    if (weight == 0 || passed > rank + 1) return low;
    return between(low, static_cast<double>(std::next(cell)->step) * sketch.resolution, weight);
  }
  return std::nullopt;  // count and cells disagree: not a sketch of ours
}

std::optional<double> mean(const records::Sketch& sketch) {
  return sketch.count > 0 ? std::optional(sketch.sum / static_cast<double>(sketch.count)) : std::nullopt;
}

std::optional<double> share_below(const records::Sketch& sketch, double limit) {
  if (sketch.count == 0) return std::nullopt;
  const double last_step = limit / sketch.resolution - 0.5;
  std::int64_t below = 0;
  for (const auto& cell : sketch.cells) {
    if (static_cast<double>(cell.step) < last_step) below += cell.count;
  }
  return static_cast<double>(below) / static_cast<double>(sketch.count);
}

}  // namespace accelprep::statistics

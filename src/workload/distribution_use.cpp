#include "workload/distribution_use.h"

#include <algorithm>

namespace accelprep::workload {
namespace {

using Points = std::vector<records::Distribution::Point>;

constexpr double kFivePercent = 0.05;

// The value at which `share` is reached, on straight lines between the points.
std::optional<double> value_at(const Points& points, double share) {
  if (share < points.front().share || share > points.back().share) return std::nullopt;
  const auto above = std::find_if(points.begin(), points.end(), [&](const auto& point) { return point.share >= share; });
  if (above == points.begin()) return above->value;
  const auto& below = *std::prev(above);
  const double part = (share - below.share) / (above->share - below.share);
  return below.value + part * (above->value - below.value);
}

double share_at(const Points& points, double value) {
  const auto above = std::find_if(points.begin(), points.end(), [&](const auto& point) { return point.value > value; });
  if (above == points.begin()) return 0;
  const auto& below = *std::prev(above);
  if (above == points.end() || below.value >= value) return below.share;
  return below.share + (value - below.value) / (above->value - below.value) * (above->share - below.share);
}

bool is_fraction(records::Metric metric) { return metric <= records::Metric::dram_active; }

}  // namespace

DistributionUse use_of(const records::Distribution& distribution) {
  const auto& points = distribution.points;
  DistributionUse use{.described_share = points.back().share};
  use.mean_low = use.mean_high = points.front().value * points.front().share;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double share = points[i].share - points[i - 1].share;
    use.mean_low += points[i - 1].value * share;
    use.mean_high += points[i].value * share;
  }
  use.mean_low /= use.described_share;
  use.mean_high /= use.described_share;
  use.mean = (use.mean_low + use.mean_high) / 2;
  use.p50 = value_at(points, 0.5);
  use.p90 = value_at(points, 0.9);
  use.p95 = value_at(points, 0.95);
  for (const auto& point : points) {
    if (point.value == 0) use.zero_share = point.share;
  }
  if (is_fraction(distribution.metric)) use.below_5pct_share = share_at(points, kFivePercent);
  return use;
}

}  // namespace accelprep::workload

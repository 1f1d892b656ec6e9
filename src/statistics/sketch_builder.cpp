#include "statistics/sketch_builder.h"

#include <algorithm>
#include <cmath>

namespace accelprep::statistics {
namespace {

// The array holds no more steps than that for each value, so that few values far apart cost little.
constexpr std::int64_t kStepsPerValue = 4;
constexpr std::int64_t kLeastSteps = 256;
constexpr std::int64_t kMostSteps = std::int64_t{1} << 20U;
constexpr std::int64_t kFarthest = std::int64_t{1} << 60U;  // so that distances do not overflow

}  // namespace

void SketchBuilder::add(double value) {
  add_step(std::llround(value / sketch_.resolution));
  sketch_.sum += value;
}

// The array grows to hold the step, half as much again beyond it, where that is not too long.
void SketchBuilder::add_far(std::int64_t step) {
  if (step > kFarthest || step < -kFarthest) {
    ++far_[step];
    return;
  }
  const auto size = static_cast<std::int64_t>(near_.size());
  const auto low = near_.empty() ? step : std::min(base_, step);
  const auto high = near_.empty() ? step : std::max(base_ + size - 1, step);
  const auto most = std::min(kMostSteps, std::max(kLeastSteps, kStepsPerValue * sketch_.count));
  if (high - low >= most) {
    ++far_[step];
    return;
  }
  const auto slack = std::min(most - (high - low + 1), (high - low + 1) / 2 + 8);
  const auto base = step == low ? low - slack : low;
  const auto wanted = high - low + 1 + slack;
  std::vector<std::int64_t> grown(static_cast<std::size_t>(wanted), 0);
  std::copy(near_.begin(), near_.end(), grown.begin() + (near_.empty() ? 0 : base_ - base));
  near_ = std::move(grown);
  base_ = base;
  for (auto at = far_.lower_bound(base); at != far_.end() && at->first < base + wanted; at = far_.erase(at)) {
    near_[static_cast<std::size_t>(at->first - base)] += at->second;
  }
  ++near_[static_cast<std::size_t>(step - base)];
}

records::Sketch SketchBuilder::take() {
  auto far = far_.begin();
  for (; far != far_.end() && far->first < base_; ++far) sketch_.cells.push_back({far->first, far->second});
  for (std::size_t i = 0; i < near_.size(); ++i) {
    if (near_[i] > 0) sketch_.cells.push_back({base_ + static_cast<std::int64_t>(i), near_[i]});
  }
  for (; far != far_.end(); ++far) sketch_.cells.push_back({far->first, far->second});
  near_.clear();
  far_.clear();
  return std::move(sketch_);
}

}  // namespace accelprep::statistics

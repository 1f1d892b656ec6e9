#include "workload/steadiness.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "statistics/quantiles.h"
#include "statistics/trend.h"

namespace accelprep::workload {
namespace {

constexpr std::int64_t kBlockMinutes = 5;
constexpr double kMinuteCoveredS = 30;
constexpr double kBlockCoveredS = 150;
constexpr std::size_t kLeastBlocks = 3;

struct Points {
  std::vector<double> x;  // minutes since the first
  std::vector<double> y;
};

Points minutes_of(const records::DeviceSummary& device, std::size_t metric) {
  Points out;
  for (const auto& cell : device.minutes) {
    const auto mean = cell.values[metric].mean();
    if (!mean || cell.covered_s < kMinuteCoveredS) continue;
    out.x.push_back(static_cast<double>(cell.minute - device.minutes.front().minute));
    out.y.push_back(*mean);
  }
  return out;
}

Points blocks_of(const records::DeviceSummary& device, std::size_t metric) {
  Points out;
  records::Average block;
  double covered_s = 0;
  std::int64_t current = 0;
  const auto finish = [&] {
    if (covered_s >= kBlockCoveredS && block.count > 0) {
      out.x.push_back((static_cast<double>(current) + 0.5) * static_cast<double>(kBlockMinutes));
      out.y.push_back(*block.mean());
    }
    block = {};
    covered_s = 0;
  };
  for (const auto& cell : device.minutes) {
    const auto number = (cell.minute - device.minutes.front().minute) / kBlockMinutes;
    if (number != current) finish();
    current = number;
    block.sum += cell.values[metric].sum;
    block.count += cell.values[metric].count;
    covered_s += cell.covered_s;
  }
  finish();
  return out;
}

}  // namespace

std::optional<Steadiness> steadiness_of(const records::DeviceSummary& device, records::Metric metric) {
  if (device.minutes.empty()) return std::nullopt;
  const auto minutes = minutes_of(device, static_cast<std::size_t>(metric));
  const auto blocks = blocks_of(device, static_cast<std::size_t>(metric));
  if (blocks.y.size() < kLeastBlocks) return std::nullopt;
  const auto line = statistics::fit_line(minutes.x, minutes.y);
  const auto block_line = statistics::fit_line(blocks.x, blocks.y);
  if (!line || !block_line) return std::nullopt;
  const double length = minutes.x.back() - minutes.x.front();
  Steadiness out{.change = line->slope * length, .change_error = block_line->slope_standard_error * length};
  const double middle = *statistics::median(blocks.y);
  for (const double y : blocks.y) out.swing = std::max(out.swing, std::abs(y - middle));
  return out;
}

}  // namespace accelprep::workload

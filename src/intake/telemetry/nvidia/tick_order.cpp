#include "intake/telemetry/nvidia/tick_order.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

namespace accelprep::intake {
namespace {

using base::TimeNs;

constexpr TimeNs kMillisecond = 1'000'000;
constexpr TimeNs kWithinTickNs = 60 * kMillisecond;
constexpr double kApartFactor = 5;
constexpr double kAgreeing = 0.9;
constexpr std::size_t kRowsOfOneTick = 16;

// Between the gaps within ticks and those between them, or 0 where the gaps do not fall into two kinds.
TimeNs gap_that_parts(std::vector<TimeNs> gaps) {
  std::sort(gaps.begin(), gaps.end());
  double widest = kApartFactor;
  TimeNs parts = 0;
  for (std::size_t i = 1; i < gaps.size(); ++i) {
    if (gaps[i - 1] > kWithinTickNs) break;
    const double factor = static_cast<double>(gaps[i]) / static_cast<double>(gaps[i - 1]);
    if (factor < widest) continue;
    widest = factor;
    parts = (gaps[i] + gaps[i - 1]) / 2;
  }
  return parts;
}

}  // namespace

TickOrder learn_tick_order(std::span<const TimeNs> times) {
  std::vector<TimeNs> gaps;
  for (std::size_t i = 1; i < times.size(); ++i) gaps.push_back(std::max(std::abs(times[i] - times[i - 1]), kMillisecond));
  const bool one_tick = !gaps.empty() && gaps.size() < kRowsOfOneTick && *std::max_element(gaps.begin(), gaps.end()) <= kWithinTickNs;
  if (one_tick) return {.devices = times.size(), .apart_ns = kWithinTickNs};
  const TimeNs apart = gap_that_parts(gaps);
  if (apart == 0) return {};
  std::map<std::size_t, std::size_t> ticks_by_rows;
  std::size_t rows = 1;
  std::size_t ticks = 0;
  for (const TimeNs gap : gaps) {
    if (gap <= apart) {
      ++rows;
      continue;
    }
    ++ticks_by_rows[rows];
    ++ticks;
    rows = 1;
  }
  if (ticks == 0) return {};  // the last tick may be cut off and is not counted
  const auto most = std::max_element(ticks_by_rows.begin(), ticks_by_rows.end(), [](auto& a, auto& b) { return a.second < b.second; });
  const double agreeing = static_cast<double>(most->second) / static_cast<double>(ticks);
  if (most->first < 2 || agreeing < kAgreeing) return {};
  return {.devices = most->first, .apart_ns = apart, .agreeing = agreeing};
}

}  // namespace accelprep::intake

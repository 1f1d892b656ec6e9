#include "intake/requests/clock_jump.h"

#include <algorithm>
#include <vector>

#include "base/time.h"

namespace accelprep::intake {

std::optional<records::TimeSpan> main_stretch(const records::ArrivalSummary& summary) {
  constexpr std::int64_t kJumpS = 30 * std::int64_t{86400};
  constexpr std::int64_t kMostShare = 100;
  struct Stretch {
    std::int64_t from_s, to_s, count;
  };
  std::vector<Stretch> stretches;
  for (const auto& [second, count] : summary.seconds) {
    if (stretches.empty() || second - stretches.back().to_s >= kJumpS) stretches.push_back({second, second, 0});
    stretches.back().to_s = second;
    stretches.back().count += count;
  }
  if (stretches.size() < 2) return std::nullopt;
  const auto main = *std::max_element(stretches.begin(), stretches.end(), [](const auto& a, const auto& b) { return a.count < b.count; });
  if ((summary.count - main.count) * kMostShare > summary.count) return std::nullopt;
  return records::TimeSpan{summary.origin_ns + main.from_s * base::kSecond, summary.origin_ns + (main.to_s + 1) * base::kSecond};
}

}  // namespace accelprep::intake

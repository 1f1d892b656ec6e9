#include "workload/lengths.h"

#include <algorithm>
#include <cmath>

#include "statistics/quantiles.h"

namespace accelprep::workload {
namespace {

using records::Sketch;

constexpr std::int64_t kLeastRequests = 300;
constexpr double kNear = 0.01;         // below a cap
constexpr double kLeastShare = 0.005;  // of the requests there
constexpr double kCliff = 8;           // times as many below as above, per token
constexpr double kShortestCap = 64;    // tokens

// The requests with lengths in (from, to].
std::int64_t between(const Sketch& tokens, double from, double to) {
  const auto above = [](double limit, const Sketch::Cell& cell) { return limit < static_cast<double>(cell.step); };
  const auto begin = std::upper_bound(tokens.cells.begin(), tokens.cells.end(), from, above);
  const auto end = std::upper_bound(tokens.cells.begin(), tokens.cells.end(), to, above);
  std::int64_t out = 0;
  for (auto cell = begin; cell < end; ++cell) out += cell->count;
  return out;
}

}  // namespace

std::optional<LengthCap> find_cap(const Sketch& tokens) {
  if (tokens.count < kLeastRequests) return std::nullopt;
  const auto all = static_cast<double>(tokens.count);
  std::optional<LengthCap> best;
  double best_score = 0;
  for (const auto& cell : tokens.cells) {
    const auto at = static_cast<double>(cell.step);
    if (at < kShortestCap || static_cast<double>(cell.count) < 3) continue;
    const auto near = static_cast<double>(between(tokens, at * (1 - kNear) - 0.5, at));
    if (near / all < kLeastShare) continue;
    // Against what lies as far above, and against the five times wider stretch below.
    const auto above = static_cast<double>(between(tokens, at, at * (1 + 2 * kNear))) / 2;
    const auto below = static_cast<double>(between(tokens, at * (1 - 6 * kNear) - 0.5, at * (1 - kNear) - 0.5)) / 5;
    if (near < kCliff * (above + 1) || near < 2 * below) continue;
    const double score = near / (above + 1);
    if (score > best_score) {
      best_score = score;
      best = LengthCap{.at = at, .share = near / all};
    }
  }
  return best;
}

std::optional<double> length_correlation(const std::vector<records::LengthCell>& lengths) {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (const auto& cell : lengths) {
    const auto count = static_cast<double>(cell.count);
    const auto a = static_cast<double>(cell.input_class);
    const auto b = static_cast<double>(cell.output_class);
    n += count;
    x += count * a;
    y += count * b;
    xx += count * a * a;
    yy += count * b * b;
    xy += count * a * b;
  }
  if (n < static_cast<double>(kLeastRequests)) return std::nullopt;
  const double spread = (xx - x * x / n) * (yy - y * y / n);
  if (!(spread > 0)) return std::nullopt;
  return (xy - x * y / n) / std::sqrt(spread);
}

std::optional<double> mean_concurrency(const records::ArrivalSummary& summary, double rate_per_s) {
  const auto mean_s = statistics::mean(summary.e2e_s);
  return mean_s ? std::optional(rate_per_s * *mean_s) : std::nullopt;
}

}  // namespace accelprep::workload

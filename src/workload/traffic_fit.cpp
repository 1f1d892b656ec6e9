#include "workload/traffic_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <ranges>

#include "base/time.h"
#include "statistics/quantiles.h"

namespace accelprep::workload {
namespace {

using records::ArrivalSummary;

// Each a multiple of the one after it.
constexpr std::array<std::int64_t, 5> kScales{21600, 3600, 600, 60, 10};
constexpr std::size_t kMostSteps = 40000;

// The finest scale that the log's clock, its intervals and a file of reasonable size carry.
std::int64_t step_of(const ArrivalSummary& summary, double span_s) {
  for (const auto scale : std::ranges::reverse_view(kScales)) {
    const auto step = static_cast<double>(scale);
    const bool fine_clock = summary.bin_s > 0 ? scale >= summary.bin_s : 10 * summary.quantum_s <= step;
    if (fine_clock && span_s / step <= static_cast<double>(kMostSteps)) return scale;
  }
  return kScales.front();
}

std::vector<double> counts_of(const ArrivalSummary& summary, std::int64_t step_s) {
  const double span_s = static_cast<double>(summary.last_ns - summary.origin_ns) * 1e-9;
  std::vector<double> out(static_cast<std::size_t>(std::max(1.0, std::ceil(span_s / static_cast<double>(step_s)))), 0);
  for (const auto& [second, count] : summary.seconds) {
    const auto step = std::min(out.size() - 1, static_cast<std::size_t>(second / step_s));
    out[step] += static_cast<double>(count);
  }
  return out;
}

// Means over blocks of `block` values, the last one shorter.
std::vector<double> block_means(const std::vector<double>& values, std::size_t block) {
  std::vector<double> out;
  for (std::size_t from = 0; from < values.size(); from += block) {
    const auto to = std::min(values.size(), from + block);
    out.push_back(
        std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(from), values.begin() + static_cast<std::ptrdiff_t>(to), 0.0) /
        static_cast<double>(to - from));
  }
  return out;
}

// The shares of the differences between blocks and their parts that chance does not explain. `parts` and `whole` are means a step;
// a part's Poisson variance is its parent's mean over the steps in it, less what the parent's own mean takes of it.
double kept_share(const std::vector<double>& parts, const std::vector<double>& whole, std::array<std::size_t, 2> steps) {
  const std::size_t ratio = steps[1] / steps[0];
  double variance = 0;
  double noise = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double parent = whole[i / ratio];
    variance += (parts[i] - parent) * (parts[i] - parent);
    noise += parent / static_cast<double>(steps[0]) * (1 - 1 / static_cast<double>(ratio));
  }
  return variance > 0 ? std::sqrt(std::max(0.0, variance - noise) / variance) : 0;
}

// Expected counts a step.
std::vector<double> smoothed(const std::vector<double>& counts, std::int64_t step_s) {
  std::vector<double> rates(counts.size(), std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size()));
  std::vector<double> whole{rates.front()};
  std::size_t whole_steps = counts.size();
  for (const auto scale : kScales) {
    const auto steps = static_cast<std::size_t>(scale / step_s);
    if (scale < step_s || steps >= counts.size()) continue;
    const auto parts = block_means(counts, steps);
    // The widest block is the whole log, which the scale need not divide: every part has the same parent there.
    const bool top = whole.size() == 1;
    const std::vector<double> parents = top ? std::vector<double>(parts.size(), whole.front()) : whole;
    const double kept = kept_share(parts, parents, {steps, top ? steps : whole_steps});
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double parent = top ? whole.front() : whole[i / whole_steps];
      rates[i] += kept * (parts[i / steps] - parent);
    }
    whole = parts;
    whole_steps = steps;
  }
  for (auto& rate : rates) rate = std::max(0.0, rate);
  return rates;
}

// Of the hours of the week, Monday first, over their mean; empty where an hour of it was not seen.
std::vector<double> week_of(const ArrivalProfile& profile, std::int64_t first_ns) {
  std::vector<double> sums(168, 0), counts(168, 0);
  auto middle_ns = first_ns + base::kHour / 2;
  for (const auto& hour : profile.hours) {
    if (hour) {
      const auto at = static_cast<std::size_t>(base::hour_of_week(middle_ns));
      sums[at] += *hour;
      counts[at] += 1;
    }
    middle_ns += base::kHour;
  }
  if (std::any_of(counts.begin(), counts.end(), [](double n) { return n == 0; })) return {};
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= counts[i];
  const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / 168;
  if (mean <= 0) return {};
  for (auto& value : sums) value /= mean;
  return sums;
}

std::vector<double> twentieths(const records::Sketch& sketch) {
  std::vector<double> out;
  for (int i = 0; i <= 20 && sketch.count > 0; ++i) out.push_back(*statistics::quantile(sketch, i / 20.0));
  return out;
}

void fit_reuse(records::TrafficModel& out, const ArrivalSummary& summary) {
  if (const auto& prefix = summary.prefix; prefix && prefix->blocks > 0) {
    out.prefix = {.block_tokens = prefix->block_tokens, .by_session = prefix->by_session, .caches = {}};
    for (const auto& [blocks, hits] : prefix->by_cache) {
      out.prefix->caches.push_back({static_cast<double>(blocks), static_cast<double>(hits) / static_cast<double>(prefix->blocks)});
    }
  }
  if (const auto& sessions = summary.sessions; sessions && sessions->requests > 0) {
    out.sessions = {.per_request = static_cast<double>(sessions->count) / static_cast<double>(sessions->requests),
                    .turns = twentieths(sessions->turns),
                    .think_s = twentieths(sessions->think_s)};
  }
}

}  // namespace

records::TrafficModel fit_traffic(const ArrivalSummary& summary, const ArrivalProfile& profile) {
  records::TrafficModel out{.span_s = static_cast<double>(summary.last_ns - summary.origin_ns) * 1e-9, .starts_at_ns = summary.origin_ns};
  out.has_calendar = has_calendar(summary);
  out.rate_per_s = out.span_s > 0 ? static_cast<double>(summary.count) / out.span_s : 0;
  out.step_s = step_of(summary, out.span_s);
  const auto rates = smoothed(counts_of(summary, out.step_s), out.step_s);
  const double mean = std::accumulate(rates.begin(), rates.end(), 0.0) / static_cast<double>(rates.size());
  for (const double rate : rates) out.levels.push_back(mean > 0 ? rate / mean : 0);
  if (summary.bin_s == 0 && summary.quantum_s >= 1) out.batch_s = summary.quantum_s;
  if (!profile.doubts.empty() && profile.interarrival_cv.value_or(1) < 0.05) out.gap_cv = *profile.interarrival_cv;
  if (out.has_calendar) out.hour_of_week = week_of(profile, summary.origin_ns);
  out.lengths = summary.lengths;
  fit_reuse(out, summary);
  return out;
}

}  // namespace accelprep::workload

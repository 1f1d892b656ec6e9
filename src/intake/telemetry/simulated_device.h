// For tests: a device under a simulated load, folded as telemetry is.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "intake/telemetry/sample_fold.h"

namespace accelprep::intake::simulated {

inline constexpr base::TimeNs kStart = 1'767'225'600 * base::kSecond;  // 2026-01-01T00:00:00Z

// Busy in each second of a queue with one server: Poisson arrivals, exponential service, `load` of the server's time. The load moves in a
// straight line by `drift` over the run. Five minutes are run in first.
struct Queue {
  double load = 0.6;
  double service_s = 0.2;
  double drift = 0;
};

inline std::vector<double> busy_seconds(const Queue& queue, int seconds, std::uint64_t seed) {
  base::Rng rng(seed);
  std::vector<double> busy(static_cast<std::size_t>(seconds), 0);
  const double most = (queue.load + std::abs(queue.drift)) / queue.service_s;
  double free_at = -1e9;
  for (double at = -300 + rng.exponential(most); at < seconds; at += rng.exponential(most)) {
    const double load = queue.load + queue.drift * (std::max(at, 0.0) / seconds - 0.5);
    if (rng.uniform() * most * queue.service_s > load) continue;  // thinned
    double from = std::max(at, free_at);
    free_at = from + rng.exponential(1 / queue.service_s);
    for (from = std::max(from, 0.0); from < std::min<double>(free_at, seconds);) {
      const double until = std::min({std::floor(from) + 1, free_at, static_cast<double>(seconds)});
      busy[static_cast<std::size_t>(from)] += until - from;
      from = until;
    }
  }
  for (auto& share : busy) share = std::min(1.0, share);
  return busy;
}

// One sample a second. `adorn` may add metrics or reasons to the sample of a second, or drop it by returning false.
using Adorn = std::function<bool(int second, records::DeviceSample& sample)>;

inline records::DeviceSummary device_of(const std::vector<double>& busy, const Adorn& adorn = {}, const std::string& id = "0") {
  SampleFold fold;
  for (std::size_t i = 0; i < busy.size(); ++i) {
    records::DeviceSample sample;
    sample.at_ns = kStart + static_cast<base::TimeNs>(i) * base::kSecond;
    sample.device = id;
    sample[records::Metric::busy] = busy[i];
    if (!adorn || adorn(static_cast<int>(i), sample)) fold.add(sample);
  }
  return fold.finish().devices.at(0);
}

// A card that holds its clock and whose reasons are recorded and clear.
inline bool healthy(int, records::DeviceSample& sample) {
  sample[records::Metric::sm_clock_hz] = 1980e6;
  sample[records::Metric::temperature_c] = 61;
  sample[records::Metric::power_w] = 600;
  sample.throttling.fill(false);
  return true;
}

}  // namespace accelprep::intake::simulated

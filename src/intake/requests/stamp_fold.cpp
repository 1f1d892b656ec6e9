#include "intake/requests/stamp_fold.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/time.h"

namespace accelprep::intake {
namespace {

using records::ArrivalSummary;
using records::TimeNs;

constexpr std::size_t kMostRunsLeft = 256;
constexpr TimeNs kMillisecond = 1'000'000;

// Steps of clocks, largest first.
constexpr std::array<TimeNs, 10> kClockSteps{
    base::kHour, 60 * base::kSecond, base::kSecond, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100};

}  // namespace

void StampFold::add(std::span<const TimeNs> run) {
  stamps_.add(run, [this](TimeNs at_ns) { count_stamp(at_ns); });
}

// In ascending order.
void StampFold::count_stamp(TimeNs at_ns) {
  if (counted_ == 0) {
    summary_.first_ns = at_ns;
    const auto begin_ns = options_.origin_at_hour ? base::start_of_hour(at_ns) : at_ns;
    summary_.origin_ns = options_.origin_ns.value_or(begin_ns);
  } else {
    if (at_ns != summary_.last_ns) distances_ms_.add_whole((at_ns - summary_.last_ns + kMillisecond / 2) / kMillisecond);
    records::add_gap(summary_, at_ns);
  }
  summary_.last_ns = at_ns;
  ++counted_;
  while (step_ < kClockSteps.size() && at_ns % kClockSteps[step_] != 0) ++step_;
  const auto second = (at_ns - summary_.origin_ns) / base::kSecond;
  if (summary_.seconds.empty() || summary_.seconds.back().second != second) summary_.seconds.push_back({second, 0});
  ++summary_.seconds.back().count;
}

// The step that stamps are multiples of; or, where most stamps repeat (a logger that writes in batches, with jitter), the median
// distance of distinct ones. 0 where none was found.
double StampFold::quantum_s() {
  const double step_s = step_ < kClockSteps.size() ? static_cast<double>(kClockSteps[step_]) * 1e-9 : 0;
  if (summary_.duplicate_timestamps * 2 < counted_) return step_s;
  const auto distances = distances_ms_.take();
  std::int64_t below = 0;
  for (const auto& [step, count] : distances.cells) {
    below += count;
    if (below * 2 >= distances.count) return std::max(step_s, static_cast<double>(step) * 1e-3);
  }
  return step_s;
}

ArrivalSummary StampFold::finish() {
  stamps_.finish([this](TimeNs at_ns) { count_stamp(at_ns); });
  if (counted_ > 0) summary_.quantum_s = quantum_s();
  return std::move(summary_);
}

StampFold& SharedStampFold::settled() {
  for (const auto& stamps : std::exchange(left_, {})) fold_.add(stamps);
  return fold_;
}

void SharedStampFold::add(std::vector<TimeNs> run) {
  std::unique_lock lock(mutex_);
  left_.push_back(std::move(run));
  if (folding_ && left_.size() < kMostRunsLeft) return;
  folded_.wait(lock, [this] { return !folding_; });
  const auto mine = std::exchange(left_, {});
  folding_ = true;
  lock.unlock();
  for (const auto& stamps : mine) fold_.add(stamps);
  lock.lock();
  folding_ = false;
  folded_.notify_all();
}

}  // namespace accelprep::intake

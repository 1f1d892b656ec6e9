#include "intake/telemetry/device_fold.h"

#include <algorithm>
#include <cmath>

#include "statistics/quantiles.h"

namespace accelprep::intake {
namespace {

using base::TimeNs;
using records::Metric;
using records::MinuteCell;

constexpr TimeNs kMinuteNs = 60 * base::kSecond;
constexpr double kZeroBusy = 0.0005;  // what rounds to 0 at the sketch's resolution

double seconds_between(TimeNs from_ns, TimeNs to_ns) { return static_cast<double>(to_ns - from_ns) * 1e-9; }

std::int64_t minute_of(TimeNs ns) { return ns / kMinuteNs - (ns % kMinuteNs < 0 ? 1 : 0); }

}  // namespace

bool DeviceFold::Point::idle() const { return at(Metric::busy).value_or(1) < kZeroBusy; }

bool DeviceFold::Point::complements(const Point& other) const {
  bool mine = false;
  bool others = false;
  const auto apart = [&](const auto& left, const auto& right) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] && right[i]) return false;
      mine = mine || left[i];
      others = others || right[i];
    }
    return true;
  };
  return at_ns == other.at_ns && apart(values, other.values) && apart(throttling, other.throttling) &&
         apart(throttle_total_s, other.throttle_total_s) && mine && others;
}

void DeviceFold::Point::join(const Point& other) {
  const auto fill = [](auto& into, const auto& from) {
    for (std::size_t i = 0; i < into.size(); ++i) {
      if (from[i]) into[i] = from[i];
    }
  };
  fill(values, other.values);
  fill(throttling, other.throttling);
  fill(throttle_total_s, other.throttle_total_s);
}

DeviceFold::DeviceFold(std::string id)
    : summary_(records::empty_summary(std::move(id))), busy_clock_hz_(summary_.busy_clock_hz.resolution) {
  for (const auto& row : records::kMetricRows) sketches_.emplace_back(row.resolution);
}

bool DeviceFold::add(const records::DeviceSample& sample) {
  if (released_ns_ && sample.at_ns < *released_ns_) return false;
  if (summary_.name.empty() && !sample.name.empty()) summary_.name = sample.name;
  summary_.partition = summary_.partition || sample.partition;
  if (sample.memory_total_bytes && !summary_.memory_total_bytes) summary_.memory_total_bytes = sample.memory_total_bytes;
  Point point{.at_ns = sample.at_ns, .values = sample.values, .throttling = sample.throttling, .throttle_total_s = sample.throttle_total_s};
  auto at = pending_.end();
  while (at != pending_.begin() && std::prev(at)->at_ns > point.at_ns) --at;
  if (at != pending_.begin() && std::prev(at)->complements(point)) {
    std::prev(at)->join(point);
    return true;
  }
  pending_.insert(at, point);
  release(pending_.back().at_ns - kDisorderNs);
  return true;
}

void DeviceFold::release(TimeNs until_ns) {
  while (!pending_.empty() && pending_.front().at_ns <= until_ns) {
    released_ns_ = pending_.front().at_ns;
    if (streaming_) {
      fold(pending_.front());
    } else {
      head_.push_back(pending_.front());
      if (head_.size() == kHeadSamples) fold_head();
    }
    pending_.pop_front();
  }
}

void DeviceFold::fold_head() {
  std::vector<double> intervals;
  for (std::size_t i = 1; i < head_.size(); ++i) {
    const double interval_s = seconds_between(head_[i - 1].at_ns, head_[i].at_ns);
    if (interval_s > 0) intervals.push_back(interval_s);
  }
  interval_s_ = statistics::median(intervals).value_or(0);
  streaming_ = true;
  for (const auto& point : head_) fold(point);
  head_.clear();
  head_.shrink_to_fit();
}

void DeviceFold::fold(const Point& point) {
  if (last_) {
    close_interval(point);
  } else {
    summary_.first_ns = point.at_ns;
  }
  account_idle(point);
  sensor_.add({.at_ns = point.at_ns,
               .power_w = point.at(Metric::power_w),
               .temperature_c = point.at(Metric::temperature_c),
               .busy = point.at(Metric::busy)});
  summary_.last_ns = point.at_ns;
  ++summary_.samples;
  for (std::size_t i = 0; i < records::kMetricCount; ++i) {
    if (point.values[i]) sketches_[i].add(*point.values[i]);
  }
  if (point.at(Metric::busy) && point.at(Metric::memory_used_bytes)) {
    ++summary_.readings_with_memory;
    if (point.idle() && *point.at(Metric::memory_used_bytes) > kHoldsMemoryBytes) ++summary_.idle_readings_holding_memory;
  }
  const auto clock = point.at(Metric::sm_clock_hz);
  if (clock && point.at(Metric::busy).value_or(0) >= records::kBusyAtLeast) busy_clock_hz_.add(*clock);
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    summary_.throttle_known[i] = summary_.throttle_known[i] || point.throttling[i] || point.throttle_total_s[i];
  }
  add_values(minute_cell(minute_of(point.at_ns)), point);
  last_ = point;
}

void DeviceFold::close_interval(const Point& next) {
  const double gap_s = seconds_between(last_->at_ns, next.at_ns);
  if (gap_s <= 0) {
    ++equal_times_;
    return;
  }
  if (interval_s_ <= 0) interval_s_ = gap_s;  // the head had but one time
  building_intervals_.add(gap_s);
  summary_.interval_max_s = std::max(summary_.interval_max_s, gap_s);
  cover(stands_for_s(gap_s), next);
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    const auto before = last_->throttle_total_s[i];
    const auto after = next.throttle_total_s[i];
    if (before && after && *after < *before) ++counter_resets_;
  }
  if (gap_s > records::kHoleIntervals * interval_s_) {
    summary_.holes.push_back({.from_ns = last_->at_ns, .to_ns = next.at_ns});
  }
}

void DeviceFold::cover(double covered_s, const Point& next) {
  const TimeNs end = last_->at_ns + static_cast<TimeNs>(std::llround(covered_s * 1e9));
  for (TimeNs at = last_->at_ns; at < end;) {
    const std::int64_t minute = minute_of(at);
    const TimeNs until = std::min(end, (minute + 1) * kMinuteNs);
    auto& cell = minute_cell(minute);
    const double seconds = seconds_between(at, until);
    account({.cell = cell, .seconds = seconds, .fraction = seconds / covered_s}, next);
    const bool has_own_sample = minute == minute_of(last_->at_ns) || minute == minute_of(next.at_ns);
    if (!has_own_sample) add_values(cell, *last_);
    at = until;
  }
}

void DeviceFold::account(const Share& share, const Point& next) {
  share.cell.covered_s += share.seconds;
  if (last_->idle()) share.cell.idle_s += share.seconds;
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    if (const auto growth_s = counter_growth_s(i, next)) {
      share.cell.throttled_s[i] += *growth_s * share.fraction;
    } else if (last_->throttling[i].value_or(false) && !last_->idle()) {
      share.cell.throttled_s[i] += share.seconds;
    }
  }
}

std::optional<double> DeviceFold::counter_growth_s(std::size_t reason, const Point& next) const {
  const auto before = last_->throttle_total_s[reason];
  const auto after = next.throttle_total_s[reason];
  if (!before || !after) return std::nullopt;
  const double growth_s = *after >= *before ? *after - *before : *after;
  return std::min(growth_s, seconds_between(last_->at_ns, next.at_ns));
}

void DeviceFold::account_idle(const Point& next) {
  if (!next.at(Metric::busy)) return;
  const double gap_s = last_reading_ ? seconds_between(last_reading_->at_ns, next.at_ns) : 0;
  if (last_reading_ && last_reading_->idle && gap_s > 0) {
    const double covered_s = stands_for_s(gap_s);
    idle_run_s_ += covered_s;
    summary_.idle_s += covered_s;
    if (last_reading_->holds_memory) summary_.idle_holding_memory_s += covered_s;
  }
  if (!next.idle() || gap_s > records::kHoleIntervals * interval_s_) end_idle_run();
  if (next.idle()) {
    ++idle_run_readings_;
    ++summary_.idle_readings;
  }
  last_reading_ =
      Reading{.at_ns = next.at_ns, .idle = next.idle(), .holds_memory = next.at(Metric::memory_used_bytes).value_or(0) > kHoldsMemoryBytes};
}

void DeviceFold::end_idle_run() {
  if (idle_run_s_ > 0) {
    summary_.idle_runs_s.push_back(idle_run_s_);
    summary_.idle_run_readings.push_back(idle_run_readings_);
  }
  idle_run_s_ = 0;
  idle_run_readings_ = 0;
}

double DeviceFold::stands_for_s(double gap_s) const { return std::min({gap_s, kStandsForIntervals * interval_s_, kStandsForAtMostS}); }

void DeviceFold::add_values(MinuteCell& cell, const Point& point) {
  for (std::size_t i = 0; i < records::kMetricCount; ++i) {
    if (!point.values[i]) continue;
    cell.values[i].sum += *point.values[i];
    ++cell.values[i].count;
  }
  const auto clock = point.at(Metric::sm_clock_hz);
  if (!clock || point.at(Metric::busy).value_or(0) < records::kBusyAtLeast) return;
  cell.busy_clock_hz.sum += *clock;
  ++cell.busy_clock_hz.count;
}

MinuteCell& DeviceFold::minute_cell(std::int64_t minute) {
  auto& minutes = summary_.minutes;  // time only goes forward here: the wanted one is the last or a new one
  if (minutes.empty() || minutes.back().minute < minute) minutes.push_back({.minute = minute});
  return minutes.back();
}

records::DeviceSummary DeviceFold::finish() {
  if (!pending_.empty()) release(pending_.back().at_ns);
  if (!streaming_) fold_head();
  end_idle_run();
  for (std::size_t i = 0; i < sketches_.size(); ++i) summary_.sketches[i] = sketches_[i].take();
  summary_.busy_clock_hz = busy_clock_hz_.take();
  intervals_ = building_intervals_.take();
  sensor_.finish();
  if (sensor_.stuck_throughout()) drop_power();
  summary_.interval_median_s = statistics::quantile(intervals_, 0.5).value_or(0);
  return std::move(summary_);
}

void DeviceFold::drop_power() {
  constexpr auto kPower = static_cast<std::size_t>(Metric::power_w);
  summary_.sketches[kPower] = {.resolution = records::kMetricRows[kPower].resolution, .cells = {}};
  for (auto& minute : summary_.minutes) minute.values[kPower] = {};
}

bool DeviceFold::interval_changed() const {
  const double median = statistics::quantile(intervals_, 0.5).value_or(interval_s_);
  return median > 1.5 * interval_s_ || interval_s_ > 1.5 * median;
}

}  // namespace accelprep::intake

// Samples of one device, nearly in order, to its summary; only the first kHeadSamples and the last two seconds are held.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "intake/telemetry/sensor_watch.h"
#include "records/devices.h"
#include "statistics/sketch_builder.h"

namespace accelprep::intake {

inline constexpr std::size_t kHeadSamples = 1000;  // give the first estimate of the sampling interval
inline constexpr double kStandsForIntervals = 1.5;
inline constexpr double kStandsForAtMostS = 3600;
inline constexpr base::TimeNs kDisorderNs = 2'000'000'000;
inline constexpr double kHoldsMemoryBytes = 1e9;

// - An interval is the time between successive samples; its median is that of the whole log, but holes and covered time are judged
//   with the median of the first kHeadSamples, since the log is read once.
// - Samples of one moment that carry different metrics, as from files with a metric each, are one sample.
// - A sample stands for the time until the next one, at most 1.5 median intervals, never over an hour. The last one stands for no time.
// - Throttled seconds are the growth of the counters where two successive samples carry them (a counter that falls was reset: what it
//   shows since then counts), else the time of samples whose mask shows the reason. A mask at busy = 0 is the clock resting and does
//   not count.
// - Idle is busy = 0. A run of it ends at a busy sample and at a hole between samples with a busy value; one without is no reading of it.
class DeviceFold {
 public:
  explicit DeviceFold(std::string id);

  // False: older than what was folded already, by more than two seconds; left out.
  bool add(const records::DeviceSample& sample);

  // Ends the fold. An empty summary where there was no sample.
  records::DeviceSummary finish();
  [[nodiscard]] std::int64_t counter_resets() const { return counter_resets_; }
  [[nodiscard]] std::int64_t equal_times() const { return equal_times_; }  // samples at the time of the one before
  [[nodiscard]] const SensorWatch& sensor() const { return sensor_; }
  [[nodiscard]] bool interval_changed() const;  // the estimate and the whole log's median disagree by half

 private:
  struct Point {
    base::TimeNs at_ns = 0;
    std::array<std::optional<double>, records::kMetricCount> values;
    std::array<std::optional<bool>, records::kThrottleCount> throttling;
    std::array<std::optional<double>, records::kThrottleCount> throttle_total_s;
    [[nodiscard]] std::optional<double> at(records::Metric metric) const { return values[static_cast<std::size_t>(metric)]; }
    [[nodiscard]] bool idle() const;
    [[nodiscard]] bool complements(const Point& other) const;  // both carry something, and nothing twice
    void join(const Point& other);
  };
  struct Reading {  // of busy
    base::TimeNs at_ns = 0;
    bool idle = false;
    bool holds_memory = false;
  };
  struct Share {  // of a sample's time, in one minute
    records::MinuteCell& cell;
    double seconds = 0;
    double fraction = 0;  // of all its covered time
  };

  void release(base::TimeNs until_ns);
  void fold_head();
  void fold(const Point& point);
  void close_interval(const Point& next);
  void cover(double covered_s, const Point& next);
  void account(const Share& share, const Point& next);
  void account_idle(const Point& next);
  void end_idle_run();
  void drop_power();
  [[nodiscard]] double stands_for_s(double gap_s) const;
  static void add_values(records::MinuteCell& cell, const Point& point);
  std::optional<double> counter_growth_s(std::size_t reason, const Point& next) const;
  records::MinuteCell& minute_cell(std::int64_t minute);

  records::DeviceSummary summary_;
  std::vector<statistics::SketchBuilder> sketches_;  // of each metric
  statistics::SketchBuilder busy_clock_hz_;
  statistics::SketchBuilder building_intervals_{1e-3};
  std::deque<Point> pending_;  // ascending, within two seconds of the newest
  std::vector<Point> head_;
  std::optional<Point> last_;  // folded, its time not yet accounted
  std::optional<base::TimeNs> released_ns_;
  records::Sketch intervals_;  // from finish() on
  double interval_s_ = 0;      // estimate; 0 while not known
  std::optional<Reading> last_reading_;
  double idle_run_s_ = 0;
  std::int64_t idle_run_readings_ = 0;
  bool streaming_ = false;
  SensorWatch sensor_;
  std::int64_t counter_resets_ = 0;
  std::int64_t equal_times_ = 0;
};

}  // namespace accelprep::intake

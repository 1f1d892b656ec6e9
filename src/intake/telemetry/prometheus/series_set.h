// Series of metrics joined by time: what one device or one server said at one moment becomes one sample.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/prometheus/exposition.h"
#include "intake/telemetry/prometheus/gpu_metrics.h"
#include "intake/telemetry/prometheus/server_metrics.h"
#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

// A value as written, and where.
struct MetricPoint {
  std::string_view value;
  base::TimeNs at_ns = 0;
  std::int64_t line = 0;
};

class SeriesSet {
 public:
  explicit SeriesSet(const TelemetryInput& input)
      : names_(input.nvidia_smi.names), hosts_(input.hosts != nullptr ? *input.hosts : own_hosts_) {}

  // Begins a series. Nothing where the metric is not read; why it cannot be where that is the metric's own fault.
  struct Begun {
    std::optional<std::size_t> series;
    std::string_view refused;
  };
  Begun begin(const MetricName& metric, std::string_view help);
  // Why the value is none, or "". What is an absence (NaN, a blank) is counted and adds no point.
  std::string_view add(std::size_t series, const MetricPoint& point);
  void mark_absent(const std::string& what) { ++absences_[what]; }

  // Hands each device's and each server's samples over in the order of time, and begins anew. With `dated`, a time has to be a date.
  void hand_over(SampleSink& sink, bool dated);
  [[nodiscard]] bool empty() const { return series_.empty(); }
  [[nodiscard]] std::vector<std::string> notes() const;  // of all that was handed over

 private:
  struct Point {
    base::TimeNs at_ns = 0;
    double value = 0;
    std::int64_t line = 0;
  };
  struct Series {
    const GpuMetric* gpu = nullptr;
    const ServerMetric* server = nullptr;
    std::string name;
    double factor = 1;
    std::vector<Point> points;
    std::size_t next = 0;
  };
  struct Target {
    std::string host;
    std::string id;      // without the host
    std::string label;   // a device's name, a server's engine
    bool split = false;  // a card that is divided into MIG instances
    std::vector<std::size_t> series;
  };
  using Targets = std::map<std::string, Target, std::less<>>;
  using Moment = std::vector<std::pair<const Series*, Point>>;  // what a target's series say at one time

  Begun begin_gpu(const MetricName& metric, const GpuMetric& row, std::string_view help);
  std::size_t begin_server(const MetricName& metric, const ServerMetric& row);
  std::size_t keep(Series series, Target& target);
  std::optional<double> number(const Series& series, std::string_view value);
  std::string shown_id(const Target& target);
  [[nodiscard]] std::string hidden(std::string_view prefix, std::string_view secret) const;
  void join_unlabelled();
  void walk(const Target& target, const std::function<void(const Moment&)>& visit);
  void hand_over_device(const Target& target, SampleSink& sink, bool dated);
  void hand_over_server(const Target& target, SampleSink& sink, bool dated);
  void disagree(const Series& series, double taken, double left);

  Names names_;
  std::vector<Series> series_;
  Targets devices_;
  Targets servers_;
  std::set<std::string> seen_hosts_;
  MetricHosts own_hosts_;
  MetricHosts& hosts_;
  std::map<std::string, std::int64_t> absences_;
  std::map<std::string, std::int64_t> disagreements_;
};

}  // namespace accelprep::intake

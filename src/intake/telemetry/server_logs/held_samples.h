// Samples of a log whose column of KV cache use names no unit: held until a value shows it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

class HeldSamples {
 public:
  // Its KV cache use is as written.
  void add(const records::ServerSample& sample, std::int64_t line) { held_.emplace_back(sample, line); }

  // A share over 1 can only be a percent, and then all of the log's are. Where none is over 1 the use stays unknown.
  void hand_over(SampleSink& sink, const std::string& path);

 private:
  std::vector<std::pair<records::ServerSample, std::int64_t>> held_;
};

// Hands a sample over, or its reason. A time before this century is a running clock's; what the times are is said with the first one.
class SampleTimes {
 public:
  void take(const records::DeviceSample& sample, std::int64_t line, SampleSink& sink);
  void take(const records::ServerSample& sample, std::int64_t line, SampleSink& sink);
  void say(SampleSink& sink, const std::string& path) const;

 private:
  bool is_dated(records::TimeNs at_ns, SampleSink& sink);

  bool any_ = false;
  bool dated_ = true;
};

}  // namespace accelprep::intake

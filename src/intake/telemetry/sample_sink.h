// Where readers of telemetry put what they read: one sample a row, or the reason why the row is none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "records/devices.h"
#include "records/distribution.h"
#include "records/server.h"
#include "records/time_base.h"

namespace accelprep::intake {

class SampleSink {
 public:
  virtual ~SampleSink() = default;
  // `line` is where the row stands in the file.
  virtual void take(const records::DeviceSample& sample, std::int64_t line) = 0;
  virtual void take(const records::ServerSample& /*sample*/, std::int64_t /*line*/) {}  // most sinks look at devices alone
  virtual void take(const records::Distribution& /*distribution*/) {}
  virtual void reject(std::string_view reason, std::int64_t line) = 0;
  virtual void reading(const std::string& /*path*/) {}   // which of several files that are read together comes next
  virtual void times_are(records::TimeBase /*base*/) {}  // where they are no dates; said before the samples
  virtual void note(std::string text) = 0;               // what a reader of the result must know: inferred columns, an unknown zone
};

}  // namespace accelprep::intake

// Keeps what a parser of telemetry hands on.
#pragma once

#include <fmt/format.h>
#include <string>
#include <vector>

#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

class Collector final : public SampleSink {
 public:
  void take(const records::DeviceSample& sample, std::int64_t) override { samples.push_back(sample); }
  void take(const records::ServerSample& sample, std::int64_t) override { servers.push_back(sample); }
  void take(const records::Distribution& distribution) override { distributions.push_back(distribution); }
  void times_are(records::TimeBase base) override { times = base; }
  void reject(std::string_view reason, std::int64_t line) override { rejected.push_back(fmt::format("{}: {}", line, reason)); }
  void note(std::string text) override { notes.push_back(std::move(text)); }
  std::vector<records::DeviceSample> samples;
  std::vector<records::ServerSample> servers;
  std::vector<records::Distribution> distributions;
  records::TimeBase times = records::TimeBase::calendar;
  std::vector<std::string> rejected;
  std::vector<std::string> notes;
};

}  // namespace accelprep::intake

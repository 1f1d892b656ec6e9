// A parser of telemetry into the fold, as the product connects them.
#pragma once

#include <string>
#include <string_view>

#include "intake/telemetry/sample_fold.h"
#include "intake/telemetry/sample_sink.h"

namespace accelprep::fuzz {

class Folding final : public intake::SampleSink {
 public:
  void take(const records::DeviceSample& sample, std::int64_t) override { fold_.add(sample); }
  void take(const records::Distribution&) override {}
  void reject(std::string_view, std::int64_t) override {}
  void note(std::string) override {}
  intake::SampleFold& fold() { return fold_; }

 private:
  intake::SampleFold fold_;
};

}  // namespace accelprep::fuzz

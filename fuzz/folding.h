// A parser of telemetry into the fold, as the product connects them.
#pragma once

#include <string>
#include <string_view>

#include "intake/telemetry/sample_fold.h"
#include "intake/telemetry/sample_sink.h"
#include "intake/telemetry/server_fold.h"
#include "workload/saturation.h"

namespace accelprep::fuzz {

class Folding final : public intake::SampleSink {
 public:
  void take(const records::DeviceSample& sample, std::int64_t) override { fold_.add(sample); }
  void take(const records::ServerSample& sample, std::int64_t) override { servers_.add(sample); }
  void reject(std::string_view, std::int64_t) override {}
  void note(std::string) override {}
  intake::SampleFold& fold() { return fold_; }
  void finish() {
    fold_.finish();
    const auto servers = servers_.finish();
    workload::saturation_of(workload::server_levels(servers));
  }

 private:
  intake::ServerFold servers_;
  intake::SampleFold fold_;
};

}  // namespace accelprep::fuzz

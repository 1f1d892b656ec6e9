// Bytes as a pod series joined with itself, and as a distribution, through the parsers, the fold and the figures.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "folding.h"
#include "intake/telemetry/cluster/pod_series.h"
#include "intake/telemetry/cluster/util_distribution.h"
#include "workload/distribution_use.h"

namespace {

using namespace accelprep;

class Figures final : public intake::SampleSink {
 public:
  void take(const records::DeviceSample&, std::int64_t) override {}
  void take(const records::Distribution& distribution) override { workload::use_of(distribution); }
  void reject(std::string_view, std::int64_t) override {}
  void note(std::string) override {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  intake::LogTime time;
  base::NoProgress nobody;
  intake::ReadProgress progress(nobody, size);
  const intake::NvidiaSmiOptions none;
  auto busy = base::LineReader::over(text, "pod_gpu_duty_cycle.csv");
  auto memory = base::LineReader::over(text, "pod_gpu_memory_used_bytes.csv");
  auto points = base::LineReader::over(text, "util_gpu_pai_0.csv");
  const auto input = [&](base::LineReader& lines) {
    return intake::TelemetryInput{.lines = lines, .time = time, .progress = progress, .nvidia_smi = none};
  };
  const std::array inputs{input(busy), input(memory)};
  fuzz::Folding sink;
  if (intake::read_pod_series(inputs, sink)) sink.fold().finish();
  Figures figures;
  (void)intake::read_util_distribution(input(points), figures);
  return 0;
}

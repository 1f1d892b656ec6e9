// Bytes as an answer of Prometheus' HTTP API, through the reader and the folds.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "folding.h"
#include "intake/telemetry/prometheus/query_range.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  auto lines = base::LineReader::over(std::string(reinterpret_cast<const char*>(data), size), "fuzz.json");
  intake::LogTime time;
  base::NoProgress nobody;
  intake::ReadProgress progress(nobody, size);
  fuzz::Folding sink;
  const intake::NvidiaSmiOptions none;
  const std::array inputs{intake::TelemetryInput{.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}};
  if (intake::read_query_range(inputs, sink)) sink.finish();
  return 0;
}

// Bytes as Prometheus text, through the reader and the folds.
#include <cstddef>
#include <cstdint>
#include <string>

#include "folding.h"
#include "intake/telemetry/prometheus/scrape_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  auto lines = base::LineReader::over(std::string(reinterpret_cast<const char*>(data), size), "fuzz.prom");
  intake::LogTime time;
  base::NoProgress nobody;
  intake::ReadProgress progress(nobody, size);
  fuzz::Folding sink;
  const intake::NvidiaSmiOptions none;
  if (intake::read_scrape_log({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, sink)) sink.finish();
  return 0;
}

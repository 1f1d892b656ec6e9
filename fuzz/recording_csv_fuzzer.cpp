// Bytes as a recording of ours, through the parser and the fold.
#include <cstddef>
#include <cstdint>
#include <string>

#include "folding.h"
#include "intake/telemetry/recording_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  auto lines = base::LineReader::over(std::string(reinterpret_cast<const char*>(data), size), "fuzz.csv");
  intake::LogTime time;
  base::NoProgress nobody;
  intake::ReadProgress progress(nobody, size);
  fuzz::Folding sink;
  const intake::NvidiaSmiOptions none;
  if (intake::read_recording_csv({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, sink)) sink.fold().finish();
  return 0;
}

// Bytes as an nvidia-smi log, through the parser and the fold. The first byte chooses whether columns are named from outside.
#include <cstddef>
#include <cstdint>
#include <string>

#include "folding.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/nvidia/nvidia_smi_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  if (size == 0) return 0;
  intake::NvidiaSmiOptions options;
  if (data[0] % 2 == 1) options.fields = {"timestamp", "utilization.gpu", "memory.used", "power.draw [W]"};
  auto lines = base::LineReader::over(std::string(reinterpret_cast<const char*>(data + 1), size - 1), "fuzz.csv");
  intake::LogTime time;
  base::NoProgress nobody;
  intake::ReadProgress progress(nobody, size);
  fuzz::Folding sink;
  if (intake::read_nvidia_smi_csv({.lines = lines, .time = time, .progress = progress, .nvidia_smi = options}, sink)) sink.fold().finish();
  return 0;
}

// Bytes as the reports of nvidia-smi -q.
#include "intake/telemetry/nvidia/query_text.h"
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accelprep::fuzz::read_and_fold(accelprep::intake::read_query_text, data, size);
  return 0;
}

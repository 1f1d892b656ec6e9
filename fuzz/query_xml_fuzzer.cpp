// Bytes as the documents of nvidia-smi -q -x.
#include "intake/telemetry/nvidia/query_xml.h"
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accelprep::fuzz::read_and_fold(accelprep::intake::read_query_xml, data, size);
  return 0;
}

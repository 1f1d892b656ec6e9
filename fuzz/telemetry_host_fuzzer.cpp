// Bytes as each of the formats of agents on the host, through the parsers and the fold.
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  fuzz::read_as_each(intake::host_formats(), data, size);
  return 0;
}

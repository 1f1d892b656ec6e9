// Bytes as each of the formats of a node's power, through the parsers and the fold.
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  fuzz::read_as_each(intake::node_formats(), data, size);
  return 0;
}

// Any bytes as a result in JSON: read, judged and shown; no latency below 0 is taken over.
#include <cstddef>
#include <cstdint>
#include <string>

#include "bytes.h"
#include "results.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  // An object or a list comes first, so that no text format is tried.
  fuzz::show_result("{" + std::string(fuzz::text_of(data, size)));
  fuzz::show_result(std::string(fuzz::text_of(data, size)));
  return 0;
}

#include "inventory.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accelprep::fuzz::read_and_check(accelprep::intake::collect_env_format(), accelprep::fuzz::text_of(data, size));
  return 0;
}

#include <cstdint>
#include <string>

#include "intake/costs/demand_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto lines = accelprep::base::LineReader::over(std::string(reinterpret_cast<const char*>(data), size), "demand.csv");
  (void)accelprep::intake::demand_from_csv(lines);
  return 0;
}

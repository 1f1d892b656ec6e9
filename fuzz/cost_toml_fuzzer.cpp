#include <cstdint>
#include <string_view>

#include "intake/costs/cost_toml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = accelprep::base::parse_toml({reinterpret_cast<const char*>(data), size}, "cost.toml");
  if (table) (void)accelprep::intake::cost_from_toml(*table, "cost.toml");
  return 0;
}

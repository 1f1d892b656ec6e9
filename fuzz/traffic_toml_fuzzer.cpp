// A traffic model of any bytes: what is read can be written and read again, and drawn from.
#include <cstdint>
#include <cstdlib>

#include "bytes.h"
#include "intake/traffic/traffic_toml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  const auto model = intake::parse_traffic_toml(fuzz::text_of(data, size), "traffic.toml");
  if (!model) return 0;
  const auto again = intake::parse_traffic_toml(intake::traffic_toml(*model, "a fit"), "traffic.toml");
  if (!again || again->levels.size() != model->levels.size() || again->lengths.size() != model->lengths.size()) std::abort();
  return 0;
}

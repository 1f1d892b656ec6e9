#include <cstdint>
#include <string_view>

#include "intake/site/site_toml.h"
#include "site/cooling.h"
#include "site/power.h"

// What was read is judged too: no plan that the reader lets through may upset the arithmetic.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = accelprep::base::parse_toml({reinterpret_cast<const char*>(data), size}, "site.toml");
  if (!table) return 0;
  const auto plan = accelprep::intake::site_from_toml(*table, "site.toml");
  if (!plan) return 0;
  (void)accelprep::site::judge_power(*plan);
  (void)accelprep::site::judge_cooling(accelprep::site::stated_facts(plan->cooling));
  return 0;
}

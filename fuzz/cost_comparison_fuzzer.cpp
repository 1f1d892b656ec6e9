#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "economics/cost_evidence.h"
#include "intake/costs/cost_toml.h"

// Every plan that the reader lets through is compared; what comes out holds no NaN.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = accelprep::base::parse_toml({reinterpret_cast<const char*>(data), size}, "cost.toml");
  if (!table) return 0;
  auto plan = accelprep::intake::cost_from_toml(*table, "cost.toml");
  if (!plan) return 0;
  accelprep::economics::CostInputs inputs;
  inputs.plan = std::move(*plan);
  inputs.hardware = [](std::string_view) { return std::nullopt; };
  inputs.today = "2026-11-30";
  inputs.draws.count = 20;
  const auto comparison = accelprep::economics::compare(inputs);
  const auto evidence = accelprep::economics::cost_evidence(inputs, comparison, {});
  for (const auto& measurement : evidence.measurements) {
    if (const auto value = measurement.number(); value && std::isnan(*value)) std::abort();
  }
  return 0;
}

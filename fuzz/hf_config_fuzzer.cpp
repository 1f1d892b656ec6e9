#include <cstdint>

#include "bytes.h"
#include "capacity/memory.h"
#include "intake/model/hf_config.h"

// A configuration that the reader lets through is planned too: no shape may upset the arithmetic.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto shape = accelprep::intake::parse_hf_config(accelprep::fuzz::text_of(data, size), "config.json");
  if (!shape) return 0;
  (void)accelprep::capacity::plan_memory({.model = *shape, .card_bytes = 8e10, .card_is_large = true, .p50_context_tokens = 1000});
  return 0;
}

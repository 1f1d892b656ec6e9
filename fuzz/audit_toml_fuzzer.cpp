#include <cstdint>

#include "bytes.h"
#include "intake/audit/audit_toml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)accelprep::intake::parse_audit_toml(accelprep::fuzz::text_of(data, size), "audit.toml", {"soak_min_s", "load_factor_ready"});
  return 0;
}

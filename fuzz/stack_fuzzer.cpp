// Whatever an inventory says, it is judged without a fault, and a verdict of "will not run" names an error.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "bytes.h"
#include "intake/inventory/read_inventory.h"
#include "stack/assessment.h"
#include "stack/facts_for_test.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  static const auto facts = stack::facts_for_test();
  for (const char* name : {"input.txt", "input.toml"}) {
    const auto inventory = intake::read_inventory_text(std::string(fuzz::text_of(data, size)), name);
    if (!inventory) continue;
    const auto assessed = stack::assess(*inventory, {}, facts);
    CHECK(assessed.has_value());
    const auto& findings = assessed->findings;
    const bool error =
        std::any_of(findings.begin(), findings.end(), [](const auto& one) { return one.severity == evidence::Severity::error; });
    CHECK(error == (assessed->verdict == stack::Verdict::will_not_run));
  }
  return 0;
}

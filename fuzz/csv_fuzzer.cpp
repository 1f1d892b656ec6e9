// One line of CSV: what is split can be written again, quoted, and splits into the same cells.
#include <string>

#include "base/check.h"
#include "base/text.h"
#include "bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  const auto cells = base::split_csv(fuzz::text_of(data, size));
  CHECK(!cells.empty());
  std::string written;
  for (const auto& cell : cells) {
    if (&cell != &cells.front()) written += ',';
    written += '"' + base::replaced(cell, "\"", "\"\"") + '"';
  }
  CHECK(base::split_csv(written) == cells);
  return 0;
}

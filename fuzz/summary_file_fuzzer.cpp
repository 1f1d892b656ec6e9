// A summary of arrivals of any bytes: what is read can be written, read again and merged with itself.
#include <cstdint>
#include <cstdlib>

#include "bytes.h"
#include "intake/requests/summary_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  auto summary = intake::parse_summary(fuzz::text_of(data, size), "summary.json");
  if (!summary) return 0;
  const auto again = intake::parse_summary(intake::summary_json(*summary), "summary.json");
  if (!again || again->count != summary->count || again->seconds != summary->seconds) std::abort();
  return 0;
}

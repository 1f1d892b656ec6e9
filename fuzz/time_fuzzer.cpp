// A time as logs write it: what is read is written back as the same millisecond, and durations and numbers beside it never fail.
#include <cstdlib>

#include "base/check.h"
#include "base/text.h"
#include "base/time.h"
#include "bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  constexpr base::TimeNs kMillisecond = base::kSecond / 1000;
  const auto text = fuzz::text_of(data, size);
  if (const auto time = base::parse_time(text)) {
    const auto again = base::parse_time(base::format_time(time->ns));
    // An offset may carry a time of the last readable day past it.
    CHECK(again ? again->has_zone : std::abs(time->ns) > 97'999 * base::kDay);
    CHECK(!again || (again->ns <= time->ns && time->ns - again->ns < kMillisecond));
    const auto hour = base::hour_of_week(time->ns);
    CHECK(hour >= 0 && hour < 168);
    CHECK(base::start_of_hour(time->ns) <= time->ns);
  }
  if (const auto number = base::parse_number(text)) CHECK(!base::format_duration(*number).empty());
  const auto integer = base::parse_integer(text);
  CHECK(!integer || base::parse_number(text));
  CHECK(base::compare_versions(text, text) == 0);
  return 0;
}

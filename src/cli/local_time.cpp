#include "cli/local_time.h"

#include "base/time.h"

namespace accelprep::cli {

base::Result<std::int64_t> utc_offset_of(const std::string& timezone, const records::ArrivalSummary& summary) {
  if (timezone.empty()) return 0;
  TRY_ASSIGN(const auto zone, base::Zone::find(timezone));
  const auto middle = summary.first_ns + (summary.last_ns - summary.first_ns) / 2;
  return (zone.to_local(middle) - middle) / base::kSecond;
}

}  // namespace accelprep::cli

#include "intake/telemetry/plausible.h"

#include <array>

#include "base/time.h"

namespace accelprep::intake {
namespace {

using records::Metric;

struct Limit {
  Metric metric;
  double low;
  double high;
  std::string_view reason;
};

// Far outside of what any accelerator does: the largest modules draw under 3 kW and clock under 4 GHz.
constexpr std::array kLimits{
    Limit{Metric::busy, 0, 1, "busy below 0 or over 100 %"},
    Limit{Metric::sm_active, 0, 1, "SM active below 0 or over 100 %"},
    Limit{Metric::sm_occupancy, 0, 1, "SM occupancy below 0 or over 100 %"},
    Limit{Metric::tensor_active, 0, 1, "tensor active below 0 or over 100 %"},
    Limit{Metric::dram_active, 0, 1, "DRAM active below 0 or over 100 %"},
    Limit{Metric::memory_used_bytes, 0, 1e14, "memory used below 0 or over 100 TB"},
    Limit{Metric::power_w, 0, 2e4, "power below 0 or over 20 kW"},
    Limit{Metric::temperature_c, -60, 200, "temperature below -60 or over 200 degrees"},
    Limit{Metric::memory_temperature_c, -60, 200, "memory temperature below -60 or over 200 degrees"},
    Limit{Metric::sm_clock_hz, 0, 1e10, "SM clock below 0 or over 10 GHz"},
};
static_assert(kLimits.size() == records::kMetricCount);

constexpr base::TimeNs kYear2000 = 946'684'800 * base::kSecond;
constexpr base::TimeNs kYear2100 = 4'102'444'800 * base::kSecond;

}  // namespace

bool is_recent_date(records::TimeNs at_ns) { return at_ns >= kYear2000 && at_ns <= kYear2100; }

std::optional<std::string_view> implausible(const records::DeviceSample& sample) {
  if (!is_recent_date(sample.at_ns)) return kNoRecentDate;
  return implausible_values(sample);
}

std::optional<std::string_view> implausible_values(const records::DeviceSample& sample) {
  for (const auto& limit : kLimits) {
    const auto& value = sample[limit.metric];
    if (value && !(*value >= limit.low && *value <= limit.high)) return limit.reason;
  }
  const auto& used = sample[Metric::memory_used_bytes];
  if (used && sample.memory_total_bytes && *used > *sample.memory_total_bytes) return "more memory used than there is";
  for (const auto& total_s : sample.throttle_total_s) {
    if (total_s && !(*total_s >= 0 && *total_s < 1e10)) return "a throttle counter below 0 or over 300 years";
  }
  return std::nullopt;
}

}  // namespace accelprep::intake

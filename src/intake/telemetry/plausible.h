// What a sample may hold at all.
#pragma once

#include <optional>
#include <string_view>

#include "records/devices.h"

namespace accelprep::intake {

// Why a sample cannot be true ("busy over 100 %"), or nothing. One impossible value condemns its row: a sensor or a column that is wrong
// once is not to be trusted for the rest of that row.
std::optional<std::string_view> implausible(const records::DeviceSample& sample);

bool is_recent_date(records::TimeNs at_ns);  // of this century; before it a clock was not set
inline constexpr std::string_view kNoRecentDate = "a time before 2000 or after 2100: the clock was not set";

// The same of a sample whose time is no date.
std::optional<std::string_view> implausible_values(const records::DeviceSample& sample);

}  // namespace accelprep::intake

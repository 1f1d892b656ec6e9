// Moments as result files write them.
#pragma once

#include <optional>
#include <string_view>

#include "records/result.h"

namespace accelprep::intake {

// ISO 8601, or vLLM's "20261130-100449". Nothing where it is neither.
std::optional<records::ResultTime> written_time(std::string_view text);

// Seconds since 1970, as Python's time.time() gives them. Nothing where that is no time of this century.
std::optional<records::ResultTime> unix_time(std::optional<double> seconds);

}  // namespace accelprep::intake

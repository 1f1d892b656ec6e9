#pragma once

#include <string>

#include "base/result.h"
#include "records/requests.h"

namespace accelprep::cli {

// Local time less UTC in the middle of a log, in s; 0 where no zone is given.
base::Result<std::int64_t> utc_offset_of(const std::string& timezone, const records::ArrivalSummary& summary);

}  // namespace accelprep::cli

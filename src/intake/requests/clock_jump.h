// Rows whose clock was wrong by a month or more.
#pragma once

#include <optional>

#include "records/requests.h"

namespace accelprep::intake {

// Where a few rows (one in a hundred at most) lie a month or more away from all others: the stretch of the others. Nothing where no row
// does, or too many: then the log itself has two times.
std::optional<records::TimeSpan> main_stretch(const records::ArrivalSummary& summary);

}  // namespace accelprep::intake

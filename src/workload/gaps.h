// Stretches of a log in which nothing was written although something must have come in.
#pragma once

#include <vector>

#include "workload/arrival.h"

namespace accelprep::workload {

// A log of events writes nothing where nothing happens, so silence alone proves no gap. One is assumed only where two or more
// whole hours of a working day are empty that carry at least a quarter of the mean rate on every other working day seen (three
// or more of them). Nights, weekends and idle office hours stay zero.
//
// A log of counts knows more: intervals that it leaves out although it writes zeros elsewhere are unknown. And one to six hours at less
// than a hundredth of what their hour of the day carries on the other days (three or more) are a hole in the collection, not a lull; they
// keep the number that the log writes (Gap::written), since only its owner can tell.
std::vector<Gap> find_gaps(const records::ArrivalSummary& summary, std::int64_t utc_offset_s);

}  // namespace accelprep::workload

// Signs that a log is no traffic of users, so that no class of it means anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "records/requests.h"

namespace accelprep::workload {

// Sentences without a full stop; none where nothing speaks against the log.
std::vector<std::string> doubts_of(const records::ArrivalSummary& summary, const std::optional<double>& interarrival_cv);

// No log is that long; its statistics would take memory without end.
bool is_too_long(const records::ArrivalSummary& summary);

}  // namespace accelprep::workload

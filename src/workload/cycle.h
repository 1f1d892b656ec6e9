// A log's work by the hour, and its mean over a cycle that the log may cover unevenly.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "records/requests.h"
#include "workload/arrival.h"

namespace accelprep::workload {

struct WorkHour {
  std::int64_t start_ns = 0;   // a whole hour of UTC
  std::optional<double> work;  // nothing in a gap
  double covered = 1;          // share of the hour that the log covers; below 1 at its ends
};

// From the log's first hour to its last. A log of events ends with its last event, so a log of office hours seems to miss its
// last evening: hours that would make its days whole are added as empty where the same hour was empty on every day seen (two or
// more).
std::vector<WorkHour> work_by_hour(const records::ArrivalSummary& log, const std::vector<Gap>& gaps, bool in_tokens);

double known_seconds(const std::vector<WorkHour>& hours);

// Mean work an hour, each hour of the week counted once where all 168 were seen, else each hour of the day where all 24 were, else
// all hours alike: days that the log holds twice weigh no more than others. Nothing where no hour is known.
std::optional<double> cycle_mean(const std::vector<WorkHour>& hours);

// Known hours of whole days, for a bootstrap by days; fewer than two days give nothing.
std::vector<double> whole_days(const std::vector<WorkHour>& hours);

}  // namespace accelprep::workload

// Logs of counts (a row is an interval, not a request) become the same summary as logs of requests, as far as intervals carry it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "records/requests.h"

namespace accelprep::intake {

struct CountRow {
  records::TimeNs at_ns = 0;  // the interval's begin
  double amount = 0;          // in the interval, or a second over it
};

struct CountOptions {
  bool is_rate = false;  // amounts are a second
  std::string counted = "requests";
  bool missing_is_unknown = false;  // whatever zeros the log writes
};

// Rows of one begin are added up (one row a client). Intervals that are left out are unknown where the log writes empty ones, at least as
// many as it leaves out, and else zero. Errors: fewer than two intervals, intervals of changing length, of under a second or over an hour,
// a negative amount.
base::Result<records::ArrivalSummary> fold_counts(std::vector<CountRow> rows, const CountOptions& options);

}  // namespace accelprep::intake

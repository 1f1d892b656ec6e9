// Request rows become an ArrivalSummary one after the other, in memory that does not grow with the log: rows in memory and live requests.
// Files go through log_fold.h to the same totals.
#pragma once

#include <vector>

#include "intake/requests/fold_options.h"
#include "intake/requests/row_totals.h"
#include "intake/requests/stamp_fold.h"
#include "records/requests.h"

namespace accelprep::intake {

// The summary of rows in any order.
records::ArrivalSummary fold(const std::vector<records::Request>& rows, const FoldOptions& options = {});

}  // namespace accelprep::intake

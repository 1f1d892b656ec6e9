// How many accelerators the work needed, hour by hour: CSV with a column "accelerators", one row an hour, in order, no hour left out.
#pragma once

#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace accelprep::intake {

// Reads all lines. A cell that is no number of 0 or more is an error with its line: a lost hour would shift every later one.
base::Result<std::vector<double>> demand_from_csv(base::LineReader& lines);

}  // namespace accelprep::intake

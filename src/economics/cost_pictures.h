// Tables and series of a comparison, for the report.
#pragma once

#include "economics/comparison.h"
#include "evidence/finding.h"

namespace accelprep::economics {

evidence::Table offers_table(const CostInputs& inputs, const Comparison& comparison);
evidence::Table own_breakdown_table(const Comparison& comparison);
evidence::Table sensitivity_table(const Comparison& comparison);  // low and high are break-even utilizations
evidence::Table flips_table(const Comparison& comparison);        // what would change the verdict

// USD per useful accelerator hour over utilization (0.02 to 1): "own", "own low" and "own high" where ranges are stated, one column an
// offer. On demand is level; owned and reserved hours get cheaper the more of them are used.
evidence::Series cost_curve(const CostInputs& inputs, const Comparison& comparison);

// USD spent by the end of each month up to the longest horizon, undiscounted: "own" (capital first, no exit value: it crosses "rent" at the
// break-even month), "own after exit value", "rent" (the offer compared against) and "hybrid" where there is one.
evidence::Series cumulative_cost(const CostInputs& inputs, const Comparison& comparison);

}  // namespace accelprep::economics

// The normal distribution.
#pragma once

namespace accelprep::statistics {

// How many standard errors a value may lie off in one of `comparisons` when one alone may lie off by `errors`, so that the chance that any
// of them does by accident stays the same (Bonferroni). comparisons >= 1 (CHECK).
double errors_for_comparisons(double errors, int comparisons);

}  // namespace accelprep::statistics

// The verdict of a comparison, in one word and one sentence.
#pragma once

#include <string>

#include "economics/comparison.h"

namespace accelprep::economics {

struct Verdict {
  Decision decision = Decision::undecided;
  std::string why;
};

// hybrid where owning some nodes and renting the peaks is worth more than the better of all owned and all rented, with an interval
// that stays above 0; else own or rent by the sign of the net present value at the horizon against the cheapest equivalent offer.
// undecided where that interval spans 0, where no utilization is known, where no equivalent offer is, and where owning would follow
// from a utilization that is only an upper bound.
Verdict decide(const Comparison& comparison, UtilizationBound bound);

}  // namespace accelprep::economics

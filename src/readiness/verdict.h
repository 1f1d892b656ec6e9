// Own, rent, both, or measure more: the first that holds.
#pragma once

#include <vector>

#include "readiness/assessment.h"
#include "readiness/facts.h"

namespace accelprep::readiness {

Verdict verdict_of(const std::vector<Axis>& axes, const Facts& facts);

}  // namespace accelprep::readiness

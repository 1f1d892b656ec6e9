// What to measure next: steps by axis, with the command, what it needs, how long it takes and what it costs.
#pragma once

#include "readiness/assessment.h"
#include "readiness/facts.h"

namespace accelprep::readiness {

// The step for an axis that is not ready; an empty command for one that is.
NextStep next_step(const Axis& axis, const Facts& facts, const AssessOptions& options);

// The steps of all axes, each once, in the order of the rubric: what decides most comes first.
std::vector<PlanStep> plan_of(const std::vector<Axis>& axes, const Facts& facts, const AssessOptions& options);

}  // namespace accelprep::readiness

// One axis of the assessment: the rubric's first row that holds, and the guards that hold for every axis.
#pragma once

#include "readiness/assessment.h"
#include "readiness/facts.h"
#include "readiness/rubric.h"

namespace accelprep::readiness {

// Beyond the rubric: evidence on another accelerator only is "wrong target"; an axis that would be ready is marginal where what
// decides it is specified, assumed or simulated, has expired, or contradicts another measurement of the same run.
Axis judge_axis(const AxisRow& row, const Facts& facts);

}  // namespace accelprep::readiness

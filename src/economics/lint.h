// What a careful reader of the plan would ask about: traps that published comparisons fell into and that can be seen in the file.
#pragma once

#include <string>
#include <vector>

#include "economics/equivalence.h"
#include "records/cost_plan.h"

namespace accelprep::economics {

struct Lint {
  std::string id;     // "idle_power_missing"
  std::string about;  // the offer or the item in question; "" where it is about the whole plan
  std::string text;   // what was found and what it does to the result
  std::string place;  // "cost.toml:14:1", or "" where there is none
};

struct LintInputs {
  const records::CostPlan& plan;
  std::string accelerator;  // the plan's, as comparison.h found it
  const HardwareLookup& hardware;
  std::string today;  // "" leaves the age of rates unjudged
  double horizon_months = 0;
};

std::vector<Lint> lint_of(const LintInputs& inputs);

}  // namespace accelprep::economics

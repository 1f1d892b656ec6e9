// A comparison of owning and renting, for people and for programs. Keys and units: docs/schema/cost.json.
#pragma once

#include <string>

#include "economics/comparison.h"
#include "report/envelope.h"

namespace accelprep::report {

struct CostReport {
  const economics::CostInputs& inputs;
  const economics::Comparison& comparison;
  std::string program;  // how to call this program in the line that says what to do next
};

// Adds to envelope.missing a reason for each key that is null.
std::string cost_json(const CostReport& report, Envelope envelope);
// Verdict first, what to do next last.
std::string cost_text(const CostReport& report);

}  // namespace accelprep::report

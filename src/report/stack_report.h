// An assessed software stack, for people and as the "stack" block of JSON. docs/schema/stack.json holds the JSON's shape.
#pragma once

#include <string>

#include "report/envelope.h"
#include "stack/assessment.h"

namespace accelprep::report {

std::string stack_text(const stack::Assessment& assessment, const Envelope& envelope);
// `missing` of the envelope is filled from what the assessment does not know.
std::string stack_json(const stack::Assessment& assessment, Envelope envelope);

}  // namespace accelprep::report

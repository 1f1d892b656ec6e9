// Fills a sketch.
#pragma once

#include "records/sketch.h"

namespace accelprep::statistics {

// Adds one value: the search for its cell is logarithmic in the distinct values seen, which a log soon has all of.
void add(records::Sketch& into, double value);

}  // namespace accelprep::statistics

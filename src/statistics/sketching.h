// Fills a sketch.
#pragma once

#include "records/sketch.h"

namespace accelprep::statistics {

// Adds one value, by a search for its cell: for few values. Many go through sketch_builder.h.
void add(records::Sketch& into, double value);

}  // namespace accelprep::statistics

#include "statistics/sketching.h"

#include <algorithm>
#include <cmath>

namespace accelprep::statistics {

void add(records::Sketch& into, double value) {
  const auto step = static_cast<std::int64_t>(std::llround(value / into.resolution));
  const auto before = [](const records::Sketch::Cell& cell, std::int64_t wanted) { return cell.step < wanted; };
  auto cell = std::lower_bound(into.cells.begin(), into.cells.end(), step, before);
  if (cell == into.cells.end() || cell->step != step) cell = into.cells.insert(cell, {.step = step, .count = 0});
  ++cell->count;
  ++into.count;
  into.sum += value;
}

}  // namespace accelprep::statistics

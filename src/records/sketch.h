// A mergeable histogram of values rounded to a fixed resolution: exact for token counts (resolution 1), within half a step else.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace accelprep::records {

struct Sketch {
  struct Cell {
    std::int64_t step = 0;  // value / resolution, rounded
    std::int64_t count = 0;
    bool operator==(const Cell&) const = default;
  };
  double resolution = 1;
  std::int64_t count = 0;
  double sum = 0;           // of the values before rounding
  std::vector<Cell> cells;  // ascending by step, no empty cell

  bool operator==(const Sketch&) const = default;
};

// Both must have the same resolution.
inline void merge(Sketch& into, const Sketch& other) {
  std::vector<Sketch::Cell> cells;
  cells.reserve(into.cells.size() + other.cells.size());
  auto a = into.cells.begin();
  auto b = other.cells.begin();
  while (a != into.cells.end() || b != other.cells.end()) {
    if (b == other.cells.end() || (a != into.cells.end() && a->step < b->step)) {
      cells.push_back(*a++);
    } else if (a == into.cells.end() || b->step < a->step) {
      cells.push_back(*b++);
    } else {
      cells.push_back({a->step, a->count + b->count});
      ++a;
      ++b;
    }
  }
  into.cells = std::move(cells);
  into.count += other.count;
  into.sum += other.sum;
}

}  // namespace accelprep::records

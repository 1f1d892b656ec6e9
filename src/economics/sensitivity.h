// What the stated ranges do to the results: all at once by random draws, and one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "economics/figures.h"
#include "evidence/measurement.h"

namespace accelprep::economics {

// Results of one set of figures, in a fixed order. Infinity: never. NaN: not to be had from these figures.
using Outcome = std::function<std::vector<double>(const Figures&)>;

struct Spread {
  std::optional<evidence::Interval> ci95;  // 2.5th to 97.5th percentile; nothing where no range moves this result. An end may be infinite.
  double never_share = 0;                  // of the draws: infinite, or above 1 where it is a utilization
};

struct Draws {
  std::uint64_t seed = 1;
  int count = 2000;
};

// Draws each figure with a range from the triangle low, value, high, all independent of each other. One Spread an outcome; empty where no
// figure of the plan has a range.
std::vector<Spread> spreads(const records::CostPlan& plan, const Outcome& outcome, const Draws& draws);

// One figure moved to both ends of its range, all others as stated.
struct Swing {
  std::string input;
  double input_low = 0;
  double input_high = 0;
  std::vector<double> low;  // the outcomes there
  std::vector<double> high;
};
std::vector<Swing> swings(const records::CostPlan& plan, const Outcome& outcome);  // of the figures that have a range, in the plan's order

}  // namespace accelprep::economics

// What would change the verdict: where the net present value at the horizon crosses 0 when one figure moves and the others stay.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "economics/figures.h"

namespace accelprep::economics {

enum class FlipInput : std::uint8_t { rate, utilization, capital, horizon };
std::string_view name_of(FlipInput input);
std::string_view unit_of(FlipInput input);  // "USD/h" of one accelerator, "fraction", "USD", "months"

struct Flip {
  FlipInput input = FlipInput::rate;
  double now = 0;
  double at = 0;          // the nearest value at which it flips
  bool own_then = false;  // owning pays beyond it; else it no longer does
};

struct FlipTerms {
  std::vector<std::size_t> candidates;  // into figures.offers: those that may be contracted on equivalent hardware; rates known
  std::size_t against = 0;              // the cheapest of them
  double horizon_months = 36;
  double longest_months = 120;  // how far the horizon is moved
};

// A rate and a capital above 0, a utilization up to 1 (against whichever candidate is cheapest there), a month from 1. What never flips
// is left out; empty without a utilization.
std::vector<Flip> flips_of(const Figures& figures, const FlipTerms& terms);

}  // namespace accelprep::economics

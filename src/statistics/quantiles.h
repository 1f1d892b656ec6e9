// Quantiles by linear interpolation between order statistics: type 7 of Hyndman and Fan, numpy's default. With n values sorted from
// x[0], the q-quantile lies at position h = (n - 1) q, between x[floor h] and the one after it.
#pragma once

#include <optional>
#include <span>

#include "records/sketch.h"

namespace accelprep::statistics {

// 0 <= q <= 1 (CHECK). Nothing of no values. The values need not be sorted.
std::optional<double> quantile(std::span<const double> values, double q);
std::optional<double> median(std::span<const double> values);

// Of the rounded values: off by half the sketch's resolution at most.
std::optional<double> quantile(const records::Sketch& sketch, double q);
std::optional<double> mean(const records::Sketch& sketch);  // exact: of the values before rounding

// The share of values whose rounded value is below `limit`; half a step of tolerance keeps 0.05 out of "below 0.05".
std::optional<double> share_below(const records::Sketch& sketch, double limit);

}  // namespace accelprep::statistics

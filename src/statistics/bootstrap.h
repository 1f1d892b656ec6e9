// The uncertainty of a figure, a mean above all, of values that depend on their neighbours: the circular moving-block bootstrap (Politis
// and Romano 1992). Whole blocks of successive values are drawn with replacement, the series wrapping round at its end, so that what lies
// within a block keeps its dependence.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace accelprep::statistics {

struct BlockBootstrap {
  std::size_t block_length = 1;  // values; longer than the dependence reaches. Cut to the series' length
  std::size_t replicates = 2000;
  std::uint64_t seed = 1;
};

struct ConfidenceInterval {
  double low = 0;
  double high = 0;
};

// The 95 % percentile interval of the mean. Nothing of fewer than two values. The same seed gives the same interval everywhere.
std::optional<ConfidenceInterval> bootstrap_mean(std::span<const double> series, const BlockBootstrap& how);

// The same of any figure of the series that resampling makes sense of. A replicate without the figure is left out; nothing where most are.
using Figure = std::function<std::optional<double>(std::span<const double>)>;
std::optional<ConfidenceInterval> bootstrap_figure(std::span<const double> series, const BlockBootstrap& how, const Figure& figure);

}  // namespace accelprep::statistics

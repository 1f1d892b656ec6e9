// Statistics of counts on a time grid, as they are used on arrivals.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace accelprep::statistics {

// A bin that was not seen. It is left out of what follows, and is not zero.
inline constexpr std::int64_t kUnknownCount = -1;

// Index of dispersion: sample variance (n - 1) over mean. Poisson counts give 1. Nothing below two bins or without a count.
std::optional<double> dispersion(std::span<const std::int64_t> counts);
// The same where most bins are empty, from the bins' number, the sum of their counts and of the squares.
struct CountSums {
  double bins = 0, sum = 0, squares = 0;
};
std::optional<double> dispersion_of_sums(const CountSums& sums);

struct ExcessModulation {
  double value = 0;          // E: how far the rate itself wanders, as a share of its mean
  double squared_error = 0;  // standard error of E squared for a Poisson stream of this rate and length
};

// E(w|W) = sqrt(max(0, sum((c - m)^2 / k - m) / sum m^2)), with m the mean of the other bins within W / 2 on either side (cut off
// at the ends) and k = 1 + 1/(n - 1) for the n bins of that window: what is left of the variance when Poisson's own is taken
// away, so that it does not grow with the rate as the index of dispersion does. `bins_per_window` is W / w.
std::optional<ExcessModulation> excess_modulation(std::span<const std::int64_t> counts, std::size_t bins_per_window);

// Pearson's correlation of the series with itself `lag` later, over the pairs that are both known.
std::optional<double> correlation_at_lag(std::span<const std::optional<double>> series, std::size_t lag);

// The same after each whole day's (24 values) mean is taken off: a weekly level does not hide a daily shape.
std::optional<double> detrended_correlation_at_lag(std::span<const std::optional<double>> hours, std::size_t lag);

struct Seasonality {
  double strength = 0;     // F_s = max(0, 1 - var R / var(S + R)) after a centred moving average of one period
  double power_share = 0;  // within one bin of 24, 12 and 8 hours, Hann window, over all but the mean
  double dominant_period_h = 0;
};
// Of hourly values, at least 48; unknown hours take their hour-of-day's mean for the spectrum and are left out of the strength.
// Formulas: Hyndman and Athanasopoulos, Forecasting: Principles and Practice (3rd ed.), section 4.3; Wang, Smith and Hyndman 2006.
std::optional<Seasonality> daily_seasonality(std::span<const std::optional<double>> hours);

}  // namespace accelprep::statistics

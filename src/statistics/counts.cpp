#include "statistics/counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>

namespace accelprep::statistics {
namespace {

constexpr std::size_t kDay = 24;

using Series = std::span<const std::optional<double>>;

double variance(const std::vector<double>& values) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size());
}

// Centred moving average over one day: half weights at both ends. Nothing where less than half of the weight is known.
std::optional<double> trend_at(Series hours, std::size_t at) {
  constexpr std::size_t kHalf = kDay / 2;
  if (at < kHalf || at + kHalf >= hours.size()) return std::nullopt;
  double sum = 0;
  double weight = 0;
  for (std::size_t i = at - kHalf; i <= at + kHalf; ++i) {
    if (!hours[i]) continue;
    const double w = i == at - kHalf || i == at + kHalf ? 0.5 : 1.0;
    sum += w * *hours[i];
    weight += w;
  }
  return weight >= kDay / 2.0 ? std::optional(sum / weight) : std::nullopt;
}

double strength_of(Series hours) {
  std::vector<std::pair<std::size_t, double>> detrended;  // phase, value
  std::array<double, kDay> sums{};
  std::array<double, kDay> counts{};
  for (std::size_t i = 0; i < hours.size(); ++i) {
    const auto trend = trend_at(hours, i);
    if (!trend || !hours[i]) continue;
    detrended.emplace_back(i % kDay, *hours[i] - *trend);
    sums[i % kDay] += detrended.back().second;
    counts[i % kDay] += 1;
  }
  if (detrended.size() < kDay) return 0;
  std::array<double, kDay> seasonal{};
  for (std::size_t phase = 0; phase < kDay; ++phase) seasonal[phase] = counts[phase] > 0 ? sums[phase] / counts[phase] : 0;
  const double level = std::accumulate(seasonal.begin(), seasonal.end(), 0.0) / kDay;
  std::vector<double> remainder;
  std::vector<double> both;
  for (const auto& [phase, value] : detrended) {
    both.push_back(value);
    remainder.push_back(value - (seasonal[phase] - level));
  }
  const double whole = variance(both);
  return whole > 0 ? std::max(0.0, 1 - variance(remainder) / whole) : 0;
}

// Known values, and the mean of the hour of day where one is not.
std::vector<double> filled(Series hours) {
  std::array<double, kDay> sums{};
  std::array<double, kDay> counts{};
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < hours.size(); ++i) {
    if (!hours[i]) continue;
    sums[i % kDay] += *hours[i];
    counts[i % kDay] += 1;
    sum += *hours[i];
    count += 1;
  }
  std::vector<double> out;
  for (std::size_t i = 0; i < hours.size(); ++i) {
    const double of_phase = counts[i % kDay] > 0 ? sums[i % kDay] / counts[i % kDay] : sum / std::max(1.0, count);
    out.push_back(hours[i].value_or(of_phase));
  }
  return out;
}

// Power at 1..n/2 cycles over the series, mean removed, Hann window.
std::vector<double> spectrum(std::vector<double> values) {
  const auto n = values.size();
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double hann = 0.5 - 0.5 * std::cos(2 * M_PI * static_cast<double>(i) / static_cast<double>(n - 1));
    values[i] = (values[i] - mean) * hann;
  }
  std::vector<double> power;
  for (std::size_t k = 1; k <= n / 2; ++k) {
    const auto turn = std::polar(1.0, -2 * M_PI * static_cast<double>(k) / static_cast<double>(n));
    std::complex<double> rotation = 1;
    std::complex<double> sum = 0;
    for (const double value : values) {
      sum += value * rotation;
      rotation *= turn;
    }
    power.push_back(std::norm(sum));
  }
  return power;
}

}  // namespace

std::optional<double> dispersion_of_sums(const CountSums& sums) {
  if (sums.bins < 2 || sums.sum == 0) return std::nullopt;
  const double mean = sums.sum / sums.bins;
  return (sums.squares - sums.sum * mean) / (sums.bins - 1) / mean;
}

std::optional<double> dispersion(std::span<const std::int64_t> counts) {
  double n = 0;
  double sum = 0;
  double squares = 0;
  for (const auto count : counts) {
    if (count == kUnknownCount) continue;
    const auto value = static_cast<double>(count);
    n += 1;
    sum += value;
    squares += value * value;
  }
  return dispersion_of_sums({.bins = n, .sum = sum, .squares = squares});
}

std::optional<ExcessModulation> excess_modulation(std::span<const std::int64_t> counts, std::size_t bins_per_window) {
  const std::size_t half = bins_per_window / 2;
  if (counts.size() <= bins_per_window || half == 0) return std::nullopt;
  std::vector<std::int64_t> cumulative{0};
  std::vector<std::int64_t> known{0};
  for (const auto count : counts) {
    cumulative.push_back(cumulative.back() + std::max<std::int64_t>(count, 0));
    known.push_back(known.back() + (count == kUnknownCount ? 0 : 1));
  }
  if (cumulative.back() == 0) return std::nullopt;
  double excess = 0;
  double squares = 0;
  double poisson = 0;  // variance of the numerator under Poisson: 2 m^2 + m a bin
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto from = i < half ? 0 : i - half;
    const auto to = std::min(counts.size(), i + half + 1);
    const auto others = static_cast<double>(known[to] - known[from] - 1);
    if (counts[i] == kUnknownCount || others < 1) continue;
    const double m = static_cast<double>(cumulative[to] - cumulative[from] - counts[i]) / others;
    const double distance = static_cast<double>(counts[i]) - m;
    excess += distance * distance / (1 + 1 / others) - m;
    squares += m * m;
    poisson += 2 * m * m + m;
  }
  if (squares == 0) return std::nullopt;
  return ExcessModulation{.value = std::sqrt(std::max(0.0, excess / squares)), .squared_error = std::sqrt(poisson) / squares};
}

std::optional<double> correlation_at_lag(Series series, std::size_t lag) {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i + lag < series.size(); ++i) {
    if (!series[i] || !series[i + lag]) continue;
    const double a = *series[i];
    const double b = *series[i + lag];
    n += 1;
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  if (n < 8) return std::nullopt;
  const double spread = (xx - x * x / n) * (yy - y * y / n);
  if (!(spread > 0)) return std::nullopt;
  return (xy - x * y / n) / std::sqrt(spread);
}

std::optional<double> detrended_correlation_at_lag(Series hours, std::size_t lag) {
  std::vector<std::optional<double>> shape;
  for (std::size_t day = 0; day + kDay <= hours.size(); day += kDay) {
    double sum = 0;
    double known = 0;
    for (std::size_t i = day; i < day + kDay; ++i) {
      sum += hours[i].value_or(0);
      known += hours[i] ? 1 : 0;
    }
    for (std::size_t i = day; i < day + kDay; ++i) shape.push_back(hours[i] ? std::optional(*hours[i] - sum / known) : std::nullopt);
  }
  return correlation_at_lag(shape, lag);
}

std::optional<Seasonality> daily_seasonality(Series hours) {
  if (hours.size() < 2 * kDay) return std::nullopt;
  Seasonality out{.strength = strength_of(hours)};
  const auto power = spectrum(filled(hours));
  const auto n = static_cast<double>(hours.size());
  double total = 0;
  for (const double p : power) total += p;
  if (total == 0) return out;
  std::vector<bool> daily(power.size(), false);
  for (const double period_h : {24.0, 12.0, 8.0}) {
    const auto bin = static_cast<std::size_t>(std::lround(n / period_h));  // cycles; power[0] is one cycle
    for (std::size_t k = std::max<std::size_t>(bin, 2) - 1; k <= bin + 1; ++k) {
      if (k - 1 < daily.size()) daily[k - 1] = true;
    }
  }
  for (std::size_t i = 0; i < power.size(); ++i) out.power_share += daily[i] ? power[i] / total : 0;
  const auto strongest = std::max_element(power.begin(), power.end()) - power.begin();
  out.dominant_period_h = n / static_cast<double>(strongest + 1);
  return out;
}

}  // namespace accelprep::statistics

#include "workload/arrival.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "base/time.h"
#include "statistics/counts.h"
#include "statistics/quantiles.h"
#include "workload/doubts.h"
#include "workload/gaps.h"

namespace accelprep::workload {
namespace {

using records::ArrivalSummary;

constexpr std::int64_t kLeastRequests = 300;
constexpr std::int64_t kLeastWindowGaps = 29;  // of 30 requests: with fewer the spread of a window is mostly chance
constexpr double kHourS = 3600;
constexpr double kDayS = 24 * kHourS;

// Thresholds of the two axes; calibrated on processes whose class is known (calibration_test.cpp).
constexpr double kStrengthAlone = 0.64;  // Wang, Smith and Hyndman 2006
constexpr double kStrengthWithShare = 0.5;
constexpr double kPowerShare = 0.4;
constexpr double kBursty = 0.5;
constexpr double kEpisodic = 0.2;
constexpr double kEpisodicSlow = 0.4;

struct Modulation {
  std::string key;
  std::int64_t bin_s;
  std::int64_t window_s;
};
const std::array<Modulation, 4>& modulations() {
  static const std::array<Modulation, 4> kModulations{
      {{"10s|600s", 10, 600}, {"60s|1200s", 60, 1200}, {"60s|3600s", 60, 3600}, {"600s|21600s", 600, 21600}}};
  return kModulations;
}

// Counts in bins of `bin_s` since the origin; the last, partial bin is left out.
std::vector<std::int64_t> counts_in(const ArrivalSummary& summary, std::int64_t bin_s) {
  const auto bins = (summary.last_ns - summary.origin_ns) / (bin_s * base::kSecond);
  std::vector<std::int64_t> out(static_cast<std::size_t>(std::max<std::int64_t>(bins, 0)), 0);
  for (const auto& [second, count] : summary.seconds) {
    const auto bin = static_cast<std::size_t>(second / bin_s);
    if (bin < out.size()) out[bin] += count;
  }
  return out;
}

// Of counts a second, of which most are zero in a sparse log: by their sums alone.
std::optional<double> dispersion_of_seconds(const ArrivalSummary& summary, const std::vector<Gap>& gaps) {
  const auto bins = (summary.last_ns - summary.origin_ns) / base::kSecond;
  statistics::CountSums sums{.bins = static_cast<double>(bins)};
  for (const auto& gap : gaps) sums.bins -= gap.written ? 0 : static_cast<double>(gap.span.to_ns - gap.span.from_ns) * 1e-9;
  for (const auto& [second, count] : summary.seconds) {
    if (second >= bins) continue;
    const auto value = static_cast<double>(count);
    sums.sum += value;
    sums.squares += value * value;
  }
  return statistics::dispersion_of_sums(sums);
}

// Bins that lie wholly or partly in a gap tell nothing.
bool in_gap(const std::vector<Gap>& gaps, std::int64_t from_ns, std::int64_t to_ns) {
  return std::any_of(gaps.begin(), gaps.end(),
                     [&](const Gap& gap) { return !gap.written && gap.span.from_ns < to_ns && gap.span.to_ns > from_ns; });
}

// The counts with what lies in a gap unknown.
std::vector<std::int64_t> known_counts(const ArrivalSummary& summary, const std::vector<Gap>& gaps, std::int64_t bin_s) {
  auto counts = counts_in(summary, bin_s);
  const auto bin_ns = bin_s * base::kSecond;
  for (const auto& gap : gaps) {
    if (gap.written || gap.span.to_ns <= summary.origin_ns) continue;
    const auto from = std::max<std::int64_t>(0, (gap.span.from_ns - summary.origin_ns) / bin_ns);
    const auto to = (gap.span.to_ns - summary.origin_ns + bin_ns - 1) / bin_ns;
    for (auto bin = static_cast<std::size_t>(from); bin < counts.size() && bin < static_cast<std::size_t>(to); ++bin) {
      counts[bin] = statistics::kUnknownCount;
    }
  }
  return counts;
}

std::vector<std::optional<double>> hourly(const ArrivalSummary& summary, const std::vector<Gap>& gaps) {
  std::vector<std::optional<double>> out;
  std::int64_t from = summary.origin_ns;
  for (const auto count : counts_in(summary, 3600)) {
    out.push_back(in_gap(gaps, from, from + base::kHour) ? std::nullopt : std::optional(static_cast<double>(count)));
    from += base::kHour;
  }
  return out;
}

std::vector<double> known(const std::vector<std::optional<double>>& hours) {
  std::vector<double> out;
  for (const auto& hour : hours) {
    if (hour) out.push_back(*hour);
  }
  return out;
}

void fill_gap_statistics(ArrivalProfile& out, const ArrivalSummary& summary) {
  if (summary.gap_count >= 2 && summary.gap_sum_s > 0) {
    const auto n = static_cast<double>(summary.gap_count);
    const double mean = summary.gap_sum_s / n;
    out.interarrival_cv = std::sqrt(std::max(0.0, summary.gap_sum_squared_s2 / n - mean * mean)) / mean;
  }
  std::vector<double> local;
  for (const auto& window : summary.windows) {
    if (window.gaps < kLeastWindowGaps || window.sum_s <= 0) continue;
    const auto n = static_cast<double>(window.gaps);
    const double mean = window.sum_s / n;
    local.push_back(std::sqrt(std::max(0.0, (window.sum_squared_s2 - n * mean * mean) / (n - 1))) / mean);
  }
  out.local_cv_600s = statistics::median(local);
}

using Excess = std::map<std::string, statistics::ExcessModulation>;

Excess fill_count_statistics(ArrivalProfile& out, const ArrivalSummary& summary) {
  auto& by_second = out.dispersion["1s"];
  if (summary.bin_s <= 1) by_second = dispersion_of_seconds(summary, out.gaps);
  for (const auto bin_s : {10, 60, 3600}) {
    auto& dispersion = out.dispersion[fmt::format("{}s", bin_s)];
    if (bin_s >= summary.bin_s) dispersion = statistics::dispersion(known_counts(summary, out.gaps, bin_s));
  }
  Excess excess;
  for (const auto& [key, bin_s, window_s] : modulations()) {
    out.excess_modulation[key] = std::nullopt;
    if (bin_s < summary.bin_s || bin_s % std::max<std::int64_t>(summary.bin_s, 1) != 0) continue;
    // A bin must hold ten steps of the clock, or batching looks like bursts. The intervals of a log of counts are no clock.
    const bool fine = summary.bin_s > 0 || summary.quantum_s * 10 <= static_cast<double>(bin_s);
    const bool long_enough = out.span_s >= static_cast<double>(window_s);
    if (!long_enough) continue;
    const auto found = statistics::excess_modulation(known_counts(summary, out.gaps, bin_s), static_cast<std::size_t>(window_s / bin_s));
    if (!found) continue;
    out.excess_modulation[key] = found->value;
    if (fine) excess[key] = *found;
  }
  return excess;
}

std::optional<double> mean_of(std::span<const double> hours) {
  if (hours.empty()) return std::nullopt;
  return std::accumulate(hours.begin(), hours.end(), 0.0) / static_cast<double>(hours.size());
}

std::optional<double> load_factor_of(std::span<const double> hours) {
  const auto p99 = statistics::quantile(hours, 0.99).value_or(0);
  return p99 > 0 ? std::optional(mean_of(hours).value_or(0) / p99) : std::nullopt;
}

std::optional<double> peak_to_mean_of(std::span<const double> hours) {
  const double mean = mean_of(hours).value_or(0);
  return mean > 0 ? std::optional(*std::max_element(hours.begin(), hours.end()) / mean) : std::nullopt;
}

void fill_hour_statistics(ArrivalProfile& out) {
  out.acf_24h = statistics::correlation_at_lag(out.hours, 24);
  out.acf_24h_detrended = statistics::detrended_correlation_at_lag(out.hours, 24);
  out.acf_168h = out.hours.size() >= std::size_t{2} * 168 ? statistics::correlation_at_lag(out.hours, 168) : std::nullopt;
  if (const auto seasonal = statistics::daily_seasonality(out.hours)) {
    out.seasonal_strength_24h = seasonal->strength;
    out.daily_power_share = seasonal->power_share;
    out.dominant_period_h = seasonal->dominant_period_h;
  }
  const auto hours = known(out.hours);
  if (hours.size() < 24) return;
  const double peak = *std::max_element(hours.begin(), hours.end());
  if (peak <= 0) return;
  out.peak_to_mean_hour = peak_to_mean_of(hours);
  out.load_factor = load_factor_of(hours);
  const auto low = std::count_if(hours.begin(), hours.end(), [&](double hour) { return hour < 0.1 * peak; });
  out.hours_below_10pct_of_peak = static_cast<double>(low) / static_cast<double>(hours.size());
}

// Whole days are drawn, so that a day's shape stays whole.
void fill_intervals(ArrivalProfile& out) {
  constexpr std::size_t kDay = 24;
  const auto hours = known(out.hours);
  if (hours.size() < 7 * kDay) return;
  const statistics::BlockBootstrap days{.block_length = kDay, .replicates = 500};
  out.rate_ci95 = statistics::bootstrap_mean(hours, days);
  if (out.rate_ci95) {
    out.rate_ci95->low /= kHourS;
    out.rate_ci95->high /= kHourS;
  }
  out.load_factor_ci95 = statistics::bootstrap_figure(hours, days, load_factor_of);
  out.peak_to_mean_ci95 = statistics::bootstrap_figure(hours, days, peak_to_mean_of);
}

void fill_week_statistics(ArrivalProfile& out, const ArrivalSummary& summary, const ArrivalOptions& options) {
  std::array<double, 2> sums{};  // weekday, weekend
  std::array<double, 2> counts{};
  std::int64_t from = summary.origin_ns + options.utc_offset_s * base::kSecond;
  for (const auto& hour : out.hours) {
    const auto weekend = static_cast<std::size_t>(base::hour_of_week(from) / 24 >= 5);
    if (hour && has_calendar(summary)) {
      sums[weekend] += *hour;
      counts[weekend] += 1;
    }
    from += base::kHour;
  }
  if (counts[0] >= 24 && counts[1] >= 24 && sums[0] > 0) out.weekend_over_weekday = sums[1] / counts[1] / (sums[0] / counts[0]);
  constexpr std::size_t kWeek = 168;
  if (out.hours.size() < 2 * kWeek) return;
  const std::vector<std::optional<double>> last(out.hours.end() - kWeek, out.hours.end());
  const std::vector<std::optional<double>> before(out.hours.end() - 2 * kWeek, out.hours.end() - kWeek);
  const auto late = known(last);
  const auto early = known(before);
  if (late.size() < kWeek / 2 || early.size() < kWeek / 2) return;
  const double late_mean = *mean_of(late);
  const double early_mean = *mean_of(early);
  if (early_mean <= 0) return;
  out.change_per_week = late_mean / early_mean - 1;
  out.trend = *out.change_per_week < -0.1 ? Trend::falling : (*out.change_per_week > 0.1 ? Trend::rising : Trend::level);
}

Seasonality judge_seasonality(const ArrivalProfile& profile, std::string& why) {
  if (profile.span_s < 2 * kDayS) {
    why = fmt::format("the log covers {}, and a daily pattern cannot be judged under 48 hours", base::format_duration(profile.span_s));
    return Seasonality::undetermined;
  }
  const auto hours_known = known(profile.hours).size();
  if (static_cast<double>(hours_known) < 0.8 * static_cast<double>(profile.hours.size())) {
    why = fmt::format("only {} of {} hours are known, too few to judge a daily pattern", hours_known, profile.hours.size());
    return Seasonality::undetermined;
  }
  const double strength = profile.seasonal_strength_24h.value_or(0);
  const double share = profile.daily_power_share.value_or(0);
  const bool daily_line = share >= kPowerShare && std::abs(profile.dominant_period_h.value_or(0) - 24) <= 1;
  if (strength >= kStrengthAlone || (strength >= kStrengthWithShare && daily_line)) {
    why = fmt::format("the hours repeat from day to day (seasonal strength {:.2f}, of 1)", strength);
    return Seasonality::diurnal;
  }
  why = fmt::format("the hours do not repeat from day to day (seasonal strength {:.2f}, of 1)", strength);
  return Seasonality::none;
}

// The larger of a modulation's bounds, or nothing where it could not be had.
struct Bounds {
  double value = 0, low = 0, high = 0;
};
std::optional<Bounds> bounds_of(const Excess& excess, std::string_view key) {
  const auto found = excess.find(std::string(key));
  if (found == excess.end()) return std::nullopt;
  const double squared = found->second.value * found->second.value;
  const double reach = 2 * found->second.squared_error;
  return Bounds{.value = found->second.value, .low = std::sqrt(std::max(0.0, squared - reach)), .high = std::sqrt(squared + reach)};
}

Burstiness judge_burstiness(const Excess& excess, std::string& why) {
  const auto fast = bounds_of(excess, "10s|600s");
  auto minutes = bounds_of(excess, "60s|3600s");
  if (!minutes) minutes = bounds_of(excess, "60s|1200s");
  const auto slow = bounds_of(excess, "600s|21600s");
  if (!fast && !minutes) {
    why = "the log is too coarse, or too short, to judge bursts";
    return Burstiness::undetermined;
  }
  const bool fast_is_worse = !minutes || (fast && fast->value >= minutes->value);
  const Bounds short_term = fast_is_worse ? *fast : *minutes;
  const auto wander = fmt::format("within ten minutes to an hour the rate wanders by {:.0f} % beyond chance", 100 * short_term.value);
  if (short_term.value >= kBursty && short_term.low >= kEpisodic) {
    why = wander;
    return Burstiness::bursty;
  }
  if (slow && slow->value >= kEpisodicSlow && slow->low >= kEpisodic) {
    why = fmt::format("over hours the rate wanders by {:.0f} % beyond chance: episodes", 100 * slow->value);
    return Burstiness::episodic;
  }
  if (short_term.value >= kEpisodic && short_term.low > 0) {
    why = wander;
    return Burstiness::episodic;
  }
  if (short_term.high >= kBursty) {
    why = fmt::format("so few requests fall into a bin that bursts of {:.0f} % would not show", 100 * short_term.high);
    return Burstiness::undetermined;
  }
  why = fmt::format("arrivals are as even as chance makes them (the rate wanders by {:.0f} % at most)", 100 * short_term.value);
  return Burstiness::steady;
}

void judge(ArrivalProfile& out, const ArrivalSummary& summary, const Excess& excess) {
  if (!out.doubts.empty()) {
    out.why = out.doubts.front() + "; no pattern of users can be told from it";
    return;
  }
  if (summary.count < kLeastRequests) {
    out.why = fmt::format("{} requests are too few to judge a pattern; {} are the least", summary.count, kLeastRequests);
    return;
  }
  std::string season_why;
  std::string burst_why;
  out.seasonality = judge_seasonality(out, season_why);
  out.burstiness = judge_burstiness(excess, burst_why);
  out.pattern = pattern_of(out.seasonality, out.burstiness);
  out.high_grade = out.span_s >= 7 * kDayS;
  out.why = season_why + "; " + burst_why;
  if (out.weekend_over_weekday && std::abs(*out.weekend_over_weekday - 1) > 0.2) {
    out.why += fmt::format("; weekends carry {:.0f} % of a weekday's load", 100 * *out.weekend_over_weekday);
  }
  // A week says more than a day only where an hour is more like that of a week ago than like yesterday's.
  if (out.acf_168h.value_or(0) >= 0.5 && *out.acf_168h >= out.acf_24h.value_or(0) + 0.1) {
    out.why += fmt::format("; each week repeats the one before (autocorrelation {:.2f} at 168 hours)", *out.acf_168h);
  }
}

}  // namespace

std::string_view name_of(Seasonality seasonality) {
  constexpr std::array<std::string_view, 3> kNames{"diurnal", "none", "undetermined"};
  return kNames[static_cast<std::size_t>(seasonality)];
}
std::string_view name_of(Burstiness burstiness) {
  constexpr std::array<std::string_view, 4> kNames{"steady", "episodic", "bursty", "undetermined"};
  return kNames[static_cast<std::size_t>(burstiness)];
}
std::string_view name_of(Pattern pattern) {
  constexpr std::array<std::string_view, 5> kNames{"steady", "bursty", "diurnal", "mixed", "undetermined"};
  return kNames[static_cast<std::size_t>(pattern)];
}
std::string_view name_of(Trend trend) {
  constexpr std::array<std::string_view, 4> kNames{"level", "rising", "falling", "undetermined"};
  return kNames[static_cast<std::size_t>(trend)];
}

Pattern pattern_of(Seasonality seasonality, Burstiness burstiness) {
  const bool diurnal = seasonality == Seasonality::diurnal;
  if (burstiness == Burstiness::bursty) return diurnal ? Pattern::mixed : Pattern::bursty;
  if (burstiness == Burstiness::episodic) return Pattern::mixed;
  if (diurnal) return Pattern::diurnal;
  return seasonality == Seasonality::none && burstiness == Burstiness::steady ? Pattern::steady : Pattern::undetermined;
}

bool has_calendar(const ArrivalSummary& summary) { return summary.first_ns >= 1'000'000'000 * base::kSecond; }  // 2001

ArrivalProfile profile_arrivals(const ArrivalSummary& summary, const ArrivalOptions& options) {
  ArrivalProfile out;
  if (summary.count == 0) {
    out.why = "the log holds no request";
    return out;
  }
  out.span_s = static_cast<double>(summary.last_ns - summary.first_ns) * 1e-9;
  out.gaps = find_gaps(summary, options.utc_offset_s);
  out.known_s = out.span_s;
  for (const auto& gap : out.gaps) out.known_s -= gap.written ? 0 : static_cast<double>(gap.span.to_ns - gap.span.from_ns) * 1e-9;
  out.rate_per_s = out.known_s > 0 ? static_cast<double>(summary.count) / out.known_s : 0;
  fill_gap_statistics(out, summary);
  out.doubts = doubts_of(summary, out.interarrival_cv);
  if (is_too_long(summary)) {
    out.why = out.doubts.front();
    return out;
  }
  out.hours = hourly(summary, out.gaps);
  const auto excess = fill_count_statistics(out, summary);
  fill_hour_statistics(out);
  fill_week_statistics(out, summary, options);
  fill_intervals(out);
  judge(out, summary, excess);
  return out;
}

}  // namespace accelprep::workload

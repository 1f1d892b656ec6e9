// A profile as measurements and as the series behind the report's pictures.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/time.h"
#include "statistics/quantiles.h"
#include "workload/arrival.h"

namespace accelprep::workload {
namespace {

using evidence::Absent;
using evidence::measured_from;
using evidence::Measurement;
using evidence::Value;

Value number_or(const std::optional<double>& value, std::string reason) { return value ? Value(*value) : Value(Absent{std::move(reason)}); }

double seconds_of(std::int64_t ns) { return static_cast<double>(ns) * 1e-9; }

// Requests a second in steps of `step_s`, gaps as unknown, the last partial step left out.
evidence::Series rate_series(const ArrivalProfile& profile, const records::ArrivalSummary& summary) {
  const std::int64_t step_s = profile.span_s <= 2 * 86400 ? 60 : 3600;
  const auto steps = static_cast<std::size_t>(std::max(0.0, profile.span_s / static_cast<double>(step_s)));
  std::vector<double> counts(steps, 0);
  for (const auto& [second, count] : summary.seconds) {
    const auto step = static_cast<std::size_t>(second / step_s);
    if (step < steps) counts[step] += static_cast<double>(count);
  }
  evidence::Series out{
      .id = "arrival_rate", .title = "Requests a second", .x_unit = "unix_s", .columns = {{.name = "rate", .unit = "1/s"}}};
  for (std::size_t i = 0; i < steps; ++i) {
    const auto from_ns = summary.origin_ns + static_cast<std::int64_t>(i) * step_s * base::kSecond;
    const auto to_ns = from_ns + step_s * base::kSecond;
    const bool unknown = std::any_of(profile.gaps.begin(), profile.gaps.end(),
                                     [&](const Gap& gap) { return !gap.written && gap.span.from_ns < to_ns && gap.span.to_ns > from_ns; });
    out.x.push_back(seconds_of(from_ns));
    out.columns[0].y.push_back(unknown ? std::nullopt : std::optional(counts[i] / static_cast<double>(step_s)));
  }
  for (const auto& gap : profile.gaps) out.bands.push_back({seconds_of(gap.span.from_ns), seconds_of(gap.span.to_ns), "gap", gap.why});
  return out;
}

// Mean requests an hour for each hour of the week, 0 = Monday 00:00 local; an hour never seen is unknown.
evidence::Series week_series(const ArrivalProfile& profile, const records::ArrivalSummary& summary, const ArrivalOptions& options) {
  std::array<double, 168> sums{};
  std::array<double, 168> counts{};
  auto from_ns = summary.origin_ns + options.utc_offset_s * base::kSecond;
  for (const auto& hour : profile.hours) {
    // Hours are reckoned from the first arrival: each counts for the hour of the week that its middle lies in.
    const auto of_week = static_cast<std::size_t>(base::hour_of_week(from_ns + base::kHour / 2));
    if (hour) {
      sums[of_week] += *hour;
      counts[of_week] += 1;
    }
    from_ns += base::kHour;
  }
  evidence::Series out{.id = "hour_of_week",
                       .title = "Requests by hour and weekday",
                       .x_unit = "hour_of_week",
                       .columns = {{.name = "requests", .unit = "requests"}}};
  for (std::size_t i = 0; i < sums.size(); ++i) {
    out.x.push_back(static_cast<double>(i));
    out.columns[0].y.push_back(counts[i] > 0 ? std::optional(sums[i] / counts[i]) : std::nullopt);
  }
  return out;
}

evidence::Series dispersion_series(const ArrivalProfile& profile) {
  evidence::Series out{.id = "dispersion_by_scale",
                       .title = "Variance over mean of the counts, by time scale",
                       .x_unit = "s",
                       .columns = {{.name = "dispersion", .unit = "ratio"}}};
  for (const auto& [key, scale_s] : {std::pair("1s", 1.0), std::pair("10s", 10.0), std::pair("60s", 60.0), std::pair("3600s", 3600.0)}) {
    const auto found = profile.dispersion.find(key);
    out.x.push_back(scale_s);
    out.columns[0].y.push_back(found == profile.dispersion.end() ? std::nullopt : found->second);
  }
  return out;
}

}  // namespace

std::vector<Measurement> arrival_measurements(const ArrivalProfile& profile, const records::ArrivalSummary& summary,
                                              const evidence::Origin& origin) {
  std::vector<Measurement> out;
  const auto add = [&](std::string_view id, Value value, std::string method) -> Measurement& {
    out.push_back(measured_from(origin, {.id = id, .value = std::move(value), .method = std::move(method)}));
    return out.back();
  };
  const std::string short_log = "the log covers less than 24 whole hours";
  const bool of_requests = summary.counted == "requests";
  const auto count_or = [&](double value) {
    return of_requests ? Value(value) : Value(Absent{"the log counts " + summary.counted + ", not requests"});
  };
  add("request_count", count_or(static_cast<double>(summary.count)), "rows that are load");
  add("log_span", profile.span_s, "last arrival minus first");
  add("arrival_rate", count_or(profile.rate_per_s), "requests over the known part of the span");
  auto& pattern = add("arrival_pattern", std::string(name_of(profile.pattern)), "from seasonality and burstiness");
  pattern.attributes = {{"why", profile.why}, {"grade", profile.high_grade ? "high" : "low"}};
  add("arrival_seasonality", std::string(name_of(profile.seasonality)), "seasonal strength and daily spectral power of the hours");
  add("arrival_burstiness", std::string(name_of(profile.burstiness)), "excess modulation of the counts over Poisson");
  add("load_factor", number_or(profile.load_factor, short_log), "mean hour over the 99th percentile hour");
  add("hours_below_10pct_of_peak", number_or(profile.hours_below_10pct_of_peak, short_log), "share of the known whole hours");
  auto& trend = add("load_trend", std::string(name_of(profile.trend)), "the last seven days against the seven before");
  if (profile.change_per_week) trend.attributes = {{"change_per_week", fmt::format("{:.3f}", *profile.change_per_week)}};
  const std::string no_lengths = "the log carries no token counts";
  add("input_tokens_mean", number_or(statistics::mean(summary.input_tokens), no_lengths), "over rows that carry it");
  add("output_tokens_mean", number_or(statistics::mean(summary.output_tokens), no_lengths), "over rows that carry it");
  return out;
}

std::vector<evidence::Series> arrival_series(const ArrivalProfile& profile, const records::ArrivalSummary& summary,
                                             const ArrivalOptions& options) {
  if (summary.count == 0) return {};
  return {rate_series(profile, summary), week_series(profile, summary, options), dispersion_series(profile)};
}

}  // namespace accelprep::workload

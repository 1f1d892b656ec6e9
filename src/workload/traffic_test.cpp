// A fitted model, drawn from and profiled as if it were a log.
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/time.h"
#include "intake/requests/arrival_fold.h"
#include "statistics/quantiles.h"
#include "workload/traffic_fit.h"
#include "workload/traffic_generate.h"

namespace accelprep::workload {
namespace {

const auto kMonday = base::parse_time("2026-10-05")->ns;

// Poisson at rate(seconds since the start), at most `peak`.
std::vector<records::Request> poisson(double span_s, double peak, const std::function<double(double)>& rate) {
  base::Rng rng(23);
  std::vector<records::Request> rows;
  for (double t = rng.exponential(peak); t < span_s; t += rng.exponential(peak)) {
    if (rng.uniform() * peak > rate(t)) continue;
    const auto input = static_cast<std::int64_t>(std::exp(rng.normal() * 0.8 + 6.5)) + 1;
    rows.push_back({.arrival_ns = kMonday + std::llround(t * 1e9), .input_tokens = input, .output_tokens = 20 + input / 10});
  }
  return rows;
}

struct Pair {
  ArrivalProfile log, drawn;
  records::ArrivalSummary log_summary, drawn_summary;
};
Pair fit(const std::vector<records::Request>& rows) {
  Pair out;
  out.log_summary = intake::fold(rows, {.origin_ns = kMonday});
  out.log = profile_arrivals(out.log_summary);
  const auto model = fit_traffic(out.log_summary, out.log);
  out.drawn_summary = intake::fold(draw_traffic(model, {.seed = 5}), {.origin_ns = kMonday});
  out.drawn = profile_arrivals(out.drawn_summary);
  return out;
}

void expect_alike(const Pair& pair) {
  EXPECT_EQ(name_of(pair.drawn.seasonality), name_of(pair.log.seasonality));
  EXPECT_EQ(name_of(pair.drawn.burstiness), name_of(pair.log.burstiness));
  EXPECT_NEAR(static_cast<double>(pair.drawn_summary.count), static_cast<double>(pair.log_summary.count),
              4 * std::sqrt(static_cast<double>(pair.log_summary.count)));
  if (pair.log.peak_to_mean_hour) {
    EXPECT_NEAR(*pair.drawn.peak_to_mean_hour, *pair.log.peak_to_mean_hour, 0.1 * *pair.log.peak_to_mean_hour);
  }
  for (const auto& [key, value] : pair.log.excess_modulation) {
    if (!value || *value <= 0.2) continue;
    EXPECT_NEAR(pair.drawn.excess_modulation.at(key).value_or(0), *value, 0.1 * *value) << key;
  }
}

TEST(Traffic, SteadyStaysSteady) {
  expect_alike(fit(poisson(7 * 86400, 0.2, [](double) { return 0.2; })));
}

TEST(Traffic, DaysStayDays) {
  expect_alike(fit(poisson(8 * 86400, 0.4, [](double t) { return 0.2 * (1 + 0.8 * std::sin(2 * M_PI * t / 86400)); })));
}

TEST(Traffic, BurstsStayBursts) {
  base::Rng rng(4);
  std::vector<double> minutes;
  for (int i = 0; i < 300; ++i) minutes.push_back(rng.uniform() < 0.2 ? 5.0 : 0.1);
  expect_alike(fit(poisson(300 * 60, 5, [&](double t) { return minutes[static_cast<std::size_t>(t / 60)]; })));
}

TEST(Traffic, LengthsKeepTheirMeansAndTheirBond) {
  const auto pair = fit(poisson(86400, 0.5, [](double) { return 0.5; }));
  for (const auto member : {&records::ArrivalSummary::input_tokens, &records::ArrivalSummary::output_tokens}) {
    const auto& log = pair.log_summary.*member;
    const auto& drawn = pair.drawn_summary.*member;
    EXPECT_NEAR(*statistics::mean(drawn), *statistics::mean(log), 0.03 * *statistics::mean(log));
    EXPECT_NEAR(*statistics::quantile(drawn, 0.9), *statistics::quantile(log, 0.9), 0.06 * *statistics::quantile(log, 0.9));
  }
}

TEST(Traffic, CompressionKeepsThePeakAndItsHeight) {
  const auto rows = poisson(24 * 3600, 2, [](double t) { return t > 36000 && t < 36600 ? 2.0 : 0.2; });
  const auto summary = intake::fold(rows, {.origin_ns = kMonday});
  const auto model = fit_traffic(summary, profile_arrivals(summary));
  const auto drawn = intake::fold(draw_traffic(model, {.seed = 2, .span_s = std::nullopt, .compression = 6}), {.origin_ns = kMonday});
  EXPECT_NEAR(static_cast<double>(drawn.last_ns - kMonday) * 1e-9, 4 * 3600, 300);
  std::int64_t busiest = 0;  // minute
  std::map<std::int64_t, std::int64_t> minutes;
  for (const auto& [second, count] : drawn.seconds) busiest = std::max(busiest, minutes[second / 60] += count);
  EXPECT_NEAR(static_cast<double>(busiest), 120, 40);
}

}  // namespace
}  // namespace accelprep::workload

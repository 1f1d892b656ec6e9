#include "workload/sustained.h"

#include <cmath>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/time.h"
#include "intake/requests/arrival_fold.h"

namespace accelprep::workload {
namespace {

using intake::fold;

const auto kMonday = base::parse_time("2026-10-05")->ns;

// Poisson arrivals at `rate(hour of day)` a second for `days`.
template <class Rate>
records::ArrivalSummary traffic(double days, Rate rate, std::int64_t output_tokens = 200) {
  std::vector<records::Request> rows;
  base::Rng rng(11);
  const double peak = 2;
  for (double t = rng.exponential(peak); t < days * 86400; t += rng.exponential(peak)) {
    if (rng.uniform() * peak > rate(std::fmod(t / 3600, 24))) continue;
    rows.push_back({.arrival_ns = kMonday + static_cast<std::int64_t>(t * 1e9), .input_tokens = 1000, .output_tokens = output_tokens});
  }
  return fold(rows);
}

double office(double hour) { return hour >= 9 && hour < 17 ? 1.0 : 0.0; }

Sustained of_log(const records::ArrivalSummary& log, HeldCapacity capacity, std::int64_t accelerators = 1) {
  return sustained_of_work({.log = log, .profile = profile_arrivals(log), .capacity = capacity, .accelerators = accelerators}, {});
}

TEST(Sustained, EightHoursAtCapacityAndSixteenAtNothingAreAThird) {
  const auto log = traffic(7, office);
  const auto sustained = of_log(log, {.requests_per_s = 1});
  ASSERT_TRUE(sustained.value);
  // The log ends with its last request, at five on the last afternoon; the evening behind it was empty on every other day.
  EXPECT_NEAR(*sustained.value, 1.0 / 3, 0.01);
  EXPECT_TRUE(sustained.qualifies) << sustained.why;
  EXPECT_EQ(sustained.bound, "point");
  ASSERT_TRUE(sustained.ci95);
  EXPECT_LT(sustained.ci95->high - sustained.ci95->low, 0.02);
  EXPECT_NEAR(*of_log(traffic(10.5, office), {.requests_per_s = 1}).value, 1.0 / 3, 0.01);
}

TEST(Sustained, AnHourIsNoCycle) {
  const auto sustained = of_log(traffic(0.05, [](double) { return 1.0; }), {.requests_per_s = 1});
  EXPECT_FALSE(sustained.qualifies);
  EXPECT_NE(sustained.why.find("of a 7.0 d cycle"), std::string::npos) << sustained.why;
  EXPECT_EQ(sustained.ci95, std::nullopt);
}

TEST(Sustained, OtherLengthsAreCountedInTokensAndSaid) {
  const auto log = traffic(7, office, 600);
  const HeldCapacity capacity{.requests_per_s = 1, .tokens_per_s = 1200, .input_tokens_mean = 1000, .output_tokens_mean = 200};
  const auto sustained = of_log(log, capacity);
  EXPECT_NEAR(*sustained.value, 1600.0 / 1200 / 3, 0.02);
  EXPECT_NE(sustained.method.find("in tokens"), std::string::npos) << sustained.method;
  // Answers are three times as long: if they alone set the pace, the work needs three times the hours.
  EXPECT_NEAR(sustained.ci95->high, 1.0, 0.05);
  const auto same = of_log(traffic(7, office, 205), capacity);
  EXPECT_NE(same.method.find("match the log's"), std::string::npos) << same.method;
}

TEST(Sustained, AHalfBusySoakWidensTheIntervalDownwards) {
  const auto log = traffic(7.999, office);
  const auto full = of_log(log, {.requests_per_s = 1, .busy = 1.0});
  const auto half = of_log(log, {.requests_per_s = 1, .busy = 0.5});
  EXPECT_EQ(full.value, half.value);
  EXPECT_NEAR(half.ci95->low, full.ci95->low / 2, 1e-9);
  EXPECT_EQ(half.ci95->high, full.ci95->high);
}

TEST(Sustained, MoreAcceleratorsShareTheWork) {
  const auto log = traffic(7, office);
  EXPECT_NEAR(*of_log(log, {.requests_per_s = 1}, 4).value * 4, *of_log(log, {.requests_per_s = 1}).value, 1e-12);
}

records::DeviceSummary device(const std::string& id, double days, double (*busy)(double)) {
  records::DeviceSummary out{.id = id};
  for (std::int64_t minute = 0; minute < static_cast<std::int64_t>(days * 1440); ++minute) {
    records::MinuteCell cell{.minute = kMonday / (60 * base::kSecond) + minute, .covered_s = 60};
    cell.values[0] = {.sum = busy(static_cast<double>(minute % 1440) / 60), .count = 1};
    out.minutes.push_back(cell);
  }
  return out;
}

TEST(Sustained, SevenDaysOfDiurnalBusyQualifyAsAnUpperBound) {
  const auto diurnal = [](double hour) { return 0.5 + 0.4 * std::sin(hour / 24 * 2 * M_PI); };
  const auto sustained = sustained_of_busy({device("0", 7, diurnal), device("1", 7, [](double) { return 0.0; })}, {});
  EXPECT_NEAR(*sustained.value, 0.25, 0.001);
  EXPECT_EQ(sustained.bound, "upper");
  EXPECT_TRUE(sustained.qualifies) << sustained.why;
  EXPECT_FALSE(sustained_of_busy({device("0", 6, diurnal)}, {}).qualifies);
  EXPECT_FALSE(sustained_of_busy({device("0", 2, diurnal)}, {}).qualifies);
}

TEST(Sustained, LoadDurationFollowsFromDemand) {
  const auto series = demand_series({.start_s = {0, 3600, 7200, 10800}, .needed = {0.5, 2.0, std::nullopt, 1.0}});
  ASSERT_EQ(series[1].x.size(), 2U);
  EXPECT_NEAR(*series[1].columns[0].y[0], (0.5 + 1 + 1) / 3, 1e-12);
  EXPECT_NEAR(*series[1].columns[0].y[1], 1.0 / 3, 1e-12);
}

}  // namespace
}  // namespace accelprep::workload

// What a log says about itself: paced, pasted, with holes, with limits on its lengths.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/time.h"
#include "intake/requests/arrival_fold.h"
#include "intake/requests/count_fold.h"
#include "workload/arrival.h"
#include "workload/lengths.h"

namespace accelprep::workload {
namespace {

const auto kMonday = base::parse_time("2026-10-05")->ns;

records::ArrivalSummary requests_at(const std::vector<double>& seconds) {
  std::vector<records::Request> rows;
  for (const double at : seconds) rows.push_back({.arrival_ns = kMonday + static_cast<std::int64_t>(at * 1e9)});
  return intake::fold(rows);
}

std::vector<double> poisson_run(base::Rng& rng, double from_s, double length_s, double rate) {
  std::vector<double> out;
  for (double t = from_s + rng.exponential(rate); t < from_s + length_s; t += rng.exponential(rate)) out.push_back(t);
  return out;
}

TEST(Doubts, AGeneratorsScheduleIsNoTraffic) {
  std::vector<double> paced;
  for (int i = 0; i < 400; ++i) paced.push_back(i * 0.5);
  const auto profile = profile_arrivals(requests_at(paced));
  ASSERT_EQ(profile.doubts.size(), 1U);
  EXPECT_NE(profile.doubts[0].find("synthetic"), std::string::npos);
  EXPECT_EQ(profile.pattern, Pattern::undetermined);
}

TEST(Doubts, RunsPastedTogetherHaveNoPattern) {
  base::Rng rng(1);
  auto runs = poisson_run(rng, 0, 300, 2);
  for (const double from : {2000.0, 5000.0}) {
    const auto next = poisson_run(rng, from, 200, 2);
    runs.insert(runs.end(), next.begin(), next.end());
  }
  const auto profile = profile_arrivals(requests_at(runs));
  ASSERT_EQ(profile.doubts.size(), 1U);
  EXPECT_NE(profile.doubts[0].find("3 pasted runs"), std::string::npos) << profile.doubts[0];
  EXPECT_EQ(profile.burstiness, Burstiness::undetermined);
}

TEST(Doubts, ANightBetweenTwoWorkingDaysIsNoJoin) {
  base::Rng rng(2);
  auto days = poisson_run(rng, 9 * 3600, 8 * 3600, 0.05);
  const auto next = poisson_run(rng, 33 * 3600, 8 * 3600, 0.05);
  days.insert(days.end(), next.begin(), next.end());
  EXPECT_TRUE(profile_arrivals(requests_at(days)).doubts.empty());
}

TEST(CountLogs, HolesAreNamedAndTakenAsWritten) {
  std::vector<intake::CountRow> rows;
  for (int hour = 0; hour < 10 * 24; ++hour) {
    const bool hole = hour >= 100 && hour < 103;
    rows.push_back({kMonday + hour * base::kHour, hole ? 1.0 : 1000.0 + hour % 24});
  }
  const auto profile = profile_arrivals(*intake::fold_counts(rows, {}));
  ASSERT_EQ(profile.gaps.size(), 1U);
  EXPECT_TRUE(profile.gaps[0].written);
  EXPECT_EQ(profile.gaps[0].span.from_ns, kMonday + 100 * base::kHour);
  EXPECT_EQ(profile.gaps[0].span.to_ns, kMonday + 103 * base::kHour);
  EXPECT_EQ(profile.hours[101], 1.0);
}

TEST(CountLogs, EmptyWeekendsAreNoHoles) {
  std::vector<intake::CountRow> rows;
  for (int hour = 0; hour < 14 * 24; ++hour) {
    const bool office = hour / 24 % 7 < 5 && hour % 24 >= 9 && hour % 24 < 17;
    rows.push_back({kMonday + hour * base::kHour, office ? 1000.0 : 0.0});
  }
  const auto profile = profile_arrivals(*intake::fold_counts(rows, {}));
  EXPECT_TRUE(profile.gaps.empty());
  EXPECT_EQ(profile.seasonality, Seasonality::diurnal);
  EXPECT_EQ(profile.burstiness, Burstiness::undetermined);
}

TEST(CountLogs, MinutesShowBurstsAndHoursDoNot) {
  base::Rng rng(8);
  std::vector<intake::CountRow> minutes;
  for (int minute = 0; minute < 3 * 1440; ++minute)
    minutes.push_back({kMonday + minute * (60 * base::kSecond), rng.uniform() < 0.2 ? 500.0 : 20.0});
  EXPECT_EQ(profile_arrivals(*intake::fold_counts(minutes, {})).burstiness, Burstiness::bursty);
}

TEST(Lengths, ALimitIsACliffAndNotATail) {
  base::Rng rng(5);
  std::vector<records::Request> rows;
  for (int i = 0; i < 5000; ++i) {
    const auto wanted = static_cast<std::int64_t>(std::exp(6.5 + rng.normal()));
    rows.push_back(
        {.arrival_ns = kMonday + i * base::kSecond, .input_tokens = wanted, .output_tokens = std::min<std::int64_t>(wanted, 1024)});
  }
  const auto summary = intake::fold(rows);
  EXPECT_FALSE(find_cap(summary.input_tokens).has_value());
  const auto cap = find_cap(summary.output_tokens);
  ASSERT_TRUE(cap.has_value());
  EXPECT_EQ(cap->at, 1024);
  EXPECT_NEAR(cap->share, 0.33, 0.05);
}

}  // namespace
}  // namespace accelprep::workload

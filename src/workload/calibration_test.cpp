// The classifier on processes whose class is known, and the three producers of a summary against each other.
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/time.h"
#include "intake/requests/arrival_fold.h"
#include "workload/arrival.h"

namespace accelprep::workload {
namespace {

using intake::fold;

constexpr double kDayS = 86400;

// Gamma gaps of mean 1 and coefficient of variation `cv`, by Marsaglia and Tsang with the boost for shapes below 1.
double gamma_gap(base::Rng& rng, double cv) {
  const double shape = 1 / (cv * cv);
  const double boosted = shape < 1 ? shape + 1 : shape;
  const double d = boosted - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = rng.normal();
    const double v = std::pow(1 + c * x, 3);
    if (v <= 0 || std::log(1 - rng.uniform()) >= 0.5 * x * x + d - d * v + d * std::log(v)) continue;
    const double boost = shape < 1 ? std::pow(1 - rng.uniform(), 1 / shape) : 1;
    return d * v * boost / shape;
  }
}

using Rate = std::function<double(double)>;  // of the time in s, mean about 1

// Arrivals of unit-mean gaps in operational time, mapped through the integral of the rate.
std::vector<records::Request> generate(base::Rng& rng, double days, double mean_rate, double cv, const Rate& rate) {
  std::vector<records::Request> rows;
  constexpr double kStepS = 5;
  double credit = gamma_gap(rng, cv);
  for (double t = 0; t < days * kDayS; t += kStepS) {
    double left = rate(t) * mean_rate * kStepS;
    const double whole = left;
    while (credit <= left && whole > 0) {
      left -= credit;
      const double at_s = t + kStepS * (1 - left / whole);
      rows.push_back({.arrival_ns = 1'760'000'400 * base::kSecond + static_cast<std::int64_t>(at_s * 1e9)});
      credit = gamma_gap(rng, cv);
    }
    credit -= left;
  }
  return rows;
}

double diurnal(double t, double a) { return 1 + a * std::sin(2 * M_PI * t / kDayS); }

// On and off, or between two rates, for exponential times.
Rate modulated(std::uint64_t seed, std::array<double, 2> rates, std::array<double, 2> means_s, double days) {
  base::Rng rng(seed);
  std::vector<std::pair<double, double>> changes;  // until, rate
  double t = 0;
  for (std::size_t state = 0; t < days * kDayS; state = 1 - state) {
    t += rng.exponential(1 / means_s[state]);
    changes.emplace_back(t, rates[state]);
  }
  auto at = std::make_shared<std::size_t>(0);
  return [changes, at](double when) {
    while (*at + 1 < changes.size() && changes[*at].first <= when) ++*at;
    return changes[*at].second;
  };
}

struct Process {
  const char* name;
  double cv;
  std::function<Rate(std::uint64_t)> rate;
  Seasonality seasonality;
  std::vector<Burstiness> burstiness;  // any of these is right
};

std::vector<Process> processes(double days) {
  const auto constant = [](std::uint64_t) -> Rate { return [](double) { return 1.0; }; };
  const auto day = [](double a) { return [a](std::uint64_t) -> Rate { return [a](double t) { return diurnal(t, a); }; }; };
  const auto weekend = [](std::uint64_t) -> Rate {
    return [](double t) { return diurnal(t, 0.8) * (static_cast<int>(t / kDayS) % 7 >= 5 ? 0.3 : 1.28); };
  };
  const auto on_off = [days](std::uint64_t seed) { return modulated(seed, {5, 0}, {60, 240}, days); };
  const auto mmpp = [days](std::uint64_t seed) { return modulated(seed, {5, 1}, {600, 10800}, days); };
  using S = Seasonality;
  using B = Burstiness;
  return {
      {"steady Poisson", 1, constant, S::none, {B::steady}},          {"steady paced", 0.3, constant, S::none, {B::steady}},
      {"bursty gamma CV 3", 3, constant, S::none, {B::bursty}},       {"on/off 1 min / 4 min", 1, on_off, S::none, {B::bursty}},
      {"slow MMPP x5", 1, mmpp, S::none, {B::bursty, B::episodic}},   {"diurnal a = 0.3", 1, day(0.3), S::diurnal, {B::steady}},
      {"diurnal a = 0.8", 1, day(0.8), S::diurnal, {B::steady}},      {"diurnal and weekend", 1, weekend, S::diurnal, {B::steady}},
      {"diurnal x gamma CV 3", 3, day(0.8), S::diurnal, {B::bursty}},
  };
}

TEST(Calibration, NineProcessesAtFourteenDays) {
  constexpr int kSeeds = 20;
  int all_right = 0;
  for (const auto& process : processes(14)) {
    int right = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      base::Rng rng(seed);
      const auto rows = generate(rng, 14, 0.2, process.cv, process.rate(seed + 100));
      const auto profile = profile_arrivals(fold(rows));
      const bool burst_right =
          std::find(process.burstiness.begin(), process.burstiness.end(), profile.burstiness) != process.burstiness.end();
      const bool is_right = profile.seasonality == process.seasonality && burst_right;
      right += is_right ? 1 : 0;
      if (!is_right) std::printf("%s, seed %d: %s\n", process.name, static_cast<int>(seed), profile.why.c_str());
      const bool steady_process = process.burstiness.front() == Burstiness::steady && process.seasonality == Seasonality::none;
      if (steady_process) {
        EXPECT_NE(profile.burstiness, Burstiness::bursty) << process.name;
        EXPECT_NE(profile.seasonality, Seasonality::diurnal) << process.name;
      }
    }
    EXPECT_GE(right, kSeeds - 1) << process.name;
    all_right += right;
  }
  std::printf("right class: %d of %d\n", all_right, 9 * kSeeds);
}

TEST(Calibration, FortyHoursNeverGiveASeason) {
  for (const auto& process : processes(40.0 / 24)) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      base::Rng rng(seed);
      const auto profile = profile_arrivals(fold(generate(rng, 40.0 / 24, 0.2, process.cv, process.rate(seed + 100))));
      EXPECT_EQ(profile.seasonality, Seasonality::undetermined) << process.name;
    }
  }
}

TEST(Arrival, PatternFollowsFromTheTwoAxes) {
  EXPECT_EQ(pattern_of(Seasonality::none, Burstiness::steady), Pattern::steady);
  EXPECT_EQ(pattern_of(Seasonality::undetermined, Burstiness::steady), Pattern::undetermined);
  EXPECT_EQ(pattern_of(Seasonality::undetermined, Burstiness::bursty), Pattern::bursty);
  EXPECT_EQ(pattern_of(Seasonality::diurnal, Burstiness::undetermined), Pattern::diurnal);
  EXPECT_EQ(pattern_of(Seasonality::diurnal, Burstiness::episodic), Pattern::mixed);
  EXPECT_EQ(pattern_of(Seasonality::none, Burstiness::episodic), Pattern::mixed);
  EXPECT_EQ(pattern_of(Seasonality::none, Burstiness::undetermined), Pattern::undetermined);
}

TEST(Arrival, FewRequestsAreUndetermined) {
  base::Rng rng(1);
  const auto profile = profile_arrivals(fold(generate(rng, 0.01, 0.2, 1, [](double) { return 1.0; })));
  EXPECT_EQ(profile.pattern, Pattern::undetermined);
  EXPECT_NE(profile.why.find("too few"), std::string::npos) << profile.why;
  EXPECT_EQ(profile.load_factor, std::nullopt);
}

TEST(Arrival, NightsAndWeekendsAreZeroAndAnEmptyWorkdayIsAGap) {
  // Ten days from a Monday: office hours only; the second Wednesday's office hours are missing.
  std::vector<records::Request> rows;
  base::Rng rng(3);
  const auto monday = base::parse_time("2026-03-02")->ns;
  for (int day = 0; day < 10; ++day) {
    const bool weekend = day % 7 >= 5;
    if (weekend || day == 8) continue;
    for (double t = 9 * 3600; t < 17 * 3600; t += rng.exponential(0.05))
      rows.push_back({.arrival_ns = monday + day * base::kDay + static_cast<std::int64_t>(t * 1e9)});
  }
  rows.push_back({.arrival_ns = monday + 10 * base::kDay});
  const auto profile = profile_arrivals(fold(rows));
  ASSERT_EQ(profile.gaps.size(), 1U);
  EXPECT_EQ(base::format_time(profile.gaps[0].span.from_ns), "2026-03-10T09:00:00Z");
  EXPECT_EQ(base::format_time(profile.gaps[0].span.to_ns), "2026-03-10T17:00:00Z");
}

TEST(Fold, PiecesMergeToTheWhole) {
  base::Rng rng(5);
  auto rows = generate(rng, 3, 0.1, 1, [](double t) { return diurnal(t, 0.8); });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].input_tokens = static_cast<std::int64_t>(i % 700);
    rows[i].output_tokens = static_cast<std::int64_t>(i % 90);
  }
  const auto whole = fold(rows);
  records::ArrivalSummary merged;
  constexpr std::size_t kPieces = 24;
  for (std::size_t i = 0; i < kPieces; ++i) {
    const auto from = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() * i / kPieces);
    const auto to = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() * (i + 1) / kPieces);
    records::merge(merged, fold({from, to}, {.origin_ns = whole.origin_ns}));
  }
  EXPECT_EQ(merged.count, whole.count);
  EXPECT_EQ(merged.seconds, whole.seconds);
  EXPECT_EQ(merged.hours, whole.hours);
  EXPECT_EQ(merged.input_tokens.cells, whole.input_tokens.cells);
  EXPECT_EQ(merged.output_tokens.cells, whole.output_tokens.cells);
  EXPECT_EQ(merged.gap_count, whole.gap_count);
  EXPECT_EQ(merged.windows.size(), whole.windows.size());
  EXPECT_NEAR(merged.gap_sum_squared_s2, whole.gap_sum_squared_s2, 1e-6 * whole.gap_sum_squared_s2);
  EXPECT_EQ(profile_arrivals(merged).why, profile_arrivals(whole).why);
}

}  // namespace
}  // namespace accelprep::workload

#include "report/sentences.h"

#include <gtest/gtest.h>

#include "report/downsample.h"
#include "report/fixtures_test.h"
#include "report/format.h"
#include "report/phrases.h"

namespace accelprep::report {
namespace {

using evidence::CheckStatus;
using evidence::Dossier;
using evidence::Interval;
using readiness::Assessment;

TEST(Sentences, BreakEvenNamesBothNumbers) {
  auto fixture = own_fixture();
  auto& verdict = fixture.assessment.verdict;
  verdict.break_even_utilization = 0.54;
  verdict.sustained_utilization = 0.34;
  verdict.sustained_ci95 = Interval{0.31, 0.37};
  EXPECT_EQ(break_even_sentence(fixture.dossier, fixture.assessment), "Owning pays above 54 %; this workload needs 31 to 37 %");
  verdict.sustained_is_upper_bound = true;
  EXPECT_EQ(break_even_sentence(fixture.dossier, fixture.assessment), "Owning pays above 54 %; this workload needs at most 37 %");
  verdict.sustained_utilization.reset();
  EXPECT_EQ(break_even_sentence(fixture.dossier, fixture.assessment),
            "Owning pays above 54 %; what this workload needs is not measured yet");
}

TEST(Sentences, WithoutABreakEvenTheCurvesThemselvesAreCompared) {
  Dossier dossier;
  dossier.series.push_back({.id = "cost_curve",
                            .x_unit = "fraction",
                            .x = {0.5, 1},
                            .columns = {{.name = "own", .unit = "USD/h", .y = {8, 4}}, {.name = "offer", .unit = "USD/h", .y = {3, 3}}}});
  Assessment assessment;
  assessment.verdict.sustained_utilization = 0.5;
  EXPECT_EQ(break_even_sentence(dossier, assessment), "Renting costs less at every utilization; this workload needs 50 %");
  dossier.series[0].columns[1].y = {9, 9};
  EXPECT_EQ(break_even_sentence(dossier, assessment), "Owning costs less than every offer at every utilization; this workload needs 50 %");
  dossier.series[0].columns.pop_back();
  EXPECT_EQ(break_even_sentence(dossier, assessment), "What owning costs by utilization; no rental offer stands against it");
  EXPECT_EQ(break_even_sentence(Dossier{}, assessment), std::nullopt);
}

TEST(Sentences, CumulativeCostNamesTheMonthOrTheDifference) {
  Dossier dossier;
  dossier.series.push_back(
      {.id = "cumulative_cost",
       .x_unit = "month",
       .x = {0, 1, 2},
       .columns = {{.name = "own", .unit = "USD", .y = {100, 110, 120}}, {.name = "rent", .unit = "USD", .y = {0, 60, 120}}}});
  EXPECT_EQ(cumulative_sentence(dossier, {}), "Owning has cost less than renting from month 2 on");
  dossier.series[0].columns[1].y = {0, 10, 20};
  EXPECT_EQ(cumulative_sentence(dossier, {}), "After 2 months owning has cost $100 more than renting");
  dossier.series[0].columns.pop_back();
  EXPECT_EQ(cumulative_sentence(dossier, {}), std::nullopt);
}

TEST(Sentences, RatesHaveAUnitThatTheyCanBeReadIn) {
  Dossier dossier;
  dossier.series.push_back(
      {.id = "arrival_rate", .x_unit = "unix_s", .x = {0, 3600}, .columns = {{.name = "rate", .unit = "1/s", .y = {2, 4}}}});
  EXPECT_EQ(arrival_rate_sentence(dossier, {}), "3 requests a second on average, 4 in the busiest hour");
  dossier.series[0].columns[0].y = {0.02, std::nullopt};
  dossier.series[0].bands = {{3600, 7200, "gap", ""}};
  EXPECT_EQ(arrival_rate_sentence(dossier, {}), "1.2 requests a minute on average, 1.2 in the busiest hour; 1 h unknown");
  dossier.series[0].columns[0].y = {0.001, 0.002};
  EXPECT_EQ(arrival_rate_sentence(dossier, {}), "5.4 requests an hour on average, 7.2 in the busiest hour; 1 h unknown");
}

TEST(Sentences, ChecksCountFailuresBeforeMargins) {
  Dossier dossier;
  dossier.checks = {{"circuit_a", "power", CheckStatus::pass, 1, 5, 4, "W", ""},
                    {"feed_loss_a", "power", CheckStatus::pass, 1, 3, 2, "W", ""}};
  EXPECT_EQ(power_sentence(dossier, {}), "2 of 2 power checks pass; the smallest margin is 2 W (feed A lost)");
  dossier.checks[1].status = CheckStatus::unknown;
  EXPECT_EQ(power_sentence(dossier, {}), "1 of 2 power checks pass; the smallest margin is 2 W (feed A lost); 1 of 2 cannot be judged");
  dossier.checks[0].status = CheckStatus::fail;
  EXPECT_EQ(power_sentence(dossier, {}), "1 of 2 power checks fail: circuit A; 1 of 2 cannot be judged");
  EXPECT_EQ(cooling_sentence(dossier, {}), std::nullopt);
}

TEST(Sentences, MemorySaysWhatIsMissing) {
  constexpr double kGib = 1024.0 * 1024 * 1024;
  Dossier dossier;
  dossier.tables.push_back(
      {"memory", "", {{"part", ""}, {"bytes", "bytes"}}, {{"weights", 90 * kGib}, {"kept free", 8 * kGib}, {"missing", 18 * kGib}}});
  EXPECT_EQ(memory_sentence(dossier, {}), "It does not fit: 18.0 GiB are missing on a card of 80.0 GiB");
  dossier.tables[0].rows = {{"weights", 16 * kGib}, {"KV cache", 56 * kGib}, {"kept free", 8 * kGib}};
  EXPECT_EQ(memory_sentence(dossier, {}), "Weights take 16.0 GiB of 80.0 GiB on each card; 8.00 GiB stay free");
}

TEST(Sentences, SensitivityFallsBackToTheNetPresentValue) {
  Dossier dossier;
  dossier.tables.push_back({"sensitivity",
                            "",
                            {{"input", ""}, {"low", "fraction"}, {"high", "fraction"}, {"npv_low", "USD"}, {"npv_high", "USD"}},
                            {{"rent", 0.7, 0.4, -100.0, 300.0}, {"staff", 0.5, 0.6, 0.0, 500.0}}});
  EXPECT_EQ(sensitivity_sentence(dossier, {}), "Rent moves break-even most: 40 % to 70 %");
  for (auto& row : dossier.tables[0].rows) row[1] = row[2] = std::monostate{};
  EXPECT_EQ(sensitivity_sentence(dossier, {}), "Staff moves the net present value most: $0.00 to $500");
}

evidence::Series series_of(std::vector<double> x, std::vector<std::optional<double>> y) {
  return {.id = "s", .x_unit = "unix_s", .x = std::move(x), .columns = {{.name = "v", .unit = "", .y = std::move(y)}}};
}

TEST(Downsample, KeepsEveryPeak) {
  evidence::Series series = series_of({}, {});
  for (int i = 0; i < 10'000; ++i) {
    series.x.push_back(i * 60);
    series.columns[0].y.emplace_back(i == 7777 ? 100.0 : i == 1234 ? -5.0 : 1.0);
  }
  const auto grid = grid_over({&series}, 400);
  EXPECT_LE(grid.count, 400U);
  EXPECT_EQ(grid.step, 25 * 60);
  double high = 0;
  double low = 0;
  for (const auto& one : spreads({&series}, "v", grid)) {
    ASSERT_TRUE(one.has_value());
    high = std::max(high, one->high);
    low = std::min(low, one->low);
    EXPECT_EQ(one->mid, 1);
  }
  EXPECT_EQ(high, 100);
  EXPECT_EQ(low, -5);
}

TEST(Downsample, AGapStaysAGapAndShortSeriesStayAsTheyAre) {
  const auto series = series_of({0, 60, 120, 240}, {1, 2, std::nullopt, 4});
  const auto grid = grid_over({&series}, 400);
  EXPECT_EQ(grid.count, 5U);
  const auto found = spreads({&series}, "v", grid);
  EXPECT_EQ(found[0]->mid, 1);
  EXPECT_FALSE(found[2]);
  EXPECT_FALSE(found[3]);
  EXPECT_EQ(found[4]->mid, 4);
}

TEST(Downsample, SeveralSeriesShareOneGrid) {
  const auto first = series_of({0, 60}, {1, 5});
  const auto second = series_of({60, 120}, {3, 7});
  const auto grid = grid_over({&first, &second}, 400);
  EXPECT_EQ(grid.count, 3U);
  const auto found = spreads({&first, &second}, "v", grid);
  EXPECT_EQ(found[1]->low, 3);
  EXPECT_EQ(found[1]->mid, 4);
  EXPECT_EQ(found[1]->high, 5);
  EXPECT_EQ(grid_over({}, 400).count, 0U);
}

TEST(Phrases, EffortAndSubjects) {
  EXPECT_EQ(effort(2.0, 26.3), "2 h, about $26");
  EXPECT_EQ(effort(168.0, 0.0), "7 days, no cost");
  EXPECT_EQ(effort(0.5, std::nullopt), "30 min");
  EXPECT_EQ(effort(std::nullopt, std::nullopt), "");
  EXPECT_EQ(subject_phrase(
                {.accelerator = "h100-sxm", .count = 8, .power_limit_w = 700, .setting = evidence::Setting::target_rack, .inlet_c = 27}),
            "8 x h100-sxm at 700 W, target rack, inlet 27 °C");
  EXPECT_EQ(subject_phrase({}), "");
  EXPECT_EQ(check_phrase("feed_loss_a"), "Feed A lost");
  EXPECT_EQ(check_phrase("projected_margin"), "Projected margin");
}

}  // namespace
}  // namespace accelprep::report

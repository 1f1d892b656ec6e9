#include "economics/comparison.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "economics/cost_evidence.h"

namespace accelprep::economics {
namespace {

using records::Basis;
using records::RentKind;
using records::RentOffer;
using records::Stated;

Stated plain(double value) { return {.value = value}; }
Stated range(double value, double low, double high) { return {.value = value, .low = low, .high = high}; }

RentOffer offer(RentKind kind, double usd_per_h, std::string accelerator = "h100-sxm") {
  return {.provider = "somebody",
          .accelerator = std::move(accelerator),
          .count = 8,
          .kind = kind,
          .usd_per_h = plain(usd_per_h),
          .as_of = "2026-11-01"};
}

// 8 accelerators, 300,000 over 4 years, 50,000 a year: 125,000 a year in all.
CostInputs inputs(double utilization, std::vector<RentOffer> rent) {
  CostInputs out;
  out.plan.currency = "USD";
  out.plan.own.accelerator = "h100-sxm";
  out.plan.own.accelerators = 8;
  out.plan.own.capital = {{.item = "server", .usd = plain(300000), .life_years = plain(4)}};
  out.plan.own.other_usd_per_year = plain(50000);
  out.plan.rent = std::move(rent);
  out.plan.workload.utilization = plain(utilization);
  out.hardware = [](std::string_view name) -> std::optional<Hardware> {
    if (name == "h100-sxm" || name == "NVIDIA H100 80GB HBM3")
      return Hardware{.id = "h100-sxm", .family = "h100", .bf16_flops = 1e15, .tdp_w = 700};
    if (name == "h100-pcie") return Hardware{.id = "h100-pcie", .family = "h100", .tdp_w = 350};
    if (name == "a100-80-sxm") return Hardware{.id = "a100-80-sxm", .family = "a100", .tdp_w = 400};
    return std::nullopt;
  };
  return out;
}

bool has_lint(const Comparison& comparison, std::string_view id) {
  return std::any_of(comparison.lint.begin(), comparison.lint.end(), [&](const Lint& lint) { return lint.id == id; });
}

TEST(Comparison, TakesTheCheapestEquivalentOfferThatMayBeContracted) {
  auto in = inputs(0.9, {offer(RentKind::on_demand, 40), offer(RentKind::on_demand, 24, "h100-pcie"), offer(RentKind::spot, 5),
                         offer(RentKind::reserved_3y, 20), offer(RentKind::on_demand, 4, "a100-80-sxm")});
  auto out = compare(in);
  EXPECT_EQ(*out.against, 3U);  // 36 months: 8 h of 20 $ whether used or not, against 0.9 of 40
  EXPECT_FALSE(out.break_even.utilization);
  in.plan.workload.horizon_months = plain(24);
  out = compare(in);
  EXPECT_EQ(*out.against, 0U);  // the PCIe card is only similar while there is the same
  in.plan.workload.utilization = plain(0.1);
  in.plan.workload.horizon_months = plain(36);
  EXPECT_EQ(*compare(in).against, 0U);  // little use: by the hour
}

TEST(Comparison, TakesSimilarHardwareOnlyWhereThereIsNoSame) {
  const auto out = compare(inputs(0.5, {offer(RentKind::on_demand, 24, "h100-pcie"), offer(RentKind::on_demand, 4, "a100-80-sxm")}));
  EXPECT_EQ(*out.against, 0U);
  EXPECT_EQ(out.rent[0].judgement.equivalence, Equivalence::similar);
  EXPECT_EQ(out.rent[1].judgement.equivalence, Equivalence::different);
  EXPECT_TRUE(has_lint(out, "other_form"));
}

TEST(Comparison, ResolvesNamesAsToolsPrintThem) {
  const auto out = compare(inputs(0.5, {offer(RentKind::on_demand, 24, "NVIDIA H100 80GB HBM3")}));
  EXPECT_EQ(out.rent[0].judgement.equivalence, Equivalence::same);
  EXPECT_NEAR(*out.rent[0].usd_per_useful_exaflop, 3.0 / 3.6, 1e-9);  // 1e15 a second for an hour is 3.6 exaflop
}

TEST(Comparison, WithoutAUtilizationThereIsABreakEvenAndNoVerdict) {
  auto in = inputs(0.5, {offer(RentKind::on_demand, 24)});
  in.plan.workload.utilization.reset();
  const auto out = compare(in);
  EXPECT_NEAR(*out.break_even.utilization, 125000 / (8 * 8760 * 3.0), 1e-9);
  EXPECT_NEAR(*out.pays_above.window.from, *out.break_even.utilization, 1e-12);
  EXPECT_FALSE(out.own.annual_usd);
  EXPECT_FALSE(out.break_even.months);
  EXPECT_EQ(out.decision, Decision::undecided);
}

TEST(Comparison, AnUpperBoundOfUseIsEnoughForRentAndNeverForOwn) {
  auto in = inputs(0.2, {offer(RentKind::on_demand, 24)});
  in.utilization_bound = UtilizationBound::upper;
  EXPECT_EQ(compare(in).decision, Decision::rent);
  in.plan.workload.utilization = plain(1);
  in.plan.rent[0].usd_per_h = plain(60);
  EXPECT_EQ(compare(in).decision, Decision::undecided);
  in.utilization_bound = UtilizationBound::point;
  EXPECT_EQ(compare(in).decision, Decision::own);
}

TEST(Comparison, IntervalsComeFromRangesAloneAndFromTheSeed) {
  auto in = inputs(0.7, {offer(RentKind::on_demand, 24)});
  EXPECT_FALSE(compare(in).break_even.ci95);
  in.plan.rent[0].usd_per_h = range(24, 18, 30);
  const auto once = compare(in);
  ASSERT_TRUE(once.break_even.ci95);
  EXPECT_LT(once.break_even.ci95->low, *once.break_even.utilization);
  EXPECT_GT(once.break_even.ci95->high, *once.break_even.utilization);
  EXPECT_GT(once.break_even.ci95->low, 125000 / (8 * 8760 * 30.0 / 8));  // within the ends
  EXPECT_LT(once.break_even.ci95->high, 125000 / (8 * 8760 * 18.0 / 8));
  EXPECT_EQ(*compare(in).break_even.ci95, *once.break_even.ci95);
  in.draws.seed = 2;
  EXPECT_NE(*compare(in).break_even.ci95, *once.break_even.ci95);
}

TEST(Comparison, ARangeThatMovesNothingGivesNoInterval) {
  auto in = inputs(0.7, {offer(RentKind::on_demand, 24)});
  in.plan.workload.utilization = range(0.7, 0.6, 0.8);
  const auto out = compare(in);
  EXPECT_FALSE(out.break_even.ci95);  // use does not move where owning begins to pay
  EXPECT_TRUE(out.break_even.at_horizon[2].npv_ci95);
}

TEST(Comparison, AnIntervalAcrossZeroDecidesNothing) {
  auto in = inputs(0.7, {offer(RentKind::on_demand, 24)});
  in.plan.rent[0].usd_per_h = range(29, 20, 40);
  const auto out = compare(in);
  ASSERT_TRUE(out.break_even.at_horizon[2].npv_ci95);
  EXPECT_LT(out.break_even.at_horizon[2].npv_ci95->low, 0);
  EXPECT_GT(out.break_even.at_horizon[2].npv_ci95->high, 0);
  EXPECT_EQ(out.decision, Decision::undecided);
}

TEST(Comparison, AnIntervalOfAUtilizationEndsAtOneAndSaysHowOftenItIsNever) {
  auto in = inputs(0.7, {offer(RentKind::on_demand, 24)});
  in.plan.rent[0].usd_per_h = range(16, 8, 24);
  const auto out = compare(in);
  ASSERT_TRUE(out.break_even.ci95);
  EXPECT_EQ(out.break_even.ci95->high, 1);
  EXPECT_GT(out.break_even.never_share, 0.1);
  EXPECT_LT(out.break_even.never_share, 0.9);
}

TEST(Sensitivity, IsSortedByWhatMovesMostAndLeavesOutWhatHasNoRange) {
  auto in = inputs(0.7, {offer(RentKind::on_demand, 24)});
  in.plan.own.other_usd_per_year = range(50000, 49000, 51000);
  in.plan.own.capital[0].life_years = range(4, 3, 5);
  const auto out = compare(in);
  ASSERT_EQ(out.sensitivity.size(), 2U);
  EXPECT_EQ(out.sensitivity[0].input, "server.life_years");
  EXPECT_NEAR(*out.sensitivity[0].low, 150000 / (8 * 8760 * 3.0), 1e-9);
  EXPECT_NEAR(*out.sensitivity[0].high, 110000 / (8 * 8760 * 3.0), 1e-9);
  EXPECT_NEAR(*out.sensitivity[0].delta, -40000 / (8 * 8760 * 3.0), 1e-9);
  EXPECT_EQ(out.sensitivity[1].input, "other_usd_per_year");
}

TEST(Flips, AreWhereTheValueChangesItsSign) {
  const auto in = inputs(0.7, {offer(RentKind::on_demand, 24)});
  const auto out = compare(in);
  EXPECT_EQ(out.decision, Decision::rent);
  ASSERT_GE(out.flips.size(), 3U);
  for (const auto& flip : out.flips) {
    auto moved = in;
    if (flip.input == FlipInput::rate) moved.plan.rent[0].usd_per_h = plain(flip.at * 8 * 1.001);
    if (flip.input == FlipInput::utilization) moved.plan.workload.utilization = plain(flip.at * 1.001);
    if (flip.input == FlipInput::capital) moved.plan.own.capital[0].usd = plain(flip.at * 0.999);
    if (flip.input == FlipInput::horizon) moved.plan.workload.horizon_months = plain(flip.at);
    EXPECT_EQ(compare(moved).decision, Decision::own) << name_of(flip.input) << " at " << flip.at;
    EXPECT_TRUE(flip.own_then);
  }
}

TEST(Lint, SeesTheTraps) {
  auto in = inputs(1, {offer(RentKind::on_demand, 98.32), offer(RentKind::on_demand, 19.66), offer(RentKind::spot, 98.32),
                       offer(RentKind::spot, 49.16)});
  in.plan.rent[1].count = 12;
  in.plan.own.electricity_usd_per_kwh = plain(0.1);
  in.plan.own.busy_w = plain(5600);
  in.plan.own.colo_usd_per_kw_month = plain(200);
  in.plan.own.contracted_kw = plain(5);
  in.plan.own.capital[0].life_years = plain(6);
  in.plan.workload.utilization = Stated{.value = 1, .basis = Basis::imported, .source = "DCGM_FI_DEV_GPU_UTIL"};
  in.today = "2027-06-30";
  const auto out = compare(in);
  for (const auto id :
       {"electricity_and_colo", "idle_power_missing", "pue_missing", "accelerators_only", "contracted_below_load", "long_life",
        "discount_rate_missing", "residual_missing", "utilization_is_busy", "utilization_round_the_clock", "odd_count", "on_demand_outlier",
        "spot_placeholder", "spot_is_half", "old_rate", "rates_without_range", "spot_not_planned_on"}) {
    EXPECT_TRUE(has_lint(out, id)) << id;
  }
  EXPECT_FALSE(has_lint(out, "utilization_unmeasured"));
}

TEST(Lint, ASoberPlanIsLeftAlone) {
  auto in = inputs(0.4, {offer(RentKind::on_demand, 24)});
  auto& own = in.plan.own;
  own.capital[0].residual = plain(0.2);
  own.electricity_usd_per_kwh = plain(0.1);
  own.busy_w = plain(9800);
  own.idle_w = plain(2400);
  own.pue = plain(1.4);
  own.staff_usd_per_year = plain(20000);
  own.support_share_per_year = plain(0.08);
  own.other_usd_per_year = plain(9000);
  in.plan.discount_rate = plain(0.08);
  in.plan.rent[0].usd_per_h = range(24, 20, 28);
  in.plan.workload.utilization = Stated{.value = 0.4, .basis = Basis::imported, .source = "a week of request logs"};
  in.today = "2026-11-30";
  const auto out = compare(in);
  ASSERT_EQ(out.lint.size(), 1U);
  EXPECT_EQ(out.lint[0].id, "omitted_cost");  // floor space
}

TEST(CostEvidence, HasTheWeakestBasisOfWhatDecides) {
  auto in = inputs(0.7, {offer(RentKind::on_demand, 24)});
  in.plan.own.capital[0] = {.item = "server",
                            .usd = {.value = 300000, .basis = Basis::specified},
                            .life_years = {.value = 4, .basis = Basis::declared, .declared_by = "finance"}};
  in.plan.own.other_usd_per_year = Stated{.value = 50000, .basis = Basis::declared, .declared_by = "finance"};
  in.plan.workload.utilization = Stated{.value = 0.7, .basis = Basis::imported};
  const auto evidence = cost_evidence(in, compare(in), {.origin = {.taken_at_ns = 1}});
  const auto of = [&](std::string_view id) {
    return *std::find_if(evidence.measurements.begin(), evidence.measurements.end(), [&](const auto& m) { return m.id == id; });
  };
  EXPECT_EQ(of("break_even_utilization").basis, Basis::specified);
  EXPECT_EQ(of("own_annual_cost").basis, Basis::specified);
  EXPECT_EQ(of("rent_usd_per_useful_h").basis, Basis::imported);  // a plain rate with a date
  EXPECT_NEAR(*of("break_even_utilization").number(), 125000 / (8 * 8760 * 3.0), 1e-9);
  EXPECT_TRUE(of("break_even_utilization").expires_at_ns.has_value());
  EXPECT_TRUE(of("hybrid_nodes").is_absent());
  EXPECT_TRUE(of("ownership_horizon").is_absent());
  EXPECT_NE(of("own_annual_cost").method.find("specified: server.usd"), std::string::npos);
}

TEST(CostEvidence, TheCumulatedCurvesCrossAtTheBreakEvenMonth) {
  const auto in = inputs(0.9, {offer(RentKind::on_demand, 32)});
  const auto out = compare(in);
  const auto evidence = cost_evidence(in, out, {});
  const auto series = std::find_if(evidence.series.begin(), evidence.series.end(), [](const auto& s) { return s.id == "cumulative_cost"; });
  const auto column = [&](std::string_view name) {
    return std::find_if(series->columns.begin(), series->columns.end(), [&](const auto& c) { return c.name == name; })->y;
  };
  const auto own = column("own");
  const auto rent = column("rent");
  std::size_t month = 0;
  while (*own[month] > *rent[month]) ++month;
  EXPECT_EQ(month, static_cast<std::size_t>(std::ceil(*out.break_even.months)));
}

}  // namespace
}  // namespace accelprep::economics

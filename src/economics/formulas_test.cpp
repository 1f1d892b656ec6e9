// The formulas of own.h, rent.h, break_even.h and horizon.h: published figures first, then laws that hold for any plan.
#include <cmath>
#include <gtest/gtest.h>

#include "base/random.h"
#include "economics/break_even.h"
#include "economics/horizon.h"

namespace accelprep::economics {
namespace {

using records::RentKind;

OwnFigures lenovo() {  // Lenovo Press LP2225, May 2025
  return {.accelerators = 8, .capital = {{.item = "server", .usd = 833806, .life_years = 5}}, .opex_usd_per_h = 0.87};
}

OwnFigures shiroya() {  // mansi-shiroya1/gpu-tco-model@6e6ffc1c
  return {.accelerators = 4,
          .capital = {{.item = "server", .usd = 120414, .life_years = 5}},
          .electricity_usd_per_kwh = 0.2575,
          .pue = 1.52,
          .busy_w = 2100,
          .idle_w = 2100,
          .colo_usd_per_kw_month = 194.95,
          .contracted_kw = 2.1};
}

OfferFigures on_demand(double usd_per_gpu_h) { return {.kind = RentKind::on_demand, .count = 8, .usd_per_gpu_h = usd_per_gpu_h}; }
OfferFigures reserved(double usd_per_gpu_h) { return {.kind = RentKind::reserved_3y, .count = 8, .usd_per_gpu_h = usd_per_gpu_h}; }

TEST(Formulas, LenovoPaysBackInThePublishedHours) {
  EXPECT_NEAR(*payback_hours(lenovo(), on_demand(98.32 / 8)), 8556, 1);
  EXPECT_NEAR(*payback_hours(lenovo(), reserved(77.43 / 8)), 10890, 1);
  EXPECT_NEAR(*payback_hours(lenovo(), reserved(53.95 / 8)), 15710, 2);
  // 730 h to the month; the published 11.9 and 22 months take 720.
  EXPECT_NEAR(*payback_months(lenovo(), rent_usd_per_year(on_demand(98.32 / 8), lenovo(), 1), 1), 11.72, 0.005);
}

TEST(Formulas, ShiroyasYearAndBreakEven) {
  EXPECT_NEAR(annual_usd(shiroya(), 0.3), 36195.73, 0.01);
  EXPECT_NEAR(*break_even_utilization(shiroya(), on_demand(3.29)), 0.314, 0.0005);
  EXPECT_NEAR(*break_even_utilization(shiroya(), on_demand(1.99)), 0.519, 0.0005);
}

TEST(Formulas, TheBreakdownSumsToTheYear) {
  auto own = shiroya();
  own.idle_w = 400;
  own.staff_usd_per_year = 1000;
  own.support_share_per_year = 0.08;
  own.other_usd_per_year = 250;
  for (const double u : {0.0, 0.3, 1.0}) {
    double sum = 0;
    for (const auto& item : annual_breakdown(own, u)) sum += item.usd;
    EXPECT_NEAR(sum, annual_usd(own, u), 1e-6);
  }
}

TEST(Formulas, IdleHoursAreBilledAtIdlePower) {
  OwnFigures own{.accelerators = 8, .electricity_usd_per_kwh = 0.1, .pue = 1.4, .busy_w = 10000, .idle_w = 2000};
  EXPECT_NEAR(running_usd_per_year(own, 0), 2 * 1.4 * 8760 * 0.1, 1e-6);
  EXPECT_NEAR(running_usd_per_year(own, 1), 10 * 1.4 * 8760 * 0.1, 1e-6);
  EXPECT_NEAR(running_usd_per_year(own, 0.25), 4 * 1.4 * 8760 * 0.1, 1e-6);
}

TEST(Formulas, AReservationIsPaidInWholeInstancesAndUsedOrNot) {
  OwnFigures own{.accelerators = 12};
  EXPECT_DOUBLE_EQ(rent_usd_per_year(reserved(2), own, 0.1), 16 * 8760 * 2);
  EXPECT_DOUBLE_EQ(rent_usd_per_year(reserved(2), own, 0.1), rent_usd_per_year(reserved(2), own, 0.9));
  EXPECT_FALSE(break_even_utilization(own, reserved(2)));
}

TEST(Formulas, AnOfferBelowTheElectricityIsNeverBeaten) {
  OwnFigures own{.accelerators = 1, .electricity_usd_per_kwh = 1, .busy_w = 1000, .idle_w = 0};
  EXPECT_TRUE(std::isinf(*break_even_utilization(own, on_demand(0.5))));
}

TEST(Formulas, SpotAndApisAreNotPlannedOn) {
  EXPECT_FALSE(may_be_contracted(RentKind::spot, 36));
  EXPECT_FALSE(may_be_contracted(RentKind::api, 36));
  EXPECT_TRUE(may_be_contracted(RentKind::on_demand, 1));
  EXPECT_FALSE(may_be_contracted(RentKind::reserved_3y, 35));
  EXPECT_TRUE(may_be_contracted(RentKind::reserved_3y, 36));
  EXPECT_TRUE(may_be_contracted(RentKind::reserved_1y, 12));
}

TEST(Formulas, LegitladsPaysBackAndIsStillNotWorthIt) {
  OwnFigures own{
      .accelerators = 64, .capital = {{.item = "hardware", .usd = 1920000, .life_years = 4}}, .other_usd_per_year = 728681.0 / 4};
  const YearlyCost yearly{.running_usd = running_usd_per_year(own, 0.7), .rent_usd = rent_usd_per_year(on_demand(2), own, 0.7)};
  const auto cost = cost_at_horizon(own, yearly, {.months = 48, .discount_rate = 0.10});
  EXPECT_NEAR(cost.own_usd, 2648681, 1);
  EXPECT_NEAR(cost.rent_usd, 3139584, 1);
  EXPECT_NEAR(cost.npv_usd, -9440, 1);
  EXPECT_NEAR(*payback_months(own, yearly.rent_usd, 0.7) / 12, 3.1855, 0.0001);
  EXPECT_NEAR(*break_even_utilization(own, on_demand(2)), 0.5905, 0.0001);
  // Discounted, four years are just too few; without a discount 39 months do.
  EXPECT_EQ(*discounted_payback_months(own, yearly, {.months = 120, .discount_rate = 0.10}), 49);
  EXPECT_EQ(*discounted_payback_months(own, yearly, {.months = 120, .discount_rate = 0}), 39);
}

TEST(Formulas, TheExitValueMeetsTheResidualAtTheEndOfTheLife) {
  const OwnFigures own{.capital = {{.item = "server", .usd = 1000, .life_years = 5, .residual = 0.1}}};
  EXPECT_NEAR(exit_value_usd(own, 0), 1000, 1e-9);
  EXPECT_NEAR(exit_value_usd(own, 5), 100, 1e-9);
  EXPECT_NEAR(exit_value_usd(own, 2.5), 1000 * std::sqrt(0.1), 1e-9);
  EXPECT_EQ(exit_value_usd({.capital = {{.item = "server", .usd = 1000, .life_years = 5}}}, 1), 0);
  EXPECT_EQ(exit_value_usd({.capital = {{.item = "server", .usd = 1000, .life_years = 5, .residual = 0.0}}}, 1), 0);
}

TEST(Formulas, ALastPartOfAYearCountsProRata) {
  EXPECT_NEAR(present_value(100, {.months = 18, .discount_rate = 0}), 150, 1e-9);
  EXPECT_NEAR(present_value(100, {.months = 18, .discount_rate = 0.10}), 100 / 1.1 + 50 / std::pow(1.1, 1.5), 1e-9);
  EXPECT_NEAR(present_value(100, {.months = 36, .discount_rate = 0.10}), 100 / 1.1 + 100 / 1.21 + 100 / 1.331, 1e-9);
}

TEST(PaysWindow, EndsWhereAReservationBecomesCheaper) {
  OwnFigures own{.accelerators = 8, .electricity_usd_per_kwh = 0.2, .busy_w = 10000, .idle_w = 1000, .other_usd_per_year = 60000};
  const double fixed = 60000 + 1 * 8760 * 0.2;
  const double variable = 9 * 8760 * 0.2;
  const auto window = pays_window(own, {on_demand(2), reserved(1)});
  EXPECT_NEAR(*window.from, fixed / (8 * 8760 * 2 - variable), 1e-9);
  EXPECT_NEAR(*window.until, (8 * 8760 * 1 - fixed) / variable, 1e-9);
  EXPECT_FALSE(pays_window(own, {on_demand(2)}).until);
}

TEST(PaysWindow, SaysWhyOwningNeverPays) {
  const OwnFigures own{.accelerators = 8, .other_usd_per_year = 60000};
  EXPECT_EQ(pays_window(own, {on_demand(2), reserved(0.5)}).why, "never: a reservation undercuts owning at any utilization");
  EXPECT_EQ(pays_window(own, {on_demand(0.5)}).why, "never: renting by the hour costs less even at full use");
  EXPECT_FALSE(pays_window(own, {}).from);
  EXPECT_EQ(*pays_window(own, {reserved(1)}).from, 0);
}

// Any plan: at its break-even utilization a year costs the same, and undiscounted value is the difference of the totals.
TEST(Laws, HoldForRandomPlans) {
  base::Rng rng(7);
  for (int i = 0; i < 500; ++i) {
    OwnFigures own{.accelerators = 1 + static_cast<double>(rng.below(64)),
                   .availability = rng.uniform(0.9, 1),
                   .capital = {{.item = "a", .usd = rng.uniform(1e4, 1e6), .life_years = rng.uniform(2, 6), .residual = rng.uniform()},
                               {.item = "b", .usd = rng.uniform(0, 1e5), .life_years = rng.uniform(2, 6)}},
                   .electricity_usd_per_kwh = rng.uniform(0, 0.4),
                   .pue = rng.uniform(1, 2),
                   .busy_w = 10000,
                   .idle_w = rng.uniform(0, 10000),
                   .staff_usd_per_year = rng.uniform(0, 1e5),
                   .support_share_per_year = rng.uniform(0, 0.15)};
    const auto offer = on_demand(rng.uniform(1, 10));
    if (const auto u = break_even_utilization(own, offer); u && *u <= 1) {
      EXPECT_NEAR(annual_usd(own, *u), rent_usd_per_year(offer, own, *u), 1e-6 * annual_usd(own, *u));
      EXPECT_GT(annual_usd(own, *u * 0.9), rent_usd_per_year(offer, own, *u * 0.9));
      EXPECT_NEAR(*pays_window(own, {offer}).from, *u, 1e-12);
    }
    const double u = rng.uniform(0.05, 1);
    const YearlyCost yearly{.running_usd = running_usd_per_year(own, u), .rent_usd = rent_usd_per_year(offer, own, u)};
    const double months = std::round(rng.uniform(1, 72));
    const auto flat = cost_at_horizon(own, yearly, {.months = months, .discount_rate = 0});
    EXPECT_NEAR(flat.npv_usd, flat.rent_usd - flat.own_usd, 1e-6 * (flat.own_usd + flat.rent_usd));
    EXPECT_NEAR(annual_usd(scaled(own, 3), u), 3 * annual_usd(own, u), 1e-6 * annual_usd(own, u));
    EXPECT_NEAR(annual_usd(own, u) / useful_hours_per_year(own, u),
                annual_usd(scaled(own, 2), u) / useful_hours_per_year(scaled(own, 2), u), 1e-9);
    if (const auto payback = payback_months(own, yearly.rent_usd, u)) {
      EXPECT_NEAR(capital_usd(own) + yearly.running_usd * *payback / 12, yearly.rent_usd * *payback / 12, 1e-6 * capital_usd(own));
    }
  }
}

}  // namespace
}  // namespace accelprep::economics

#include "site/power.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "site/circuit.h"
#include "site/site_evidence.h"

namespace accelprep::site {
namespace {

using evidence::Check;
using evidence::CheckStatus;
using records::Basis;
using records::Connection;
using records::Feed;
using records::SitePlan;
using records::Stated;

// Read off a rating plate by somebody who vouches for it.
Stated plate(double value) { return {.value = value, .basis = Basis::declared, .declared_by = "facility engineer"}; }

Feed feed(const std::string& name, std::vector<std::int64_t> psus) {  // 17.25 kW
  return {.name = name,
          .id = name,
          .volts = plate(415),
          .phases = 3,
          .breaker_a = plate(30),
          .continuous_factor = plate(0.8),
          .psus = std::move(psus)};
}

SitePlan dgx(double peak_w, Basis basis) {
  SitePlan plan;
  plan.node = {
      .accelerators = 8, .peak_w = Stated{.value = peak_w, .basis = basis}, .psu_count = 6, .psu_rating_w = plate(3300), .psus_needed = 3};
  plan.feeds = {feed("a", {1, 2, 3}), feed("b", {4, 5, 6})};
  return plan;
}

Check check_of(const PowerResult& result, std::string_view id) {
  const auto found = std::find_if(result.checks.begin(), result.checks.end(), [&](const Check& check) { return check.id == id; });
  return found == result.checks.end() ? Check{.id = "none"} : *found;
}

TEST(Power, AMeasuredPeakCarriedAfterAnySingleFailureIsReady) {
  const auto result = judge_power(dgx(9000, Basis::measured));
  EXPECT_EQ(result.level, Level::ready) << result.why;
  EXPECT_NEAR(*check_of(result, "feed_loss_a").margin, 900, 1e-9);
  EXPECT_EQ(result.startup, Carried::carried);  // not stated: the peak is the highest draw
}

TEST(Power, RatingsThatNobodyReadAreMarginal) {
  for (const auto basis : {Basis::specified, Basis::assumed}) {
    auto plan = dgx(9000, Basis::measured);
    plan.feeds[1].breaker_a->basis = basis;
    EXPECT_EQ(judge_power(plan).level, Level::marginal);
    EXPECT_EQ(judge_power(plan).normal, Carried::carried);
  }
}

TEST(Power, ANameplateIsMarginalHoweverLargeTheMargin) {
  for (const auto basis : {Basis::specified, Basis::assumed, Basis::simulated, Basis::declared}) {
    EXPECT_EQ(judge_power(dgx(5000, basis)).level, Level::marginal);
  }
  EXPECT_EQ(judge_power(dgx(5000, Basis::imported)).level, Level::ready);
}

TEST(Power, LosingAFeedOfADgxH100IsThreeHundredWattsShort) {
  const auto result = judge_power(dgx(10200, Basis::measured));
  EXPECT_EQ(result.level, Level::marginal);
  EXPECT_EQ(check_of(result, "feed_loss_b").status, CheckStatus::fail);
  EXPECT_NEAR(*check_of(result, "feed_loss_b").margin, -300, 1e-9);
  EXPECT_EQ(check_of(result, "psu_loss").status, CheckStatus::pass);
}

TEST(Power, TooFewLivingSuppliesFailWhateverTheirRating) {
  auto plan = dgx(9000, Basis::measured);
  plan.node.psus_needed = 4;
  const auto check = check_of(judge_power(plan), "feed_loss_a");
  EXPECT_EQ(check.status, CheckStatus::fail);
  EXPECT_GT(*check.margin, 0);
  EXPECT_NE(check.why.find("3 supplies stay alive and 4 are needed"), std::string::npos);
}

TEST(Power, ADeadSupplyMovesItsLoadToTheOtherFeed) {
  auto plan = dgx(9000, Basis::measured);
  plan.feeds[1].breaker_a = Stated{.value = 9};  // 5.18 kW: half of 9 kW fits, three fifths do not
  const auto result = judge_power(plan);
  EXPECT_EQ(check_of(result, "circuit_b").status, CheckStatus::pass);
  EXPECT_EQ(check_of(result, "psu_loss").status, CheckStatus::fail);
  EXPECT_EQ(result.level, Level::marginal);
}

TEST(Power, TheRestOfTheRackTakesItsPart) {
  auto plan = dgx(6000, Basis::measured);
  plan.nodes = 2;
  plan.other_w = Stated{.value = 1000};
  const auto result = judge_power(plan);
  EXPECT_NEAR(*check_of(result, "circuit_a").value, 6500, 1e-9);
  EXPECT_NEAR(*check_of(result, "feed_loss_a").limit, (415 * 30 * std::sqrt(3.0) * 0.8 - 1000) / 2, 1e-6);
}

TEST(Power, TheStartUpMayUseTheWholeBreaker) {
  auto plan = dgx(9000, Basis::measured);
  plan.feeds = {feed("a", {})};
  plan.feeds[0].breaker_a = Stated{.value = 16};  // 9.2 kW for hours, 11.5 kW for seconds
  plan.node.startup_w = Stated{.value = 10500};
  EXPECT_EQ(judge_power(plan).startup, Carried::carried);
  plan.node.startup_w = Stated{.value = 12000};
  EXPECT_EQ(judge_power(plan).startup, Carried::fails);
}

TEST(Power, AnUnstatedStartUpIsNoLessThanTheReserveOverTheSustainedDraw) {
  auto plan = dgx(9000, Basis::measured);
  plan.node.sustained_w = Stated{.value = 8800};
  EXPECT_NEAR(*check_of(judge_power(plan), "startup").value, 8800 * 1.15, 1e-9);
  plan.node.sustained_w = Stated{.value = 5000};
  EXPECT_NEAR(*check_of(judge_power(plan), "startup").value, 9000, 1e-9);
}

TEST(Power, AFailingStartUpIsMarginal) {
  auto plan = dgx(9000, Basis::measured);
  plan.node.startup_w = Stated{.value = 25000};
  EXPECT_EQ(judge_power(plan).level, Level::marginal);
}

TEST(Power, WithoutAPeakTheSustainedDrawGetsAReserve) {
  auto plan = dgx(9000, Basis::measured);
  plan.node.peak_w.reset();
  plan.node.sustained_w = Stated{.value = 6300, .basis = Basis::imported};
  const auto result = judge_power(plan);
  EXPECT_NEAR(*result.peak_w, 7245, 1e-9);
  EXPECT_EQ(result.basis, Basis::imported);
  EXPECT_EQ(result.level, Level::ready);
  plan.node.sustained_w.reset();
  EXPECT_EQ(judge_power(plan).level, Level::not_ready);
  EXPECT_FALSE(judge_power(plan).peak_w);
}

TEST(Power, OneFeedFailsWhenItIsLost) {
  auto plan = dgx(9000, Basis::measured);
  plan.feeds = {feed("a", {})};
  const auto result = judge_power(plan);
  EXPECT_EQ(result.normal, Carried::carried);
  EXPECT_EQ(check_of(result, "feed_loss_a").status, CheckStatus::fail);
  EXPECT_EQ(result.level, Level::marginal);
}

TEST(Power, OfficeCircuitsAreNotReady) {
  auto plan = dgx(1000, Basis::measured);
  for (auto& one : plan.feeds) {
    one.volts = Stated{.value = 230};
    one.phases = 1;
    one.breaker_a = Stated{.value = 16};
    one.continuous_factor = Stated{.value = 1};
  }
  EXPECT_EQ(judge_power(plan).level, Level::not_ready);
  EXPECT_TRUE(*judge_power(plan).office_grade);
  plan.feeds = {feed("a", {})};
  plan.feeds[0].phases = 1;  // 208 V 30 A: no socket, and 4.99 kW is too little for several accelerators
  plan.feeds[0].volts = Stated{.value = 208};
  EXPECT_TRUE(*judge_power(plan).office_grade);
  plan.node.accelerators = 1;
  EXPECT_FALSE(*judge_power(plan).office_grade);
}

TEST(Circuit, CapacitiesAreThoseOfTheTables) {
  const auto usable = [](double volts, std::int64_t phases, double amperes) {
    return *continuous_capacity_w({.volts = Stated{.value = volts}, .phases = phases, .breaker_a = Stated{.value = amperes}});
  };
  // The HP table: 208 V three-phase at 20, 30, 60 A.
  EXPECT_NEAR(usable(208, 3, 20), 5764, 1);
  EXPECT_NEAR(usable(208, 3, 30), 8646, 1);
  EXPECT_NEAR(usable(208, 3, 60), 17292, 1);
  EXPECT_NEAR(usable(240, 1, 30), 5760, 1e-9);
  EXPECT_NEAR(*continuous_capacity_w({.volts = Stated{.value = 400},
                                      .phases = 3,
                                      .breaker_a = Stated{.value = 32},
                                      .continuous_factor = Stated{.value = 1},
                                      .power_factor = Stated{.value = 0.95}}),
              400 * 32 * std::sqrt(3.0) * 0.95, 1e-9);
  EXPECT_FALSE(continuous_capacity_w({}));
}

TEST(Circuit, UnevenSuppliesFillOneLineFirst) {
  EXPECT_EQ(balance_factor(Connection::delta, 3), 1);
  EXPECT_EQ(balance_factor(Connection::not_stated, 2), 1);
  EXPECT_NEAR(balance_factor(Connection::delta, 1), 1 / std::sqrt(3.0), 1e-12);        // V * A of sqrt(3) * V * A
  EXPECT_NEAR(balance_factor(Connection::delta, 2), 2.0 / 3, 1e-12);                   // the shared line carries sqrt(3) loads
  EXPECT_NEAR(balance_factor(Connection::delta, 4), 4 / std::sqrt(7.0 * 3.0), 1e-12);  // two loads and one
  EXPECT_NEAR(balance_factor(Connection::wye, 2), 2.0 / 3, 1e-12);
  EXPECT_NEAR(balance_factor(Connection::wye, 4), 2.0 / 3, 1e-12);
}

TEST(SiteEvidence, AVerdictIsAsWeakAsTheWeakerOfPeakAndRatings) {
  const auto plan = dgx(10200, Basis::imported);
  const auto power = judge_power(plan);
  const CoolingFacts facts{
      .temperature_max_c = 60, .limit_c = 87, .setting = evidence::Setting::bench, .inlet_c = 20, .target_inlet_c = 30};
  const auto cooling = judge_cooling(facts);
  const auto rows =
      site_measurements({.plan = plan, .power = power, .facts = facts, .cooling = cooling}, {.subject = {.accelerator = "h100-sxm"}});
  const auto of = [&](std::string_view id) {
    return *std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; });
  };
  EXPECT_EQ(of("power_normal").text(), "carried");
  EXPECT_EQ(of("power_single_failure").text(), "fails");
  EXPECT_EQ(of("power_startup").text(), "carried");
  EXPECT_EQ(of("power_single_failure").basis, Basis::declared);
  EXPECT_EQ(of("power_single_failure").attribute("ratings_basis"), "declared");
  EXPECT_EQ(of("power_grade").text(), "data_center");
  EXPECT_EQ(*of("node_peak_power").number(), 10200);
  EXPECT_TRUE(of("node_sustained_power").is_absent());
  EXPECT_EQ(of("projected_margin").subject.setting, evidence::Setting::bench);
  EXPECT_NEAR(*of("projected_margin").number(), 27 - 11, 1e-9);
}

}  // namespace
}  // namespace accelprep::site

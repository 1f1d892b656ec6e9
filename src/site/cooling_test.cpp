#include "site/cooling.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace accelprep::site {
namespace {

using evidence::CheckStatus;
using evidence::Setting;

CoolingFacts in_the_rack() {
  return {.duration_s = 3600,
          .clock_held_p05 = 0.99,
          .thermal_throttle_s = 0,
          .temperature_max_c = 65,
          .limit_c = 87,
          .setting = Setting::target_rack,
          .inlet_c = 24,
          .target_inlet_c = 27,
          .basis = records::Basis::imported};
}

CheckStatus status_of(const CoolingResult& result, std::string_view id) {
  return std::find_if(result.checks.begin(), result.checks.end(), [&](const auto& check) { return check.id == id; })->status;
}

TEST(Cooling, HeldInTheTargetRackWithMarginIsReady) {
  const auto result = judge_cooling(in_the_rack());
  EXPECT_EQ(result.level, Level::ready) << result.why;
  EXPECT_NEAR(*result.projected_margin_c, 22 - 3 * 1.1, 1e-9);
}

TEST(Cooling, ABenchIsProjectedAndNeverReady) {
  auto facts = in_the_rack();
  facts.setting = Setting::bench;
  EXPECT_EQ(judge_cooling(facts).level, Level::marginal);
  facts.inlet_c.reset();
  const auto result = judge_cooling(facts);
  EXPECT_EQ(result.level, Level::not_ready);
  EXPECT_FALSE(result.projected_margin_c);
  EXPECT_EQ(status_of(result, "inlet_recorded"), CheckStatus::unknown);
}

TEST(Cooling, AWarmerTargetMayLeaveNoMargin) {
  auto facts = in_the_rack();
  facts.temperature_max_c = 83;  // 0.7 degrees left at 27
  EXPECT_EQ(judge_cooling(facts).level, Level::ready);
  facts.temperature_max_c = 84;
  EXPECT_EQ(judge_cooling(facts).level, Level::not_ready);
}

TEST(Cooling, WhatNobodyRecordedIsMarginal) {
  auto facts = in_the_rack();
  facts.basis = records::Basis::declared;
  EXPECT_EQ(judge_cooling(facts).level, Level::marginal);
}

TEST(Cooling, HalfAnHourInTheRackIsMarginal) {
  auto facts = in_the_rack();
  facts.duration_s = 1900;
  EXPECT_EQ(judge_cooling(facts).level, Level::marginal);
}

TEST(Cooling, ThrottlingOrLostClocksAreNotReady) {
  auto facts = in_the_rack();
  facts.thermal_throttle_s = 1;
  EXPECT_EQ(judge_cooling(facts).level, Level::not_ready);
  facts = in_the_rack();
  facts.clock_held_p05 = 0.96;
  EXPECT_EQ(judge_cooling(facts).level, Level::not_ready);
  facts = in_the_rack();
  facts.duration_s = 1200;
  EXPECT_EQ(judge_cooling(facts).level, Level::not_ready);
}

TEST(Cooling, ACloudSaysNothingOfTheRack) {
  auto facts = in_the_rack();
  facts.setting = Setting::cloud;
  const auto result = judge_cooling(facts);
  EXPECT_EQ(status_of(result, "setting"), CheckStatus::fail);
  EXPECT_EQ(result.level, Level::not_ready);
}

TEST(Cooling, AnUnrecordedInletIsNotReadyInTheRackToo) {
  auto facts = in_the_rack();
  facts.inlet_c.reset();
  const auto result = judge_cooling(facts);
  EXPECT_EQ(result.level, Level::not_ready) << result.why;
  EXPECT_NEAR(*result.temperature_margin_c, 22, 1e-9);
}

TEST(Cooling, AnUnknownLimitTakesNothingBackInTheRack) {
  auto facts = in_the_rack();
  facts.limit_c.reset();
  const auto result = judge_cooling(facts);
  EXPECT_EQ(result.level, Level::ready) << result.why;
  EXPECT_FALSE(result.projected_margin_c);
  facts.setting = Setting::bench;
  EXPECT_EQ(judge_cooling(facts).level, Level::not_ready);
}

TEST(Cooling, InTheRackAnUnstatedTargetIsADayLikeThatOne) {
  auto facts = in_the_rack();
  facts.target_inlet_c.reset();
  EXPECT_NEAR(*judge_cooling(facts).projected_margin_c, 22, 1e-9);
}

TEST(Cooling, NothingKnownIsNotReadyAndSaysWhatToState) {
  const auto result = judge_cooling({});
  EXPECT_EQ(result.level, Level::not_ready);
  for (const auto& check : result.checks) {
    EXPECT_EQ(check.status, CheckStatus::unknown) << check.id;
    EXPECT_FALSE(check.why.empty()) << check.id;
  }
}

}  // namespace
}  // namespace accelprep::site

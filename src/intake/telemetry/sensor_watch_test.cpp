#include "intake/telemetry/sensor_watch.h"

#include <cmath>
#include <gtest/gtest.h>

namespace accelprep::intake {
namespace {

SensorWatch watch(int seconds, auto power, auto temperature) {
  SensorWatch out;
  for (int i = 0; i < seconds; ++i) {
    out.add({.at_ns = i * base::kSecond, .power_w = power(i), .temperature_c = temperature(i), .busy = std::nullopt});
  }
  out.finish();
  return out;
}

constexpr auto kWarming = [](int i) { return 30 + std::floor(i / 30.0); };

TEST(SensorWatch, APowerThatStandsStillWhileTheTemperatureRisesIsStuck) {
  const auto stuck = watch(700, [](int) { return 46.19; }, kWarming).stuck();
  ASSERT_TRUE(stuck);
  EXPECT_NE(stuck->find("exactly 46.19 W for 699 s (700 readings) while the temperature moved between 30 and 53"), std::string::npos)
      << *stuck;
}

TEST(SensorWatch, WhatIsShortOrSteadyOrZeroIsNot) {
  EXPECT_FALSE(watch(590, [](int) { return 46.19; }, kWarming).stuck()) << "under ten minutes";
  EXPECT_FALSE(watch(7000, [](int) { return 46.19; }, [](int) { return 31.0; }).stuck()) << "an idle card may be that steady";
  EXPECT_FALSE(watch(700, [](int) { return 0.0; }, kWarming).stuck());
  EXPECT_FALSE(watch(700, [](int i) { return 46 + 0.01 * (i % 2); }, kWarming).stuck());
  EXPECT_FALSE(SensorWatch().stuck());
}

TEST(SensorWatch, BusyTellsToo) {
  SensorWatch out;
  for (int i = 0; i < 800; ++i) out.add({.at_ns = i * base::kSecond, .power_w = 300, .temperature_c = {}, .busy = i < 400 ? 0.0 : 0.9});
  out.add({.at_ns = 800 * base::kSecond, .power_w = 301, .temperature_c = {}, .busy = 0.9});
  ASSERT_TRUE(out.stuck());
  EXPECT_NE(out.stuck()->find("busy moved between 0 and 90 %"), std::string::npos) << *out.stuck();
}

TEST(SensorWatch, ReadingsThatOutrunTheSensorAreSaidForFineSamplingOnly) {
  const auto slow = watch(500, [](int i) { return 100 + std::floor(i / 5.0); }, kWarming);
  ASSERT_TRUE(slow.refreshed_slowly(0.02));
  EXPECT_NE(slow.refreshed_slowly(0.02)->find("every 5.1th"), std::string::npos) << *slow.refreshed_slowly(0.02);
  EXPECT_FALSE(slow.refreshed_slowly(1)) << "once a second, a power may well repeat";
  EXPECT_FALSE(watch(500, [](int i) { return 100.0 + i; }, kWarming).refreshed_slowly(0.02));
}

}  // namespace
}  // namespace accelprep::intake

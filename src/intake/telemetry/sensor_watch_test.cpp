#include "intake/telemetry/sensor_watch.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "intake/telemetry/sample_fold.h"

namespace accelprep::intake {
namespace {

using records::Metric;

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

TEST(SensorWatch, WhatIsShortOrSteadyOrMovesIsNot) {
  EXPECT_FALSE(watch(590, [](int i) { return i < 580 ? 46.19 : 50; }, kWarming).stuck()) << "under ten minutes, and not all of the log";
  EXPECT_FALSE(watch(7000, [](int) { return 46.19; }, [](int) { return 31.0; }).stuck()) << "an idle card may be that steady";
  EXPECT_TRUE(watch(700, [](int) { return 0.0; }, kWarming).stuck()) << "what many report where there is no sensor";
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

// Five minutes, a sample a second.
Folded fold(const std::function<void(records::DeviceSample&, double)>& fill) {
  SampleFold out;
  for (int second = 0; second < 300; ++second) {
    records::DeviceSample sample;
    sample.at_ns = (1'700'000'000 + second) * base::kSecond;
    sample.device = "0";
    fill(sample, second / 300.0);
    out.add(sample);
  }
  return out.finish();
}

TEST(SensorWatch, PowerThatStandsStillWhileItGetsHotIsNotUsed) {
  const auto out = fold([](auto& sample, double share) {
    sample[Metric::power_w] = 46.19;
    sample[Metric::temperature_c] = 32 + 30 * share;
  });
  EXPECT_FALSE(out.devices.at(0).has(Metric::power_w));
  for (const auto& minute : out.devices[0].minutes) EXPECT_FALSE(minute.values[static_cast<std::size_t>(Metric::power_w)].mean());
  EXPECT_TRUE(out.devices[0].has(Metric::temperature_c));
  ASSERT_EQ(out.notes.size(), 1U);
  EXPECT_NE(out.notes[0].find("exactly 46.19 W for 299 s (300 readings)"), std::string::npos) << out.notes[0];
}

TEST(SensorWatch, PowerIsKeptWhereItMovesWhereItCoolsAndWhereTheDeviceIsIdle) {
  const auto moves = fold([](auto& sample, double share) {
    sample[Metric::power_w] = share < 0.5 ? 46.19 : 46.4;
    sample[Metric::temperature_c] = 32 + 30 * share;
  });
  EXPECT_TRUE(moves.devices.at(0).has(Metric::power_w));
  const auto cools = fold([](auto& sample, double share) {
    sample[Metric::power_w] = 31;
    sample[Metric::temperature_c] = 62 - 30 * share;
  });
  EXPECT_TRUE(cools.devices.at(0).has(Metric::power_w));
  const auto idle_beside_a_busy_one = fold([](auto& sample, double share) {
    sample[Metric::power_w] = 31;
    sample[Metric::busy] = 0;
    sample[Metric::temperature_c] = 32 + 30 * share;
  });
  EXPECT_TRUE(idle_beside_a_busy_one.devices.at(0).has(Metric::power_w));
  EXPECT_TRUE(idle_beside_a_busy_one.notes.empty());
}

TEST(SensorWatch, LoadAtOneValueIsStuckToo) {
  const auto out = fold([](auto& sample, double share) {
    sample[Metric::power_w] = 46.19;
    sample[Metric::busy] = share;
    sample[Metric::temperature_c] = 32 + 30 * share;
  });
  EXPECT_FALSE(out.devices.at(0).has(Metric::power_w));
}

}  // namespace
}  // namespace accelprep::intake

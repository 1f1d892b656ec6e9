#include "intake/telemetry/stuck_sensor.h"

#include <functional>
#include <gtest/gtest.h>

#include "base/time.h"
#include "intake/telemetry/sample_fold.h"

namespace accelprep::intake {
namespace {

using records::Metric;

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

TEST(StuckSensor, PowerThatStandsStillWhileItGetsHotIsNotUsed) {
  const auto out = fold([](auto& sample, double share) {
    sample[Metric::power_w] = 46.19;
    sample[Metric::temperature_c] = 32 + 30 * share;
  });
  EXPECT_FALSE(out.devices.at(0).has(Metric::power_w));
  for (const auto& minute : out.devices[0].minutes) EXPECT_FALSE(minute.values[static_cast<std::size_t>(Metric::power_w)].mean());
  EXPECT_TRUE(out.devices[0].has(Metric::temperature_c));
  ASSERT_EQ(out.notes.size(), 1U);
  EXPECT_NE(out.notes[0].find("stands at 46.19 W in all 300 samples"), std::string::npos) << out.notes[0];
}

TEST(StuckSensor, PowerIsKeptWhereItMovesWhereItCoolsAndWhereTheDeviceIsIdle) {
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

TEST(StuckSensor, LoadAtOneValueIsStuckToo) {
  const auto out = fold([](auto& sample, double share) {
    sample[Metric::power_w] = 46.19;
    sample[Metric::busy] = share;
    sample[Metric::temperature_c] = 32 + 30 * share;
  });
  EXPECT_FALSE(out.devices.at(0).has(Metric::power_w));
}

}  // namespace
}  // namespace accelprep::intake

#include "intake/telemetry/nvidia/tick_order.h"

#include <gtest/gtest.h>
#include <vector>

namespace accelprep::intake {
namespace {

constexpr base::TimeNs kMs = 1'000'000;

std::vector<base::TimeNs> ticks(int count, base::TimeNs interval_ns, const std::vector<base::TimeNs>& within_ns) {
  std::vector<base::TimeNs> times;
  for (int i = 0; i < count; ++i) {
    for (const auto offset : within_ns) times.push_back(i * interval_ns + offset);
  }
  return times;
}

TEST(TickOrder, FourRowsAMillisecondApartAreFourDevices) {
  const auto times = ticks(50, 1003 * kMs, {0, 1 * kMs, 2 * kMs, 2 * kMs});
  EXPECT_EQ(learn_tick_order(times).devices, 4U);
  EXPECT_GT(learn_tick_order(times).apart_ns, 60 * kMs);
  EXPECT_LT(learn_tick_order(times).apart_ns, 900 * kMs);
}

TEST(TickOrder, OneDeviceWithHolesIsOneDevice) {
  std::vector<base::TimeNs> times;
  base::TimeNs at = 0;
  for (int i = 0; i < 600; ++i) {
    at += i % 15 == 0 ? 60'000 * kMs : 1003 * kMs;
    times.push_back(at);
  }
  EXPECT_EQ(learn_tick_order(times).devices, 1U);
}

TEST(TickOrder, UnequalTicksAreNotBelieved) {
  std::vector<base::TimeNs> times;
  for (int i = 0; i < 60; ++i) {
    for (int row = 0; row <= i % 3; ++row) times.push_back(base::TimeNs{i} * 1000 * kMs + row * kMs);
  }
  EXPECT_EQ(learn_tick_order(times).devices, 1U);
}

TEST(TickOrder, OneShotOfSeveralDevicesIsOneTick) {
  EXPECT_EQ(learn_tick_order(ticks(1, 0, {0, kMs, 3 * kMs})).devices, 3U);
  EXPECT_EQ(learn_tick_order(std::vector<base::TimeNs>{5}).devices, 1U);
  EXPECT_EQ(learn_tick_order({}).devices, 1U);
}

}  // namespace
}  // namespace accelprep::intake

#include "workload/device_use.h"

#include <gtest/gtest.h>

#include "intake/telemetry/simulated_device.h"

namespace accelprep::workload {
namespace {

using intake::simulated::device_of;
using records::Metric;
using records::Throttle;

TEST(DeviceUse, BusyIsCountedOverSamples) {
  std::vector<double> busy(100, 0.9);
  std::fill(busy.begin(), busy.begin() + 30, 0.0);
  std::fill(busy.begin() + 30, busy.begin() + 40, 0.04);
  const auto use = use_of(device_of(busy));
  EXPECT_EQ(use.samples, 100);
  EXPECT_DOUBLE_EQ(use.span_s, 99);
  EXPECT_DOUBLE_EQ(*use.coverage, 1);
  EXPECT_NEAR(use.busy->mean, 0.544, 1e-9);
  EXPECT_DOUBLE_EQ(use.busy->p50, 0.9);
  EXPECT_DOUBLE_EQ(use.busy->zero_share, 0.3);
  EXPECT_DOUBLE_EQ(use.busy->below_5pct_share, 0.4);
}

TEST(DeviceUse, IdleIsCountedOverTime) {
  std::vector<double> busy(2000, 0.0);
  std::fill(busy.begin() + 900, busy.begin() + 1800, 0.5);
  const auto holding = [](int second, records::DeviceSample& sample) {
    sample[Metric::memory_used_bytes] = second < 300 ? 5e8 : 2e9;
    return true;
  };
  const auto use = use_of(device_of(busy, holding));
  EXPECT_NEAR(use.idle->share, 1099.0 / 1999, 1e-9);
  EXPECT_NEAR(use.idle->longest_run_s, 900, 1e-9);
  EXPECT_NEAR(use.idle->share_in_runs_over_600s, 900.0 / 1099, 1e-9);
  EXPECT_NEAR(*use.idle->share_holding_memory, 799.0 / 1999, 1e-9);
}

TEST(DeviceUse, WhatWasNotRecordedIsAbsent) {
  const auto bare = [](int, records::DeviceSample& sample) {
    sample[Metric::busy].reset();
    sample[Metric::power_w] = 438;
    return true;
  };
  const auto use = use_of(device_of(std::vector<double>(60, 0), bare));
  EXPECT_FALSE(use.busy);
  EXPECT_FALSE(use.idle);
  EXPECT_FALSE(use.metric(Metric::temperature_c));
  EXPECT_FALSE(use.throttle_share[0]);
  EXPECT_DOUBLE_EQ(use.metric(Metric::power_w)->max, 438);
}

TEST(DeviceUse, ThrottleSharesAreOfTheCoveredTime) {
  const auto capped = [](int second, records::DeviceSample& sample) {
    sample.throttling[static_cast<std::size_t>(Throttle::sw_power_cap)] = second < 50;
    return true;
  };
  const auto use = use_of(device_of(std::vector<double>(101, 0.9), capped));
  EXPECT_NEAR(*use.throttle_share[static_cast<std::size_t>(Throttle::sw_power_cap)], 0.5, 1e-9);
  EXPECT_FALSE(use.throttle_share[static_cast<std::size_t>(Throttle::hw_thermal)]);
}

TEST(DeviceUse, ASingleSampleHasNoIntervalAndNoCoverage) {
  const auto use = use_of(device_of({0.5}));
  EXPECT_FALSE(use.interval_median_s);
  EXPECT_FALSE(use.coverage);
  EXPECT_FALSE(use.idle);
  EXPECT_DOUBLE_EQ(use.busy->mean, 0.5);
}

}  // namespace
}  // namespace accelprep::workload

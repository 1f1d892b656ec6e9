#include "workload/fleet_use.h"

#include <gtest/gtest.h>

#include "intake/telemetry/simulated_device.h"
#include "workload/distribution_use.h"

namespace accelprep::workload {
namespace {

using intake::simulated::device_of;
using records::Metric;

TEST(FleetUse, OneDeviceIsNoFleet) { EXPECT_FALSE(fleet_of(std::vector{device_of(std::vector<double>(10, 0.5), {}, "0")})); }

TEST(FleetUse, ReadingsArePooledAndDevicesCountOnce) {
  // 900 idle seconds of which 800 hold memory; 100 busy ones; and a second device that is always at 50 %.
  std::vector<double> idle(1000, 0.0);
  std::fill(idle.begin() + 900, idle.end(), 1.0);
  const auto holds = [](int second, records::DeviceSample& sample) {
    sample[Metric::memory_used_bytes] = second < 800 ? 2e9 : 5e8;
    return true;
  };
  const auto fleet = fleet_of(std::vector{device_of(idle, holds, "0"), device_of(std::vector<double>(200, 0.5), {}, "1")});
  ASSERT_TRUE(fleet && fleet->busy && fleet->idle && fleet->device_mean_busy);
  EXPECT_EQ(fleet->devices, 2);
  EXPECT_EQ(fleet->samples, 1200);
  EXPECT_NEAR(fleet->busy->mean, 200.0 / 1200, 1e-9);
  EXPECT_NEAR(fleet->busy->zero_share, 0.75, 1e-9);
  EXPECT_NEAR(fleet->device_mean_busy->min, 0.1, 1e-9);
  EXPECT_NEAR(fleet->device_mean_busy->max, 0.5, 1e-9);
  EXPECT_NEAR(fleet->idle->share, 0.75, 1e-9);
  EXPECT_NEAR(fleet->idle->share_in_runs_over_600s, 1, 1e-9);
  EXPECT_NEAR(*fleet->idle->share_holding_memory, 0.8, 1e-9) << "of the thousand readings that carry memory";
  EXPECT_NEAR(fleet->idle->longest_run_s, 900, 1e-9);
}

TEST(DistributionUse, MeansLieBetweenTheStepsAndAreOfWhatIsDescribed) {
  // 40 % at 0, 40 % up to 0.5, 10 % up to 1; of the last 10 % nothing is said.
  const records::Distribution distribution{.source = "x", .metric = Metric::busy, .points = {{0, 0.4}, {0.5, 0.8}, {1, 0.9}}};
  const auto use = use_of(distribution);
  EXPECT_NEAR(use.described_share, 0.9, 1e-12);
  EXPECT_NEAR(use.mean_low, 0.5 * 0.1 / 0.9, 1e-12);
  EXPECT_NEAR(use.mean_high, (0.5 * 0.4 + 0.1) / 0.9, 1e-12);
  EXPECT_NEAR(use.mean, (use.mean_low + use.mean_high) / 2, 1e-12);
  EXPECT_NEAR(use.zero_share, 0.4, 1e-12);
  EXPECT_NEAR(*use.p50, 0.125, 1e-12);
  EXPECT_NEAR(*use.p90, 1, 1e-12);
  EXPECT_FALSE(use.p95) << "beyond what is described";
  EXPECT_NEAR(*use.below_5pct_share, 0.44, 1e-12);
}

}  // namespace
}  // namespace accelprep::workload

#include "workload/soak.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "intake/telemetry/simulated_device.h"
#include "workload/steadiness.h"
#include "workload/sustained.h"

namespace accelprep::workload {
namespace {

using intake::simulated::busy_seconds;
using intake::simulated::device_of;
using intake::simulated::healthy;
using intake::simulated::Queue;
using records::DeviceSample;
using records::DeviceSummary;
using records::Metric;
using records::Throttle;

constexpr int k45Minutes = 2700;

std::vector<std::string> reasons(const Soak& soak) {
  std::vector<std::string> ids;
  for (const auto& reason : soak.reasons) ids.emplace_back(reason.id);
  return ids;
}
using Ids = std::vector<std::string>;

Soak judge(const std::vector<DeviceSummary>& devices, const records::ArrivalSummary* requests = nullptr, bool sla = false) {
  return judge_soak(
      {.devices = devices, .setting = evidence::Setting::target_rack, .inlet_c = 27, .requests = requests, .sla_declared = sla});
}

void throttle(DeviceSample& sample, Throttle reason, bool active) { sample.throttling[static_cast<std::size_t>(reason)] = active; }

TEST(Soak, FiveMinutesNeverQualify) {
  const auto soak = judge({device_of(busy_seconds({}, 300, 1), healthy)});
  EXPECT_FALSE(soak.qualifies);
  EXPECT_EQ(reasons(soak), Ids{"too_short"});
  EXPECT_NE(soak.why.find("4.98 min of the 30 min"), std::string::npos) << soak.why;
  EXPECT_FALSE(soak.capacity_per_s);
}

TEST(Soak, FortyFiveSteadyMinutesQualify) {
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1), healthy)});
  EXPECT_TRUE(soak.qualifies) << soak.why;
  EXPECT_TRUE(soak.reasons.empty());
  EXPECT_TRUE(soak.caveats.empty());
  EXPECT_NEAR(soak.duration_s, k45Minutes - 1, 1e-6);
  EXPECT_NEAR(*soak.busy, 0.6, 0.03);
  EXPECT_DOUBLE_EQ(*soak.clock_held_fraction_p05, 1);
  EXPECT_DOUBLE_EQ(*soak.thermal_throttle_s, 0);
  EXPECT_DOUBLE_EQ(*soak.temperature_max_c, 61);
  EXPECT_NEAR(*soak.late_vs_early, 1, 0.06);
  EXPECT_EQ(soak.late_vs_early_of, "busy");
  EXPECT_FALSE(soak.sm_active);
  EXPECT_FALSE(soak.capacity_per_s) << "no requests were given";
}

TEST(Soak, PartsOfAnAcceleratorAreNeverCountedAsOne) {
  auto whole = device_of(busy_seconds({}, k45Minutes, 1), healthy);
  auto part = whole;
  part.id = "GPU-I 1";
  part.partition = true;
  const auto both = judge({whole, part});
  EXPECT_TRUE(both.qualifies) << both.why;
  EXPECT_EQ(both.loaded, std::vector<std::string>{whole.id});
  const auto alone = judge({part});
  EXPECT_FALSE(alone.qualifies);
  EXPECT_EQ(reasons(alone).front(), "not_loaded");
  EXPECT_NE(alone.why.find("parts of accelerators"), std::string::npos) << alone.why;
  EXPECT_EQ(records::accelerators_among({whole, part}), 1);
  EXPECT_FALSE(sustained_of_busy({part}, {}).value);
}

TEST(Soak, TwelvePointsOfDriftDoNot) {
  const auto soak = judge({device_of(busy_seconds({.service_s = 0.05, .drift = 0.12}, k45Minutes, 1), healthy)});
  EXPECT_EQ(reasons(soak), Ids{"drift"}) << soak.why;
  EXPECT_GT(*soak.late_vs_early, 1.08);
}

// A gauge around a steady level, as a load generator at a constant rate leaves it; `drift` over the window.
std::vector<double> gauge(double drift, std::uint64_t seed) {
  base::Rng rng(seed);
  std::vector<double> busy;
  for (int i = 0; i < k45Minutes; ++i) {
    busy.push_back(0.7 * (1 + drift * (static_cast<double>(i) / k45Minutes - 0.5)) + 0.04 * rng.normal());
  }
  return busy;
}

TEST(Soak, SixPercentOfDriftIsToldFromNoise) {
  int steady = 0;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    steady += judge({device_of(gauge(0, seed), healthy)}).qualifies ? 1 : 0;
    for (const double drift : {0.06, -0.06}) {
      EXPECT_EQ(reasons(judge({device_of(gauge(drift, seed), healthy)})), Ids{"drift"}) << drift << " of seed " << seed;
    }
  }
  EXPECT_GE(steady, 14);
}

TEST(Soak, TwentyPercentOfGapsDoNot) {
  // Twelve seconds of every minute are missing.
  const auto gappy = [](int second, DeviceSample& sample) { return healthy(second, sample) && second % 60 < 48; };
  const auto device = device_of(busy_seconds({}, k45Minutes, 1), gappy);
  EXPECT_EQ(device.holes.size(), 44U);
  const auto soak = judge({device});
  EXPECT_EQ(reasons(soak), Ids{"gaps"}) << soak.why;
  EXPECT_NEAR(*soak.coverage, 48.5 / 60, 0.01);
  EXPECT_GT(soak.duration_s, 1800) << "long enough it is";
}

TEST(Soak, ThermalThrottlingDoesNot) {
  for (const auto reason : {Throttle::sw_thermal, Throttle::hw_thermal, Throttle::hw_power_brake}) {
    const auto hot = [&](int second, DeviceSample& sample) {
      healthy(second, sample);
      throttle(sample, reason, second >= 2000 && second < 2090);
      return true;
    };
    const auto soak = judge({device_of(std::vector<double>(k45Minutes, 0.9), hot)});
    EXPECT_EQ(reasons(soak), Ids{"thermal_throttle"}) << soak.why;
    EXPECT_NEAR(*soak.thermal_throttle_s, 90, 1e-6);
  }
}

TEST(Soak, AGrowingThermalCounterIsEnough) {
  const auto counted = [](int second, DeviceSample& sample) {
    healthy(second, sample);
    sample.throttling.fill(std::nullopt);
    for (auto& total_s : sample.throttle_total_s) total_s = 7;
    sample.throttle_total_s[static_cast<std::size_t>(Throttle::hw_thermal)] = second < 1500 ? 7 : 7.02;
    return true;
  };
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1), counted)});
  EXPECT_EQ(reasons(soak), Ids{"thermal_throttle"}) << soak.why;
  EXPECT_NEAR(*soak.thermal_throttle_s, 0.02, 1e-9);
}

TEST(Soak, AClockThatFallsWithHeatDoesNot) {
  const auto slowing = [](int second, DeviceSample& sample) {
    healthy(second, sample);
    sample[Metric::sm_clock_hz] = second < 1500 ? 1980e6 : 1890e6;
    return true;
  };
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1), slowing)});
  EXPECT_EQ(reasons(soak), Ids{"clock_not_held"}) << soak.why;
  EXPECT_NEAR(*soak.clock_held_fraction_p05, 1890.0 / 1980, 1e-6);
  EXPECT_NE(soak.why.find("1980 MHz of its first 5 busy minutes"), std::string::npos) << soak.why;
  EXPECT_NE(soak.why.find("at 600 W then and 600 W over the window"), std::string::npos) << soak.why;
}

// An H100 at its 700 W cap from the first minute on: below its boost of 1,980 MHz, up and down with the load, and held.
TEST(Soak, AClockUnderThePowerCapAllTheTimeIsHeld) {
  base::Rng rng(4);
  const auto capped = [&](int second, DeviceSample& sample) {
    healthy(second, sample);
    sample[Metric::power_w] = 698 + 2 * rng.uniform();
    sample[Metric::sm_clock_hz] = (1755 + 15 * std::round(3 * rng.normal())) * 1e6;
    throttle(sample, Throttle::sw_power_cap, true);
    return true;
  };
  const auto soak = judge({device_of(gauge(0, 1), capped)});
  EXPECT_TRUE(soak.qualifies) << soak.why;
  EXPECT_GT(*soak.clock_held_fraction_p05, 0.98);
}

TEST(Soak, AClockThatSinksFrom1755To1410MHzAt600WIsNot) {
  const auto sinking = [](int second, DeviceSample& sample) {
    healthy(second, sample);
    sample[Metric::power_w] = 600;
    sample[Metric::sm_clock_hz] = (1755 - 345.0 * second / k45Minutes) * 1e6;
    throttle(sample, Throttle::sw_power_cap, true);
    return true;
  };
  const auto soak = judge({device_of(gauge(0, 1), sinking)});
  EXPECT_EQ(reasons(soak), Ids{"clock_not_held"}) << soak.why;
  EXPECT_NEAR(*soak.clock_held_fraction_p05, 1427.0 / 1736, 0.01);
}

TEST(Soak, IdleClocksAreNoSlowdown) {
  const auto resting = [](int second, DeviceSample& sample) {
    healthy(second, sample);
    if (*sample[Metric::busy] < 0.01) {
      sample[Metric::sm_clock_hz] = 345e6;
      throttle(sample, Throttle::hw_thermal, true);  // drivers set bits while the clock rests
      sample[Metric::busy] = 0;
    }
    return true;
  };
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1), resting)});
  EXPECT_TRUE(soak.qualifies) << soak.why;
}

TEST(Soak, LoadThatSwingsDoesNot) {
  std::vector<double> busy;
  for (int i = 0; i < k45Minutes; ++i) busy.push_back(i / 300 % 4 == 1 ? 0.9 : 0.6);
  EXPECT_EQ(reasons(judge({device_of(busy, healthy)})), Ids{"unsteady"});
}

TEST(Soak, IdleAcceleratorsAreListedAndDoNotCount) {
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1), healthy, "0"), device_of(std::vector<double>(600, 0), {}, "1")});
  EXPECT_TRUE(soak.qualifies) << soak.why;
  EXPECT_EQ(soak.loaded, Ids{"0"});
  EXPECT_EQ(soak.idle, Ids{"1"});
  EXPECT_NEAR(*soak.busy, 0.6, 0.03) << "the idle one is not averaged in";
}

TEST(Soak, NoLoadIsNoSoak) {
  EXPECT_EQ(reasons(judge({device_of(std::vector<double>(k45Minutes, 0.01), healthy)})), Ids{"not_loaded"});
  EXPECT_EQ(reasons(judge({})), (Ids{"not_loaded", "too_short"}));
}

TEST(Soak, ADeviceLostHalfwayLeavesAGap) {
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1), healthy, "0"), device_of(busy_seconds({}, 2000, 2), healthy, "1")});
  EXPECT_EQ(reasons(soak), Ids{"gaps"}) << soak.why;
}

TEST(Soak, WhereNothingSaysWhetherItThrottledTheCaveatDoes) {
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1))});
  EXPECT_TRUE(soak.qualifies) << soak.why;
  EXPECT_EQ(soak.caveats, Ids{"clocks and throttle reasons were not recorded: throttling cannot be ruled out"});
  EXPECT_FALSE(soak.clock_held_fraction_p05);
  EXPECT_FALSE(soak.thermal_throttle_s);
}

TEST(Soak, ThePowerCapIsNormalAndSaid) {
  const auto capped = [](int second, DeviceSample& sample) {
    healthy(second, sample);
    throttle(sample, Throttle::sw_power_cap, true);
    return true;
  };
  const auto soak = judge({device_of(std::vector<double>(k45Minutes, 0.9), capped)});
  EXPECT_TRUE(soak.qualifies) << soak.why;
  EXPECT_NE(soak.why.find("power limit held the clock 100 % of the time"), std::string::npos) << soak.why;
}

TEST(Soak, MigIsJudgedBySmActive) {
  const auto mig = [](int second, DeviceSample& sample) {
    healthy(second, sample);
    sample[Metric::sm_active] = sample[Metric::busy];
    sample[Metric::busy].reset();
    return true;
  };
  const auto soak = judge({device_of(busy_seconds({}, k45Minutes, 1), mig)});
  EXPECT_TRUE(soak.qualifies) << soak.why;
  EXPECT_FALSE(soak.busy);
  EXPECT_NEAR(*soak.sm_active, 0.6, 0.03);
  EXPECT_EQ(soak.late_vs_early_of, "sm_active");
}

// 2 requests a second for 45 minutes; 100 tokens in, 50 out.
records::ArrivalSummary requests_of(std::int64_t failed, std::int64_t within_sla) {
  records::ArrivalSummary out;
  out.origin_ns = out.first_ns = intake::simulated::kStart;
  out.last_ns = intake::simulated::kStart + (k45Minutes - 1) * base::kSecond;
  for (int second = 0; second < k45Minutes; ++second) out.seconds.push_back({.second = second, .count = 2});
  out.count = std::int64_t{2} * k45Minutes;
  out.failed = failed;
  out.within_sla = within_sla;
  out.input_tokens = {.count = out.count, .sum = 100.0 * 2 * k45Minutes, .cells = {{100, out.count}}};
  out.output_tokens = {.count = out.count, .sum = 50.0 * 2 * k45Minutes, .cells = {{50, out.count}}};
  return out;
}

TEST(Soak, CapacityIsWhatOneAcceleratorHeldWithinTheSla) {
  const std::vector<DeviceSummary> two{device_of(busy_seconds({}, k45Minutes, 1), healthy, "0"),
                                       device_of(busy_seconds({}, k45Minutes, 2), healthy, "1")};
  const auto requests = requests_of(10, 5350);
  const auto soak = judge(two, &requests, true);
  ASSERT_TRUE(soak.qualifies) << soak.why;
  EXPECT_DOUBLE_EQ(*soak.capacity_per_s, 5350.0 / 2699 / 2);
  EXPECT_DOUBLE_EQ(*soak.capacity_tokens_per_s, 5350.0 / 2699 / 2 * 150);
  EXPECT_DOUBLE_EQ(*soak.input_tokens_mean, 100);
  EXPECT_NEAR(*soak.late_vs_early, 1, 0.01);
  EXPECT_EQ(soak.late_vs_early_of, "requests");
}

TEST(Soak, FailedAndLateRequestsDoNotQualify) {
  const std::vector<DeviceSummary> one{device_of(busy_seconds({}, k45Minutes, 1), healthy)};
  const auto failed = requests_of(100, 5300);
  EXPECT_EQ(reasons(judge(one, &failed, true)), Ids{"requests_failed"});
  const auto late = requests_of(0, 5300);
  EXPECT_EQ(reasons(judge(one, &late, true)), Ids{"sla_missed"});
  const auto unasked = judge(one, &late, false);
  EXPECT_TRUE(unasked.qualifies);
  EXPECT_DOUBLE_EQ(*unasked.capacity_per_s, 5400.0 / 2699);
  EXPECT_EQ(unasked.caveats, Ids{"no SLA was declared: every finished request counts"});
}

TEST(Soak, ThresholdsAreThePolicys) {
  const std::vector<DeviceSummary> one{device_of(busy_seconds({}, 300, 1), healthy)};
  EXPECT_TRUE(judge_soak({.devices = one}, {.soak_min_s = 240}).qualifies);
  const std::vector<DeviceSummary> hotter{device_of(busy_seconds({.load = 0.3}, k45Minutes, 1), healthy)};
  EXPECT_FALSE(judge_soak({.devices = hotter}, {.soak_loaded_busy = 0.5}).qualifies);
}

struct Counts {
  int steady_failed = 0;
  int drift_found = 0;
};

Counts count_over_seeds(const Queue& queue) {
  constexpr int kSeeds = 100;
  Counts counts;
  Queue drifting = queue;
  drifting.drift = 0.12;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    counts.steady_failed += judge({device_of(busy_seconds(queue, k45Minutes, seed), healthy)}).qualifies ? 0 : 1;
    counts.drift_found += judge({device_of(busy_seconds(drifting, k45Minutes, seed), healthy)}).has_reason("drift") ? 1 : 0;
  }
  return counts;
}

TEST(Soak, NoiseOfAQueueIsToldFromDrift) {
  // Requests of 0.05 s and 0.2 s on a queue loaded to 60 %: correlation reaches over some seconds.
  const auto quick = count_over_seeds({.service_s = 0.05});
  const auto usual = count_over_seeds({.service_s = 0.2});
  RecordProperty("of_100_quick", fmt::format("{} steady failed, {} drifts found", quick.steady_failed, quick.drift_found));
  RecordProperty("of_100_usual", fmt::format("{} steady failed, {} drifts found", usual.steady_failed, usual.drift_found));
  EXPECT_LE(quick.steady_failed, 2);
  EXPECT_GE(quick.drift_found, 98);
  EXPECT_LE(usual.steady_failed, 10);
  EXPECT_GE(usual.drift_found, 80);
}

TEST(Soak, BusyPeriodsOfMinutesNeedALongerSoak) {
  // Requests of 1 s: busy periods as long as the blocks. Most steady runs still pass, and most drifts are found; neither is certain.
  const auto slow = count_over_seeds({.service_s = 1});
  RecordProperty("of_100_slow", fmt::format("{} steady failed, {} drifts found", slow.steady_failed, slow.drift_found));
  EXPECT_LE(slow.steady_failed, 40);
  EXPECT_GE(slow.drift_found, 45);
}

TEST(Steadiness, ALineIsFoundExactly) {
  std::vector<double> busy;
  for (int i = 0; i < k45Minutes; ++i) busy.push_back(0.5 + 0.1 * std::floor(i / 60.0) / 44);
  const auto steady = steadiness_of(device_of(busy), Metric::busy);
  EXPECT_NEAR(steady->change, 0.1, 1e-9);
  EXPECT_NEAR(steady->change_error, 0, 1e-9);
  EXPECT_NEAR(steady->swing, 0.1 * 20 / 44, 1e-9);  // the middles of the outer and the middle block are 20 minutes apart
  EXPECT_FALSE(steadiness_of(device_of(std::vector<double>(600, 0.5)), Metric::busy)) << "ten minutes say nothing";
}

TEST(SoakMeasurements, CarryTheVerdictAndItsReasons) {
  const auto soak = judge({device_of(busy_seconds({}, 300, 1), healthy)});
  const auto measurements = soak_measurements(soak, {.subject = {.accelerator = "h100-sxm"}, .basis = evidence::Basis::imported});
  const auto find = [&](std::string_view id) {
    return *std::find_if(measurements.begin(), measurements.end(), [&](const auto& m) { return m.id == id; });
  };
  EXPECT_EQ(find("soak_qualifies").text(), "no");
  EXPECT_EQ(find("soak_qualifies").attribute("reasons"), "too_short");
  EXPECT_EQ(find("soak_qualifies").attribute("why"), soak.why);
  EXPECT_EQ(find("soak_qualifies").subject.count, 1);
  EXPECT_EQ(find("soak_qualifies").subject.setting, evidence::Setting::target_rack);
  EXPECT_EQ(find("soak_qualifies").subject.inlet_c, 27);
  EXPECT_NEAR(*find("soak_duration").number(), 299, 1e-6);
  EXPECT_TRUE(find("sustained_capacity").is_absent());
  EXPECT_TRUE(find("sustained_capacity_tokens").is_absent());
  EXPECT_DOUBLE_EQ(*find("clock_held_p05").number(), 1);
  EXPECT_EQ(measurements.size(), 8U);
}

TEST(DeviceMinutes, GapsBreakTheLineAndBandsSayWhy) {
  const auto interrupted = [](int second, DeviceSample& sample) {
    healthy(second, sample);
    throttle(sample, Throttle::hw_thermal, second >= 60 && second < 180);
    return second < 298 || second >= 600;
  };
  const auto device = device_of(std::vector<double>(900, 0.9), interrupted);
  const auto series = device_minutes(device, judge({device}));
  EXPECT_EQ(series.id, "device_minutes/0");
  ASSERT_EQ(series.columns.size(), 4U);  // no SM active
  EXPECT_EQ(series.columns[1].name, "clock");
  EXPECT_EQ(series.x.size(), 11U);
  EXPECT_FALSE(series.columns[0].y[5]);
  EXPECT_NEAR(*series.columns[0].y[6], 0.9, 1e-9);
  ASSERT_EQ(series.bands.size(), 2U);
  EXPECT_EQ(series.bands[0].kind, "throttled");
  EXPECT_DOUBLE_EQ(series.bands[0].to - series.bands[0].from, 120);
  EXPECT_EQ(series.bands[1].kind, "gap");
  const auto whole = device_of(busy_seconds({}, k45Minutes, 1), healthy);
  EXPECT_EQ(device_minutes(whole, judge({whole})).bands.at(0).kind, "qualified");
}

}  // namespace
}  // namespace accelprep::workload

#include "intake/telemetry/sample_fold.h"

#include <gtest/gtest.h>
#include <vector>

namespace accelprep::intake {
namespace {

using records::DeviceSummary;
using records::Metric;
using records::Throttle;

constexpr base::TimeNs kStart = 1'767'225'600 * base::kSecond;  // 2026-01-01T00:00:00Z

records::DeviceSample sample(double at_s, double busy) {
  records::DeviceSample out;
  out.at_ns = kStart + static_cast<base::TimeNs>(at_s * 1e9);
  out.device = "0";
  out[Metric::busy] = busy;
  return out;
}

DeviceSummary fold(const std::vector<records::DeviceSample>& samples) {
  SampleFold all;
  for (const auto& one : samples) EXPECT_EQ(all.add(one), Taken::used);
  return all.finish().devices.at(0);
}

double covered_s(const DeviceSummary& device) {
  double sum = 0;
  for (const auto& cell : device.minutes) sum += cell.covered_s;
  return sum;
}

TEST(SampleFold, ASampleStandsForOneAndAHalfIntervalsAtMost) {
  // Every second for ten seconds, then one at 30 s: 9 whole intervals, 1.5 s of the hole, and the last stands for nothing.
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 10; ++i) samples.push_back(sample(i, 0.5));
  samples.push_back(sample(30, 0.5));
  const auto device = fold(samples);
  EXPECT_EQ(device.samples, 11);
  EXPECT_NEAR(device.interval_median_s, 1, 1e-9);
  EXPECT_NEAR(device.interval_max_s, 21, 1e-9);
  EXPECT_NEAR(covered_s(device), 10.5, 1e-9);
  ASSERT_EQ(device.holes.size(), 1U);
  EXPECT_EQ(device.holes[0].from_ns, kStart + 9 * base::kSecond);
  EXPECT_EQ(device.holes[0].to_ns, kStart + 30 * base::kSecond);
}

TEST(SampleFold, MinutesHoldWhatIsKnownOfThem) {
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 240; i += 10) samples.push_back(sample(i, i < 60 ? 0.0 : 0.6));
  const auto device = fold(samples);
  ASSERT_EQ(device.minutes.size(), 4U);
  EXPECT_EQ(device.minutes[0].minute, kStart / (60 * base::kSecond));
  EXPECT_DOUBLE_EQ(device.minutes[0].covered_s, 60);
  EXPECT_DOUBLE_EQ(device.minutes[0].idle_s, 60);
  EXPECT_DOUBLE_EQ(*device.minutes[0].values[0].mean(), 0);
  EXPECT_DOUBLE_EQ(*device.minutes[1].values[0].mean(), 0.6);
  EXPECT_DOUBLE_EQ(device.minutes[3].covered_s, 50);
}

TEST(SampleFold, CoarseSamplesStandForTheMinutesBetweenThem) {
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 4; ++i) samples.push_back(sample(300.0 * i, 0.1 * i));
  const auto device = fold(samples);
  ASSERT_EQ(device.minutes.size(), 16U);  // three times five minutes, and the one the last sample lies in
  EXPECT_DOUBLE_EQ(covered_s(device), 900);
  EXPECT_DOUBLE_EQ(*device.minutes[7].values[0].mean(), 0.1);
  EXPECT_EQ(device.sketch(Metric::busy).count, 4);
}

TEST(SampleFold, IdleRunsEndAtWorkAndAtHoles) {
  std::vector<records::DeviceSample> samples;
  const auto add = [&](double at_s, double busy) {
    samples.push_back(sample(at_s, busy));
    samples.back()[Metric::memory_used_bytes] = 2e9;
  };
  for (int i = 0; i < 20; ++i) add(i, i < 5 ? 0 : 0.9);  // 5 s idle
  for (int i = 20; i < 30; ++i) add(i, 0);               // 9 s and 1.5 s before the hole
  for (int i = 100; i < 104; ++i) add(i, 0);             // 3 s
  const auto device = fold(samples);
  const std::vector<double> expected{5, 10.5, 3};
  ASSERT_EQ(device.idle_runs_s.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(device.idle_runs_s[i], expected[i], 1e-9);
  EXPECT_NEAR(device.idle_s, 18.5, 1e-9);
  EXPECT_NEAR(device.idle_holding_memory_s, 18.5, 1e-9);
}

TEST(SampleFold, ASampleWithoutBusyDoesNotBreakAnIdleRunUnlessItsGapIsAHole) {
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 40; ++i) {
    samples.push_back(sample(i, i == 39 ? 0.9 : 0));
    if (i == 10 || (i > 20 && i < 26)) samples.back()[Metric::busy].reset();
  }
  const auto device = fold(samples);
  ASSERT_EQ(device.idle_runs_s.size(), 2U) << "the five seconds without busy are a hole, the one second is none";
  EXPECT_NEAR(device.idle_runs_s[0], 9 + 1.5 + 9 + 1.5, 1e-9);
  EXPECT_EQ(device.idle_run_readings, (std::vector<std::int64_t>{20, 13}));
  EXPECT_EQ(device.idle_readings, 33);
}

TEST(SampleFold, WhatComplementsASampleOfTheSameMomentIsPartOfIt) {
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 10; ++i) {
    auto memory = sample(i, 0);
    memory[Metric::busy].reset();
    memory[Metric::memory_used_bytes] = 2e9;
    samples.push_back(sample(i, 0));
    samples.push_back(memory);
  }
  const auto device = fold(samples);
  EXPECT_EQ(device.samples, 10);
  EXPECT_EQ(device.readings_with_memory, 10);
  EXPECT_EQ(device.idle_readings_holding_memory, 10);
  EXPECT_NEAR(device.idle_holding_memory_s, 9, 1e-9);
  EXPECT_EQ(fold({sample(0, 0.5), sample(0, 0.5), sample(1, 0.5)}).samples, 3) << "the same metric twice is two samples";
}

TEST(SampleFold, MasksCountTheTimeOfTheirSamplesUnlessIdle) {
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 10; ++i) {
    samples.push_back(sample(i, i < 8 ? 0.9 : 0.0));
    samples.back().throttling[static_cast<std::size_t>(Throttle::hw_thermal)] = i >= 5;
  }
  const auto device = fold(samples);
  double hot_s = 0;
  for (const auto& cell : device.minutes) hot_s += cell.throttled_s[static_cast<std::size_t>(Throttle::hw_thermal)];
  EXPECT_NEAR(hot_s, 3, 1e-9);  // samples 5, 6 and 7; 8 is idle and 9 the last
  EXPECT_TRUE(device.throttle_known[static_cast<std::size_t>(Throttle::hw_thermal)]);
  EXPECT_FALSE(device.throttle_known[static_cast<std::size_t>(Throttle::sw_thermal)]);
}

TEST(SampleFold, CountersAreTakenBeforeMasksAndTheirResetsFound) {
  SampleFold all;
  const std::vector<double> totals{100, 100.25, 100.25, 0.5, 0.75};  // the driver was restarted after the third
  for (std::size_t i = 0; i < totals.size(); ++i) {
    auto one = sample(static_cast<double>(i), 0.9);
    one.throttling[static_cast<std::size_t>(Throttle::sw_thermal)] = true;
    one.throttle_total_s[static_cast<std::size_t>(Throttle::sw_thermal)] = totals[i];
    all.add(one);
  }
  const auto folded = all.finish();
  double hot_s = 0;
  for (const auto& cell : folded.devices[0].minutes) hot_s += cell.throttled_s[static_cast<std::size_t>(Throttle::sw_thermal)];
  EXPECT_NEAR(hot_s, 0.25 + 0 + 0.5 + 0.25, 1e-9);
  ASSERT_EQ(folded.notes.size(), 1U);
  EXPECT_NE(folded.notes[0].find("reset 1 times"), std::string::npos) << folded.notes[0];
}

TEST(SampleFold, BusyClocksAreThoseOfBusySamples) {
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 4; ++i) {
    samples.push_back(sample(i, i < 2 ? 0.02 : 0.8));
    samples.back()[Metric::sm_clock_hz] = i < 2 ? 210e6 : 1980e6;
  }
  const auto device = fold(samples);
  EXPECT_EQ(device.busy_clock_hz.count, 2);
  EXPECT_EQ(device.busy_clock_hz.cells.at(0).step, 1980);
  EXPECT_EQ(device.sketch(Metric::sm_clock_hz).count, 4);
}

TEST(SampleFold, SmallDisorderIsSortedAndMoreIsLeftOut) {
  SampleFold all;
  for (const double at_s : {0.0, 2.0, 1.0, 3.0, 5.0, 4.0, 6.0, 9.0}) EXPECT_EQ(all.add(sample(at_s, 0.5)), Taken::used);
  EXPECT_EQ(all.add(sample(3.5, 0.5)), Taken::out_of_order);
  EXPECT_EQ(all.used(), 8);
  const auto device = all.finish().devices.at(0);
  EXPECT_EQ(device.samples, 8);
  EXPECT_NEAR(device.interval_median_s, 1, 1e-9);
}

TEST(SampleFold, OnlyTheWindowCounts) {
  SampleFold all(records::TimeSpan{.from_ns = kStart + 2 * base::kSecond, .to_ns = kStart + 4 * base::kSecond});
  EXPECT_EQ(all.add(sample(1.9, 0.5)), Taken::outside_window);
  EXPECT_EQ(all.add(sample(2, 0.5)), Taken::used);
  EXPECT_EQ(all.add(sample(4, 0.5)), Taken::used);
  EXPECT_EQ(all.add(sample(4.1, 0.5)), Taken::outside_window);
}

TEST(SampleFold, StreamsBeyondTheHeadWithTheSameResult) {
  // 5,000 samples, far over kHeadSamples: every quantity is that of simple counting.
  std::vector<records::DeviceSample> samples;
  for (int i = 0; i < 5000; ++i) samples.push_back(sample(i, i % 4 == 0 ? 0.0 : 0.5));
  const auto device = fold(samples);
  EXPECT_EQ(device.samples, 5000);
  EXPECT_NEAR(covered_s(device), 4999, 1e-6);
  EXPECT_NEAR(device.idle_s, 1250, 1e-6);
  EXPECT_EQ(device.idle_runs_s.size(), 1250U);
  EXPECT_TRUE(device.holes.empty());
}

TEST(SampleFold, DevicesAreSortedAsPeopleCount) {
  EXPECT_TRUE(device_before("2", "10"));
  EXPECT_TRUE(device_before("10", "gpu0"));
  EXPECT_FALSE(device_before("gpu1", "gpu0"));
}

TEST(DeviceMerge, PartsInSequenceGiveOneDeviceWithAHole) {
  std::vector<records::DeviceSample> early;
  std::vector<records::DeviceSample> late;
  for (int i = 0; i < 30; ++i) early.push_back(sample(i, 0.2));
  for (int i = 40; i < 100; ++i) late.push_back(sample(i, 0.8));
  auto whole = fold(early);
  records::merge(whole, fold(late));
  EXPECT_EQ(whole.samples, 90);
  ASSERT_EQ(whole.holes.size(), 1U);
  EXPECT_NEAR(covered_s(whole), 29 + 59, 1e-9);
  ASSERT_EQ(whole.minutes.size(), 2U);
  EXPECT_EQ(whole.minutes[0].values[0].count, 50);
  EXPECT_NEAR(whole.interval_max_s, 11, 1e-9);
}

}  // namespace
}  // namespace accelprep::intake

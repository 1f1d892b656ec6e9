#include "intake/telemetry/nvidia/nvidia_smi_csv.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "intake/telemetry/collector_for_test.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::Throttle;

struct Outcome {
  Collector found;
  base::Status status;
};

Outcome read(const std::string& text, const NvidiaSmiOptions& options = {}) {
  Outcome out;
  auto lines = base::LineReader::over(text, "gpu.csv");
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, 0);
  out.status = read_nvidia_smi_csv({.lines = lines, .time = time, .progress = progress, .nvidia_smi = options}, out.found);
  return out;
}

TEST(NvidiaSmiCsv, ColumnsAreFoundByNameInAnyOrder) {
  const auto out = read(
      "power.draw [W], temperature.gpu, timestamp, index, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB], pstate\n"
      "627.40 W, 52, 2026/07/03 22:11:09.763, 1, NVIDIA H200, 100 %, 32362 MiB, 143771 MiB, P0\n");
  ASSERT_TRUE(out.status) << out.status.error().text();
  ASSERT_EQ(out.found.samples.size(), 1U);
  const auto& sample = out.found.samples[0];
  EXPECT_EQ(base::format_time(sample.at_ns), "2026-07-03T22:11:09.763Z");
  EXPECT_EQ(sample.device, "1");
  EXPECT_EQ(sample.name, "NVIDIA H200");
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 1);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 627.4);
  EXPECT_DOUBLE_EQ(*sample[Metric::temperature_c], 52);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_used_bytes], 32362.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample.memory_total_bytes, 143771.0 * 1048576);
  EXPECT_FALSE(sample[Metric::sm_clock_hz]);
}

TEST(NvidiaSmiCsv, NounitsTakesTheHeadersUnits) {
  const auto out = read("timestamp, index, utilization.gpu [%], clocks.sm [MHz]\n2026/07/03 22:11:09.763, 0, 37, 1410\n");
  EXPECT_DOUBLE_EQ(*out.found.samples.at(0)[Metric::busy], 0.37);
  EXPECT_DOUBLE_EQ(*out.found.samples.at(0)[Metric::sm_clock_hz], 1.41e9);
}

TEST(NvidiaSmiCsv, PlaceholdersOfMigAreAbsent) {
  const auto out = read(
      "timestamp, index, utilization.gpu [%], power.draw [W], power.draw.instant [W], temperature.memory, clocks.applications.graphics "
      "[MHz]\n"
      "2026/07/14 09:00:44.579, 0, [N/A], [N/A], 447.35 W, N/A, [Requested functionality has been deprecated]\n");
  const auto& sample = out.found.samples.at(0);
  EXPECT_FALSE(sample[Metric::busy]);
  EXPECT_FALSE(sample[Metric::memory_temperature_c]);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 447.35) << "the instant draw stands in where the average is absent";
  EXPECT_TRUE(out.found.rejected.empty());
}

TEST(NvidiaSmiCsv, PowerDrawComesBeforeItsRelativesWhereverItStands) {
  const auto out = read(
      "timestamp, index, power.draw.instant [W], power.draw.average [W], power.draw [W]\n2026/07/14 09:00:44.579, 0, 447.35 W, 431 W, 433 "
      "W\n");
  EXPECT_DOUBLE_EQ(*out.found.samples.at(0)[Metric::power_w], 433);
}

TEST(NvidiaSmiCsv, HeadersAreSkippedWhereTheyRepeatAndFollowedWhereTheyChange) {
  const auto out = read(
      "timestamp, index, utilization.gpu [%]\n2023/06/22 18:56:56.252, 0, 22 %\n"
      "timestamp, index, utilization.gpu [%]\n2023/06/22 18:56:57.274, 0, 24 %\n\n"
      "timestamp, utilization.gpu [%], index\n2023/06/22 18:56:58.274, 26 %, 0\n");
  ASSERT_EQ(out.found.samples.size(), 3U);
  EXPECT_DOUBLE_EQ(*out.found.samples[2][Metric::busy], 0.26);
  EXPECT_TRUE(out.found.rejected.empty());
}

TEST(NvidiaSmiCsv, BadRowsAreCountedAndDoNotStopTheReading) {
  const auto out = read(
      "timestamp, index, utilization.gpu [%], power.draw [W]\n"
      "2023/06/22 18:56:56.252, 0, 101 %, 70 W\n"
      "2023/06/22 18:56:57.252, 0, 20 %, -1 W\n"
      "2023/06/22 18:56:58.252, 0, 20 %\n"
      "2023/06/22 18:56:59.252, 0, 20 %, 70 W, 3\n"
      "2023/06/22 18:57:00.252, 0, lots, 70 W\n"
      "Unable to determine the device handle for GPU0\n"
      "yesterday, 0, 20 %, 70 W\n"
      "2023/06/22 18:57:01.252, [GPU is lost], 20 %, 70 W\n"
      "1970/01/01 00:00:01.000, 0, 20 %, 70 W\n"
      "2023/06/22 18:57:02.252, 0, 20 %, 70 W,\n"
      "2023/06/22 18:57:0");
  const std::vector<std::string> expected{"2: busy below 0 or over 100 %",
                                          "3: power below 0 or over 20 kW",
                                          "4: fewer cells than columns",
                                          "5: more cells than columns",
                                          "6: a cell is neither a number with a known unit nor a placeholder",
                                          "7: fewer cells than columns",
                                          "8: no time in the timestamp column",
                                          "9: no device named",
                                          "10: a time before 2000 or after 2100: the clock was not set",
                                          "12: fewer cells than columns"};
  EXPECT_EQ(out.found.rejected, expected);
  ASSERT_EQ(out.found.samples.size(), 1U) << "a trailing comma is no cell";
}

TEST(NvidiaSmiCsv, ReasonsComeFromMasksAndFromSingleColumnsUnderBothNames) {
  for (const auto* prefix : {"clocks_event_reasons", "clocks_throttle_reasons"}) {
    const auto out =
        read(fmt::format("timestamp, index, power.draw [W], {0}.active, {0}.sw_thermal_slowdown, {0}_counters.sw_power_cap [us]\n"
                         "2026/07/14 09:00:44.579, 0, 300 W, 0x0000000000000004, Active, 1500000 us\n"
                         "2026/07/14 09:00:45.579, 0, 300 W, 0x0000000000000048, Not Active, [N/A]\n",
                         prefix));
    ASSERT_EQ(out.found.samples.size(), 2U) << prefix;
    const auto& first = out.found.samples[0];
    EXPECT_EQ(first.throttling[static_cast<std::size_t>(Throttle::sw_power_cap)], true);
    EXPECT_EQ(first.throttling[static_cast<std::size_t>(Throttle::sw_thermal)], true);
    EXPECT_EQ(first.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], false);
    EXPECT_DOUBLE_EQ(*first.throttle_total_s[static_cast<std::size_t>(Throttle::sw_power_cap)], 1.5);
    const auto& second = out.found.samples[1];
    EXPECT_EQ(second.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], true);
    EXPECT_EQ(second.throttling[static_cast<std::size_t>(Throttle::sw_thermal)], false);
    EXPECT_FALSE(second.throttle_total_s[static_cast<std::size_t>(Throttle::sw_power_cap)]);
  }
}

TEST(NvidiaSmiCsv, AHardwareSlowdownWithoutACauseCountsAsThermal) {
  EXPECT_TRUE(throttle_of_mask(0x8)[static_cast<std::size_t>(Throttle::hw_thermal)]);
  EXPECT_FALSE(throttle_of_mask(0x88)[static_cast<std::size_t>(Throttle::hw_thermal)]);
  EXPECT_TRUE(throttle_of_mask(0x88)[static_cast<std::size_t>(Throttle::hw_power_brake)]);
  EXPECT_EQ(throttle_of_mask(0x1), (std::array<bool, records::kThrottleCount>{})) << "idle is no throttling";
  const auto out =
      read("timestamp, index, power.draw [W], clocks_throttle_reasons.hw_slowdown\n2026/07/14 09:00:44.579, 0, 300 W, Active\n");
  EXPECT_EQ(out.found.samples.at(0).throttling[static_cast<std::size_t>(Throttle::hw_thermal)], true);
}

TEST(NvidiaSmiCsv, WithoutAHeaderColumnsComeFromFields) {
  const auto out = read("2025/09/08 14:14:37.120, 12, 11409\n2025/09/08 14:14:38.123, 13, 11409\n",
                        {.fields = {"timestamp", "utilization.gpu", "memory.used"}});
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.12);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 11409.0 * 1048576);
  EXPECT_EQ(out.found.samples[0].device, "0");
}

TEST(NvidiaSmiCsv, UnitsTellColumnsApartAndTheNoteSaysSo) {
  const auto out = read(
      "2026/04/25 16:06:06.780, 0 %, 0 %, 2 MiB, 20146 MiB, 27, 11.64 W\n2026/04/25 16:06:11.788, 9 %, 1 %, 2 MiB, 20146 MiB, 27, 31.36 "
      "W\n");
  ASSERT_TRUE(out.status) << out.status.error().text();
  EXPECT_DOUBLE_EQ(*out.found.samples.at(1)[Metric::busy], 0.09);
  EXPECT_DOUBLE_EQ(*out.found.samples.at(1)[Metric::power_w], 31.36);
  EXPECT_FALSE(out.found.samples.at(1)[Metric::memory_used_bytes]) << "used, free or total: not told";
  ASSERT_EQ(out.found.notes.size(), 1U);
  EXPECT_NE(out.found.notes[0].find("column 2 as utilization.gpu"), std::string::npos) << out.found.notes[0];
  EXPECT_NE(out.found.notes[0].find("columns 3, 4, 5, 6 are not used"), std::string::npos) << out.found.notes[0];
}

TEST(NvidiaSmiCsv, AConstantColumnInWattsIsALimitAndNotTaken) {
  const auto out = read("2026/04/25 16:06:06.780, 0 %, 300.00 W\n2026/04/25 16:06:11.788, 9 %, 300.00 W\n");
  EXPECT_FALSE(out.found.samples.at(0)[Metric::power_w]);
}

TEST(NvidiaSmiCsv, BareNumbersWithoutAHeaderAreAnErrorThatSaysWhatToDo) {
  const auto out = read("2025/09/08 14:14:37.120, 0, 11409\n");
  ASSERT_FALSE(out.status);
  EXPECT_NE(out.status.error().text().find("gpu.csv"), std::string::npos);
  EXPECT_NE(out.status.error().text().find("--fields="), std::string::npos);
}

TEST(NvidiaSmiCsv, DevicesWithoutAnIndexAreToldApartByOrder) {
  std::string text = "timestamp, utilization.gpu [%], memory.used [MiB]\n";
  for (int tick = 0; tick < 5; ++tick) {
    text += fmt::format("2025/09/08 14:14:{}.120, 10 %, 1 MiB\n", 30 + tick);
    if (tick != 2) text += fmt::format("2025/09/08 14:14:{}.121, 90 %, 2 MiB\n", 30 + tick);
  }
  // One tick of five is not whole: below nine of ten the order is not believed.
  EXPECT_EQ(read(text).found.samples.back().device, "0");
  for (int tick = 5; tick < 25; ++tick) {
    text += fmt::format("2025/09/08 14:14:{}.120, 10 %, 1 MiB\n2025/09/08 14:14:{}.121, 90 %, 2 MiB\n", 30 + tick, 30 + tick);
  }
  const auto out = read(text);
  ASSERT_EQ(out.found.samples.size(), 48U);
  for (const auto& sample : out.found.samples) EXPECT_DOUBLE_EQ(*sample[Metric::busy], sample.device == "0" ? 0.1 : 0.9);
  ASSERT_EQ(out.found.rejected.size(), 1U);
  EXPECT_NE(out.found.rejected[0].find("whose they are is not known"), std::string::npos);
}

TEST(NvidiaSmiCsv, UuidsServeAsIdsHashedUnlessNamesAreKept) {
  const std::string text = "timestamp, uuid, utilization.gpu [%]\n2025/09/08 14:14:37.120, GPU-604ac76c-d9cf, 5 %\n";
  EXPECT_TRUE(read(text).found.samples.at(0).device.starts_with("gpu-"));
  EXPECT_EQ(read(text).found.samples.at(0).device.find("604ac76c"), std::string::npos);
  EXPECT_EQ(read(text, {.names = Names::kept}).found.samples.at(0).device, "GPU-604ac76c-d9cf");
}

TEST(NvidiaSmiCsv, MissingColumnsAreErrorsThatNameThem) {
  EXPECT_NE(read("index, utilization.gpu [%]\n0, 5 %\n").status.error().text().find("timestamp"), std::string::npos);
  EXPECT_NE(read("timestamp, index, pstate\n2025/09/08 14:14:37.120, 0, P0\n").status.error().text().find("utilization.gpu"),
            std::string::npos);
  EXPECT_NE(read("timestamp, index, power.draw [furlong]\n").status.error().text().find("furlong"), std::string::npos);
  EXPECT_FALSE(read("").status);
}

TEST(NvidiaSmiCsv, IsRecognisedByContent) {
  const auto is = [](const std::string& line) { return is_nvidia_smi_csv(std::vector<std::string>{line}); };
  EXPECT_TRUE(is("timestamp, name, utilization.gpu [%]"));
  EXPECT_TRUE(is("2025/09/08 14:14:37.120, 0, 11409"));
  EXPECT_FALSE(is("# gpu    pwr  gtemp  mtemp     sm    mem"));
  EXPECT_FALSE(is("Timestamp,Request tokens,Response tokens"));
  EXPECT_FALSE(is("2025-09-08T14:14:37Z GET /v1/completions, 200"));
}

// A clock that was never set must not decide how many devices a tick has.
TEST(NvidiaSmiCsv, RowsOfAnotherCenturySayNothingOfTicks) {
  const auto out = read(
      "timestamp, utilization.gpu [%]\n2025/09/08 14:14:37.000, 10 %\n2025/09/08 14:14:37.010, 90 %\n1725/09/08 14:14:38.000, 11 %\n"
      "2025/09/08 14:14:38.000, 12 %\n2025/09/08 14:14:38.010, 88 %\n2025/09/08 14:14:39.000, 12 %\n2025/09/08 14:14:39.010, 88 %\n",
      {});
  ASSERT_TRUE(out.status.has_value());
  ASSERT_EQ(out.found.rejected.size(), 1U);
  EXPECT_NE(out.found.rejected.front().find("before 2000"), std::string::npos) << out.found.rejected.front();
  EXPECT_EQ(out.found.samples.size(), 6U);
}

}  // namespace
}  // namespace accelprep::intake

#include "intake/telemetry/nvidia/dmon.h"

#include <gtest/gtest.h>

#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;

ReadText read(const std::string& text, const NvidiaSmiOptions& options = {}) { return read_text(read_dmon, text, options); }

std::vector<std::string> times(const ReadText& out) {
  std::vector<std::string> texts;
  for (const auto& sample : out.found.samples) texts.push_back(sample.device + " " + base::format_time(sample.at_ns));
  return texts;
}

TEST(Dmon, ColumnsAreFoundByNameAndDashesAreAbsent) {
  const auto out = read(
      "# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec    jpg    ofa   mclk   pclk \n"
      "# Idx      W      C      C      %      %      %      %      %      %    MHz    MHz \n"
      "    0    431     54      -     97      8      0      0      0      0   2619   1965 \n");
  ASSERT_TRUE(out.result) << out.result.error().text();
  ASSERT_EQ(out.found.samples.size(), 1U);
  const auto& sample = out.found.samples[0];
  EXPECT_EQ(sample.device, "0");
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 431);
  EXPECT_DOUBLE_EQ(*sample[Metric::temperature_c], 54);
  EXPECT_FALSE(sample[Metric::memory_temperature_c]);
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 0.97);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_clock_hz], 1.965e9);
  EXPECT_FALSE(sample[Metric::memory_used_bytes]);
}

TEST(Dmon, UnderMigBusyIsAbsentAtFullPower) {
  const auto out = read("# gpu pwr gtemp sm mem mclk pclk\n# Idx W C % % MHz MHz\n 0 437 56 - - 2619 1980\n");
  EXPECT_FALSE(out.found.samples.at(0)[Metric::busy]);
  EXPECT_DOUBLE_EQ(*out.found.samples.at(0)[Metric::power_w], 437);
}

TEST(Dmon, OldAndNewColumnsOfTemperatureMemoryAndGpm) {
  const auto old = read("# gpu   pwr  temp    sm   mem\n# Idx     W     C     %     %\n    0    62    41     3     1\n");
  EXPECT_DOUBLE_EQ(*old.found.samples.at(0)[Metric::temperature_c], 41);
  const auto gpm = read(
      "# gpu fb bar1 ccpm rxpci txpci gract smutil smocc mmaact dram fp16\n"
      "# Idx MB MB MB MB/s MB/s GPM:% GPM:% GPM:% GPM:% GPM:% GPM:%\n"
      "0 791 6 0 209713 14 90 80 31 12 44 3\n0 791 6 0 0 14 - - - - - -\n");
  ASSERT_TRUE(gpm.result) << gpm.result.error().text();
  const auto& sample = gpm.found.samples.at(0);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_used_bytes], 791.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_active], 0.8);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_occupancy], 0.31);
  EXPECT_DOUBLE_EQ(*sample[Metric::tensor_active], 0.12);
  EXPECT_DOUBLE_EQ(*sample[Metric::dram_active], 0.44);
  EXPECT_FALSE(sample[Metric::busy]) << "gract is no utilization.gpu";
  EXPECT_FALSE(gpm.found.samples.at(1)[Metric::sm_active]);
}

TEST(Dmon, DatesAndTimesAreReadWhereTheyStand) {
  const auto out = read(
      "#Date       Time        gpu    pwr     sm \n#YYYYMMDD   HH:MM:SS    Idx      W      % \n"
      " 20260703   22:11:09      0     80      6 \n 20260703   22:11:09      1     81      7 \n"
      " 20260703   22:11:10      0     82      8 \n");
  EXPECT_EQ(times(out), (std::vector<std::string>{"0 2026-07-03T22:11:09Z", "1 2026-07-03T22:11:09Z", "0 2026-07-03T22:11:10Z"}));
  EXPECT_TRUE(out.found.notes.empty());
  EXPECT_FALSE(out.zones_known);
}

TEST(Dmon, TimesOfDayRunOverMidnightAndTheNoteSaysThatTheDateIsUnknown) {
  const auto out = read("#Time        gpu    pwr\n#HH:MM:SS    Idx      W\n 23:59:59 0 80\n 00:00:00 0 81\n 25:00:00 0 81\n");
  EXPECT_EQ(times(out), (std::vector<std::string>{"0 2000-01-01T23:59:59Z", "0 2000-01-02T00:00:00Z"}));
  EXPECT_EQ(out.found.rejected, std::vector<std::string>{"5: no time in the date and time columns"});
  ASSERT_EQ(out.found.notes.size(), 1U);
  EXPECT_NE(out.found.notes[0].find("no date"), std::string::npos);
}

TEST(Dmon, WithoutTimesTicksAreASecondApartOrAsTheIntervalSays) {
  const std::string text =
      "# gpu pwr sm\n# Idx W %\n0 31 0\n1 173 97\n2 152 88\n0 31 0\n1 178 95\n2 156 87\n# gpu pwr sm\n# Idx W %\n1 175 96\n2 150 86\n1 174 "
      "95\n";
  const auto out = read(text);
  const std::vector<std::string> expected{"0 2000-01-01T00:00:00Z", "1 2000-01-01T00:00:00Z", "2 2000-01-01T00:00:00Z",
                                          "0 2000-01-01T00:00:01Z", "1 2000-01-01T00:00:01Z", "2 2000-01-01T00:00:01Z",
                                          "1 2000-01-01T00:00:02Z", "2 2000-01-01T00:00:02Z", "1 2000-01-01T00:00:03Z"};
  EXPECT_EQ(times(out), expected);
  EXPECT_FALSE(out.zones_known);
  ASSERT_EQ(out.found.notes.size(), 1U);
  EXPECT_NE(out.found.notes[0].find("1 s apart (the tool's default"), std::string::npos) << out.found.notes[0];
  const auto slow = read(text, {.interval_s = 2.5});
  EXPECT_EQ(times(slow).back(), "1 2000-01-01T00:00:07.500Z");
  EXPECT_NE(slow.found.notes[0].find("2.5 s apart (--interval)"), std::string::npos) << slow.found.notes[0];
}

TEST(Dmon, ARejectedRowStillTakesItsTick) {
  const auto out = read("# gpu pwr sm\n# Idx W %\n0 31 0\n0 31 101\n0 lots 3\n0 31 2\n");
  EXPECT_EQ(times(out), (std::vector<std::string>{"0 2000-01-01T00:00:00Z", "0 2000-01-01T00:00:03Z"}));
  EXPECT_EQ(out.found.rejected, (std::vector<std::string>{"4: busy below 0 or over 100 %",
                                                          "5: a cell is neither a number with a known unit nor a placeholder"}));
}

TEST(Dmon, CommasRepeatedHeadersAndOtherColumnsAreFollowed) {
  const auto out = read("#gpu, pwr, sm\n#Idx, W, %\n0, 300, 50\n#gpu, sm, pwr\n0, 51, 301\n");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::busy], 0.51);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::power_w], 301);
}

TEST(Dmon, RowsThatAreNoneAreCountedByReason) {
  const auto out = read("0 31 0\n# gpu pwr sm\n# Idx W %\n# a remark\nGPU is lost\n0 31\n0 31 0 5\nall 31 0\n- 31 0\n0 31 0");
  const std::vector<std::string> expected{"1: a row before the first header: its columns are not known",
                                          "5: no device named",
                                          "6: fewer cells than columns",
                                          "7: more cells than columns",
                                          "8: no device named",
                                          "9: no device named"};
  EXPECT_EQ(out.found.rejected, expected);
  EXPECT_EQ(out.found.samples.size(), 1U);
}

TEST(Dmon, WhatCannotBeReadIsAnErrorThatSaysWhatToDo) {
  EXPECT_NE(read("# gpu rxpci txpci\n# Idx MB/s MB/s\n0 1 2\n").result.error().text().find("dmon -s pucm"), std::string::npos);
  EXPECT_NE(read("# gpu pwr\n# Idx furlong\n").result.error().text().find("furlong"), std::string::npos);
  EXPECT_NE(read("# gpu mig pwr\n# Idx Idx W\n").result.error().text().find("MIG instance"), std::string::npos);
}

TEST(Dmon, IsRecognisedByItsHeader) {
  const auto is = [](std::vector<std::string> head) { return is_dmon(head); };
  EXPECT_TRUE(is({"# gpu    pwr  gtemp  mtemp     sm    mem"}));
  EXPECT_TRUE(is({"    0    431     54", "#Date       Time        gpu    pwr"}));
  EXPECT_TRUE(is({"#Time gpu sm"}));
  EXPECT_TRUE(is({"gpu, pwr, gtemp, sm"}));
  EXPECT_FALSE(is({"# gpu         pid   type     sm    mem    enc    dec    command"}));
  EXPECT_FALSE(is({"gpu,power_usage,hotspot_temperature"}));
  EXPECT_FALSE(is({"timestamp, index, utilization.gpu [%]"}));
  EXPECT_FALSE(is({"# the gpu log of Tuesday"}));
  EXPECT_FALSE(is({"# GPU log of node 3"}));
}

}  // namespace
}  // namespace accelprep::intake

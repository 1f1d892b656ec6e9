#include "intake/telemetry/nvidia/dcgmi_dmon.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::Throttle;

ReadText read(const std::string& text, const NvidiaSmiOptions& options = {}) { return read_text(read_dcgmi_dmon, text, options); }

TEST(DcgmiDmon, AllThreeHeadersAreUnderstood) {
  for (const auto* header :
       {"#Entity   SMACT  SMOCC  TENSO  DRAMA  \nID                                 \n", "# Entity  SMACT  SMOCC  TENSO  DRAMA\n      Id\n",
        "# EntityId  SMACT  SMOCC  TENSO  DRAMA\n", "#Entity 1002 1003 1004 1005\nID\n"}) {
    const auto out = read(fmt::format("{}GPU 3     0.431  0.312  0.127  0.404  \n    GPU 3     N/A    0.300  0.120  0.400\n", header));
    ASSERT_TRUE(out.result) << header;
    ASSERT_EQ(out.found.samples.size(), 2U) << header;
    const auto& sample = out.found.samples[0];
    EXPECT_EQ(sample.device, "3");
    EXPECT_DOUBLE_EQ(*sample[Metric::sm_active], 0.431);
    EXPECT_DOUBLE_EQ(*sample[Metric::sm_occupancy], 0.312);
    EXPECT_DOUBLE_EQ(*sample[Metric::tensor_active], 0.127);
    EXPECT_DOUBLE_EQ(*sample[Metric::dram_active], 0.404);
    EXPECT_FALSE(out.found.samples[1][Metric::sm_active]);
  }
}

TEST(DcgmiDmon, PercentsRatiosAndMebibytesComeToBaseUnits) {
  const auto out = read(
      "#Entity   GPUTL  MCUTL  FBTTL  FBUSD  POWER  POWINST  TMPTR  MMTMP  SMCLK  DVCCTR\n"
      "ID                                   W      W        C      C\n"
      "GPU 0     87     41     81559  20480  431.5  440.1    61     70     1980   4\n"
      "GPU 0     87     41     81559  20480  N/A    440.1    61     70     1980   9223372036854775794\n");
  ASSERT_TRUE(out.result) << out.result.error().text();
  ASSERT_EQ(out.found.samples.size(), 2U);
  const auto& sample = out.found.samples[0];
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 0.87);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_used_bytes], 20480.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample.memory_total_bytes, 81559.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 431.5);
  EXPECT_DOUBLE_EQ(*sample[Metric::temperature_c], 61);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_temperature_c], 70);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_clock_hz], 1.98e9);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_power_cap)], true);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], false);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::power_w], 440.1) << "the instant draw stands in";
  EXPECT_FALSE(out.found.samples[1].throttling[static_cast<std::size_t>(Throttle::sw_power_cap)]);
}

TEST(DcgmiDmon, BlanksAreAbsentWhereverTheyAreNumbers) {
  for (const auto* blank : {"2147483632", "2147483635", "4294967295", "9223372036854775792", "9223372036854775794", "140737488355328.000",
                            "140737488355331.000"}) {
    const auto out = read(fmt::format("#Entity GPUTL POWER TMPTR FBUSD SMACT SMCLK\nID\nGPU 0 {0} {0} {0} {0} {0} {0}\n", blank));
    ASSERT_EQ(out.found.samples.size(), 1U) << blank;
    for (const auto& value : out.found.samples[0].values) EXPECT_FALSE(value) << blank;
  }
  EXPECT_EQ(read("#Entity GPUTL\nGPU 0 1000\n").found.rejected, std::vector<std::string>{"2: busy below 0 or over 100 %"});
}

TEST(DcgmiDmon, InstancesAreDevicesOfTheirOwnAndTicksEndWhereAnEntityComesAgain) {
  const auto out = read(
      "#Entity GRACT SMACT\nID\nGPU 0 0.4 0.429\nGPU-I 1 0.7 0.750\nGPU-I 2 0.0 0.000\nGPU 0 0.4 0.430\nGPU-I 1 0.7 0.751\n"
      "#Entity GRACT SMACT\nID\nGPU 0 0.4 0.431\n\ndmon was stopped due to receiving a signal\n");
  std::vector<std::string> rows;
  for (const auto& sample : out.found.samples) EXPECT_EQ(sample.partition, sample.device.starts_with("GPU-I"));
  for (const auto& sample : out.found.samples) rows.push_back(sample.device + " " + base::format_time(sample.at_ns).substr(17));
  EXPECT_EQ(rows, (std::vector<std::string>{"0 00Z", "GPU-I 1 00Z", "GPU-I 2 00Z", "0 01Z", "GPU-I 1 01Z", "0 02Z"}));
  EXPECT_TRUE(out.found.rejected.empty());
  ASSERT_EQ(out.found.notes.size(), 2U);
  EXPECT_NE(out.found.notes[0].find("1 s apart"), std::string::npos);
  EXPECT_NE(out.found.notes[1].find("share of the instance"), std::string::npos);
  EXPECT_FALSE(out.zones_known);
}

TEST(DcgmiDmon, RowsThatAreNoneAreCountedByReason) {
  const auto out = read(
      "GPU 0 0.1\n#Entity SMACT DRAMA\nID\nSwitch 0 1 2\nvGPU 0 1 2\nGPU x 0.1 0.1\nGPU 0 0.1\nGPU 0 0.1 0.2 0.3\nGPU 0 92233720... 0.2\n"
      "GPU 0 1.2 0.2\nError setting watches.\nGPU\n");
  const std::vector<std::string> expected{"1: a row before the first header: its columns are not known",
                                          "4: a row of no GPU and no MIG instance",
                                          "5: a row of no GPU and no MIG instance",
                                          "6: no device named",
                                          "7: fewer cells than columns",
                                          "8: more cells than columns",
                                          "9: a cell is neither a number with a known unit nor a placeholder",
                                          "10: SM active below 0 or over 100 %",
                                          "11: a row of no GPU and no MIG instance",
                                          "12: fewer cells than columns"};
  EXPECT_EQ(out.found.rejected, expected);
}

TEST(DcgmiDmon, FieldsThatAreNotReadAreAnErrorThatSaysWhatToRecord) {
  const auto out = read("#Entity PCITX PCIRX\nID\nGPU 0 1 2\n");
  ASSERT_FALSE(out.result);
  EXPECT_NE(out.result.error().text().find("dcgmi dmon -e 203"), std::string::npos);
}

TEST(DcgmiDmon, IsRecognisedByItsHeader) {
  EXPECT_TRUE(is_dcgmi_dmon(std::vector<std::string>{"# Entity  GRACT  SMACT"}));
  EXPECT_TRUE(is_dcgmi_dmon(std::vector<std::string>{"GPU 0  1 2", "#EntityId GPUTL"}));
  EXPECT_FALSE(is_dcgmi_dmon(std::vector<std::string>{"# gpu pwr gtemp"}));
  EXPECT_FALSE(is_dcgmi_dmon(std::vector<std::string>{"Entity,SMACT"}));
}

}  // namespace
}  // namespace accelprep::intake

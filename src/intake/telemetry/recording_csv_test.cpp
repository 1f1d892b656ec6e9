#include "intake/telemetry/recording_csv.h"

#include <gtest/gtest.h>

#include "intake/telemetry/collector_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::Throttle;

struct Outcome {
  Collector found;
  base::Result<RecordingFacts> facts;
};

Outcome read(const std::string& text) {
  Outcome out;
  auto lines = base::LineReader::over(text, "rec.csv");
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, 0);
  const NvidiaSmiOptions none;
  out.facts = read_recording_csv({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, out.found);
  return out;
}

TEST(RecordingCsv, EveryColumnIsReadInBaseUnits) {
  const auto out = read(
      "# accelprep-recording 1\n# recorded_by: accelprep 0.1.0\n# synthetic: yes\n# a remark\n"
      "time,device,name,busy,sm_active,tensor_active,dram_active,memory_used_bytes,memory_total_bytes,power_w,temperature_c,"
      "memory_temperature_c,sm_clock_hz,throttle,sw_power_cap_s,hw_thermal_s\n"
      "2026-11-30T10:00:00.250Z,0,\"NVIDIA H100, 80GB\",0.5,0.25,0.1,0.2,1000,2000,650.5,61,70,1.98e9,sw_power_cap|hw_thermal,1.5,0.25\n"
      "2026-11-30T10:00:01.250Z,0,,,,,,,,,,,,none,,\n");
  ASSERT_TRUE(out.facts) << out.facts.error().text();
  EXPECT_EQ(*out.facts, (RecordingFacts{{"recorded_by", "accelprep 0.1.0"}, {"synthetic", "yes"}}));
  ASSERT_EQ(out.found.samples.size(), 2U);
  const auto& sample = out.found.samples[0];
  EXPECT_EQ(base::format_time(sample.at_ns), "2026-11-30T10:00:00.250Z");
  EXPECT_EQ(sample.name, "NVIDIA H100, 80GB");
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_active], 0.25);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_temperature_c], 70);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_clock_hz], 1.98e9);
  EXPECT_DOUBLE_EQ(*sample.memory_total_bytes, 2000);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], true);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_thermal)], false);
  EXPECT_DOUBLE_EQ(*sample.throttle_total_s[static_cast<std::size_t>(Throttle::hw_thermal)], 0.25);
  const auto& empty = out.found.samples[1];
  for (const auto& value : empty.values) EXPECT_FALSE(value) << "an empty cell is not known";
  EXPECT_EQ(empty.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], false) << "\"none\" is known";
}

TEST(RecordingCsv, UnknownColumnsAreNotedOnceAndIgnored) {
  const auto out =
      read("# accelprep-recording 1\ntime,device,busy,steal\n2026-11-30T10:00:00Z,cpu1,0.5,oops\n2026-11-30T10:00:01Z,cpu1,0.5,\n");
  EXPECT_EQ(out.found.samples.size(), 2U);
  EXPECT_EQ(out.found.notes, std::vector<std::string>{"rec.csv: columns not used: steal"});
}

TEST(RecordingCsv, BadRowsAreRejectedByReason) {
  const auto out = read(
      "# accelprep-recording 1\ntime,device,busy,throttle\n2026-11-30T10:00:00Z,0,1.5,\n2026-11-30T10:00:00Z,,0.5,\n"
      "2026-11-30T10:00:00Z,0,half,\n2026-11-30T10:00:00Z,0,0.5,magic\nnow,0,0.5,\n2026-11-30T10:00:00Z,0\n");
  const std::vector<std::string> expected{"3: busy below 0 or over 100 %",
                                          "4: no device named",
                                          "5: a cell that is neither a number nor empty",
                                          "6: an unknown throttle reason",
                                          "7: no time in the time column",
                                          "8: fewer cells than columns"};
  EXPECT_EQ(out.found.rejected, expected);
}

TEST(RecordingCsv, OtherVersionsAndMissingColumnsAreErrors) {
  EXPECT_NE(read("# accelprep-recording 2\ntime,device\n").facts.error().text().find("version \"2\""), std::string::npos);
  EXPECT_NE(read("# accelprep-recording 1\ntime,busy\n").facts.error().text().find("\"device\""), std::string::npos);
  EXPECT_NE(read("# accelprep-recording 1\n# only: comments\n").facts.error().text().find("ends before its header"), std::string::npos);
}

}  // namespace
}  // namespace accelprep::intake

#include "intake/telemetry/nvidia/query_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "intake/telemetry/nvidia/report_samples.h"
#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::Throttle;

ReadText read(const std::string& text) { return read_text(read_query_text, text); }

constexpr auto kHead =
    "\n==============NVSMI LOG==============\n\nTimestamp                             : Mon Nov  2 09:15:07 2026\n"
    "Driver Version                        : 575.51.03\nAttached GPUs                         : 2\n";

std::string gpu(const std::string& bus, const std::string& busy) {
  return fmt::format(
      "GPU {}\n"
      "    Product Name                      : NVIDIA L4\n"
      "    Clocks Event Reasons\n"
      "        Idle                          : Not Active\n"
      "        SW Power Cap                  : Active\n"
      "        HW Slowdown                   : Not Active\n"
      "            HW Thermal Slowdown       : Not Active\n"
      "            HW Power Brake Slowdown   : Not Active\n"
      "        SW Thermal Slowdown           : Not Active\n"
      "    Clocks Event Reasons Counters\n"
      "        SW Power Capping              : 2500000 us\n"
      "        HW Power Braking              : 0 us\n"
      "    FB Memory Usage\n"
      "        Total                         : 23034 MiB\n"
      "        Used                          : 1234 MiB\n"
      "    BAR1 Memory Usage\n"
      "        Used                          : 7 MiB\n"
      "    Utilization\n"
      "        GPU                           : {}\n"
      "        Memory                        : 3 %\n"
      "    Temperature\n"
      "        GPU Current Temp              : 55 C\n"
      "        GPU Shutdown T.Limit Temp     : -5 C\n"
      "        Memory Current Temp           : N/A\n"
      "    GPU Power Readings\n"
      "        Average Power Draw            : N/A\n"
      "        Instantaneous Power Draw      : 61.25 W\n"
      "    GPU Memory Power Readings \n"
      "        Average Power Draw            : 93.98 W\n"
      "    Clocks\n"
      "        Graphics                      : 1110 MHz\n"
      "        SM                            : 1125 MHz\n"
      "    Applications Clocks\n"
      "        Graphics                      : Requested functionality has been deprecated\n"
      "    Max Clocks\n"
      "        SM                            : 2040 MHz\n",
      bus, busy);
}

TEST(QueryText, OneSampleAnAcceleratorAndReport) {
  auto second = std::string(kHead);
  second.replace(second.find("09:15:07"), 8, "09:15:12");
  const auto out =
      read(kHead + gpu("00000000:17:00.0", "81 %") + gpu("00000000:65:00.0", "0 %") + second + gpu("00000000:17:00.0", "83 %"));
  ASSERT_TRUE(out.result);
  EXPECT_TRUE(out.found.rejected.empty());
  ASSERT_EQ(out.found.samples.size(), 3U);
  const auto& sample = out.found.samples[0];
  EXPECT_EQ(sample.device, "00000000:17:00.0");
  EXPECT_EQ(sample.name, "NVIDIA L4");
  EXPECT_EQ(base::format_time(sample.at_ns), "2026-11-02T09:15:07Z");
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 0.81);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_used_bytes], 1234.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample.memory_total_bytes, 23034.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 61.25) << "the board's draw, not its memory's";
  EXPECT_DOUBLE_EQ(*sample[Metric::temperature_c], 55);
  EXPECT_FALSE(sample[Metric::memory_temperature_c]);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_clock_hz], 1.125e9) << "the clock, not its limit";
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_power_cap)], true);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], false);
  EXPECT_DOUBLE_EQ(*sample.throttle_total_s[static_cast<std::size_t>(Throttle::sw_power_cap)], 2.5);
  EXPECT_DOUBLE_EQ(*sample.throttle_total_s[static_cast<std::size_t>(Throttle::hw_power_brake)], 0);
  EXPECT_FALSE(sample.throttle_total_s[static_cast<std::size_t>(Throttle::sw_thermal)]);
  EXPECT_EQ(out.found.samples[1].device, "00000000:65:00.0");
  EXPECT_EQ(base::format_time(out.found.samples[2].at_ns), "2026-11-02T09:15:12Z");
}

TEST(QueryText, OldNamesOfReasonsAndPower) {
  const auto out =
      read(std::string(kHead) +
           "GPU 0000:3B:00.0\n    Clocks Throttle Reasons\n        SW Power Cap : Not Active\n        HW Slowdown : Active\n"
           "            HW Thermal Slowdown : Active\n        SW Thermal Slowdown : Active\n    Utilization\n        Gpu : 12 %\n"
           "    Power Readings\n        Power Draw : 66.92 W\n        Power Limit : 250.00 W\n");
  ASSERT_EQ(out.found.samples.size(), 1U);
  const auto& sample = out.found.samples[0];
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 0.12);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 66.92);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_thermal)], true);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], true);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::hw_power_brake)], false);
}

TEST(QueryText, PlaceholdersInWordsAreAbsent) {
  for (const auto* placeholder : {"N/A", "[N/A]", "Unknown Error", "[Unknown Error]", "Insufficient Permissions", "Not Supported",
                                  "Requested functionality has been deprecated", "GPU is lost", "Function Not Found"}) {
    auto text = gpu("00000000:17:00.0", placeholder);
    for (const auto* value : {"Not Active", "Active", "2500000 us", "1234 MiB", "55 C", "61.25 W", "1125 MHz"}) {
      text = base::replaced(text, fmt::format(": {}\n", value), fmt::format(": {}\n", placeholder));
    }
    const auto out = read(kHead + text);
    EXPECT_TRUE(out.found.rejected.empty()) << placeholder;
    ASSERT_EQ(out.found.samples.size(), 1U) << placeholder;
    for (const auto& value : out.found.samples[0].values) EXPECT_FALSE(value) << placeholder;
    for (const auto& active : out.found.samples[0].throttling) EXPECT_FALSE(active) << placeholder;
  }
}

TEST(QueryText, MigInstancesAreDevicesOfTheirOwnOnceAGpuInstance) {
  const std::string instances =
      "    MIG Device\n        Index : 0\n        GPU Instance ID : 2\n        Compute Instance ID : 0\n"
      "        Shared FB Memory Usage\n            Total : 40448 MiB\n            Used : 11091 MiB\n"
      "        Shared BAR1 Memory\n            Used : 5 MiB\n"
      "    MIG Device\n        Index : 1\n        GPU Instance ID : 2\n        Compute Instance ID : 1\n"
      "        Shared FB Memory Usage\n            Total : 40448 MiB\n            Used : 11091 MiB\n"
      "    MIG Device\n        Index : 2\n        GPU Instance ID : 9\n        Compute Instance ID : 0\n"
      "        FB Memory Usage\n            Total : 9984 MiB\n            Used : 9 MiB\n";
  auto text = gpu("00000000:17:00.0", "N/A");
  text.insert(text.find("    Clocks Event Reasons\n"), instances);
  const auto out = read(kHead + text);
  ASSERT_EQ(out.found.samples.size(), 3U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 1234.0 * 1048576);
  EXPECT_FALSE(out.found.samples[0][Metric::busy]);
  EXPECT_EQ(out.found.samples[1].device, "00000000:17:00.0/GI2");
  EXPECT_EQ(out.found.samples[1].name, "");
  EXPECT_TRUE(out.found.samples[1].partition);
  EXPECT_FALSE(out.found.samples[0].partition);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::memory_used_bytes], 11091.0 * 1048576);
  EXPECT_DOUBLE_EQ(*out.found.samples[1].memory_total_bytes, 40448.0 * 1048576);
  EXPECT_FALSE(out.found.samples[1][Metric::power_w]);
  EXPECT_FALSE(out.found.samples[1].throttling[static_cast<std::size_t>(Throttle::sw_power_cap)]);
  EXPECT_EQ(out.found.samples[2].device, "00000000:17:00.0/GI9");
  ASSERT_EQ(out.found.notes.size(), 1U);
}

TEST(QueryText, ReportsThatCannotBeTrueAreRejectedWhereTheyBegin) {
  const auto timeless = base::replaced(kHead, "Timestamp ", "Time ");
  EXPECT_EQ(read(timeless + gpu("00000000:17:00.0", "1 %")).found.rejected, std::vector<std::string>{"7: the report has no time"});
  const auto whole = kHead + gpu("00000000:17:00.0", "1 %");
  const auto cut = read(whole.substr(0, whole.find(" W\n")));
  EXPECT_EQ(cut.found.rejected, std::vector<std::string>{"7: a value without its unit: the report is cut off or was changed"});
  EXPECT_EQ(read(kHead + gpu("00000000:17:00.0", "101 %")).found.rejected, std::vector<std::string>{"7: busy below 0 or over 100 %"});
  EXPECT_EQ(read(kHead + gpu("00000000:17:00.0", "lots")).found.rejected,
            std::vector<std::string>{"7: a cell is neither a number with a known unit nor a placeholder"});
}

TEST(QueryText, WhatStandsBetweenReportsBelongsToNoDevice) {
  const auto out = read(kHead + gpu("00000000:17:00.0", "1 %") + "WARNING: infoROM is corrupted\n    Utilization\n        GPU : 99 %\n");
  ASSERT_EQ(out.found.samples.size(), 1U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.01);
}

TEST(QueryText, TimesAreThoseOfC) {
  EXPECT_EQ(report_time("Tue Jul  4 09:00:44 2026"), "2026-07-04 09:00:44");
  EXPECT_EQ(report_time("Mon Aug 17 11:10:06 2023"), "2023-08-17 11:10:06");
  EXPECT_EQ(report_time("Mon Foo 17 11:10:06 2023"), "Mon Foo 17 11:10:06 2023");
  EXPECT_EQ(report_time("2026-07-04 09:00:44"), "2026-07-04 09:00:44");
}

TEST(QueryText, IsRecognisedByItsBanner) {
  EXPECT_TRUE(is_query_text(std::vector<std::string>{"==============NVSMI LOG=============="}));
  EXPECT_FALSE(is_query_text(std::vector<std::string>{"| NVIDIA-SMI 570.86.10"}));
}

}  // namespace
}  // namespace accelprep::intake

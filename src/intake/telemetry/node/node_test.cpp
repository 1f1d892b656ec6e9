#include <gtest/gtest.h>

#include "intake/telemetry/node/node_sample.h"
#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;

ReadText read(const std::string& text) {
  auto out = read_by_family(node_formats(), text);
  EXPECT_TRUE(out.kind.empty() || out.result);
  return out;
}

TEST(NodePower, TimesOfMetersAndControllers) {
  EXPECT_EQ(iso_time("07-28-2025 04:17:29.622"), "2025-07-28 04:17:29.622");
  EXPECT_EQ(iso_time("Mon Nov  2 18:39:36 2026"), "2026-11-02 18:39:36");
  EXPECT_EQ(iso_time("11/30/2026 18:39:36 UTC"), "2026-11-30 18:39:36Z");
  EXPECT_EQ(iso_time("11/30/2026 18:39:36 PST"), "11/30/2026 18:39:36 PST") << "a zone by its letters is not known";
  EXPECT_EQ(iso_time("Unspecified"), "Unspecified");
}

TEST(NodePower, PtdaemonsSumOfChannels) {
  const auto out = read(
      "Time,07-28-2025 04:17:29.622,Watts,2887.5,Volts,213.0,Amps,4.6,PF,0.98,Mark,m,Ch1,Watts,977.0,Volts,212.4\n"
      "Time,07-28-2025 04:17:30.623,Watts,-1.0,Volts,213.0\nTime,07-28-2025 04:17:31.623,Watts,,Volts,213.0\nNotset\n"
      "Time,28-28-2025 04:17:32.623,Watts,25000.0\nTime,07-28-2025 04:17:33.623,Watts,25000.0\n");
  EXPECT_EQ(out.kind, "PTDaemon power log");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_EQ(out.found.samples[0].device, "node");
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::power_w], 2887.5);
  EXPECT_EQ(base::format_time(out.found.samples[0].at_ns), "2025-07-28T04:17:29.622Z");
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::power_w], 25000) << "more than one module may draw";
  EXPECT_EQ(out.found.rejected, (std::vector<std::string>{"2: power of a node below 0 or over 1 MW", "3: no number after Watts",
                                                          "4: a row that does not begin with Time and Watts", "5: no time after Time"}));
  EXPECT_NE(out.found.notes.at(0).find("whole node"), std::string::npos);
}

TEST(NodePower, DcmiBlocks) {
  const auto block = [](const std::string& power, const std::string& time, const std::string& state) {
    return "\n    Instantaneous power reading:                   " + power +
           "\n    Minimum during sampling period:                 18 Watts\n" +
           "    Average power reading over sample period:      217 Watts\n    IPMI timestamp:                           " + time +
           "\n    Sampling period:                          00000001 Seconds.\n    Power reading state is:                   " + state +
           "\n";
  };
  const auto out =
      read(block("4420 Watts", "Mon Nov 30 18:39:36 2026", "activated") + block("4510 Watts", "11/30/2026 18:39:46 UTC", "activated") +
           block("0 Watts", "Mon Nov 30 18:39:56 2026", "deactivated") + block("No data", "Mon Nov 30 18:40:06 2026", "activated") +
           block("4500 Watts", "whenever", "activated"));
  EXPECT_EQ(out.kind, "DCMI power readings");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::power_w], 4420);
  EXPECT_EQ(out.found.samples[1].at_ns - out.found.samples[0].at_ns, 10 * base::kSecond);
  EXPECT_EQ(out.found.rejected.size(), 3U);
}

TEST(NodePower, RedfishOfThreeResources) {
  const auto power =
      read("{\"@odata.type\": \"#Power.v1_5_0.Power\", \"PowerControl\": [{\"PowerConsumedWatts\": 429}, {\"PowerConsumedWatts\": 90}]}");
  EXPECT_EQ(power.kind, "Redfish power");
  ASSERT_EQ(power.found.samples.size(), 1U);
  EXPECT_DOUBLE_EQ(*power.found.samples[0][Metric::power_w], 429);
  EXPECT_EQ(power.found.samples[0].device, "node");
  EXPECT_EQ(power.found.notes.size(), 3U) << "whose power, which of several, and no time";

  const auto metrics = read(
      "{\"@odata.id\": \"/redfish/v1/Systems/1/Processors/GPU_3/EnvironmentMetrics\", \"PowerWatts\": {\"Reading\": 611.5}, "
      "\"TemperatureCelsius\": {\"Reading\": 58}}\n"
      "{\"@odata.id\": \"/redfish/v1/Chassis/1/EnvironmentMetrics\", \"PowerWatts\": {\"Reading\": null}}\n");
  ASSERT_EQ(metrics.found.samples.size(), 1U);
  EXPECT_EQ(metrics.found.samples[0].device, "GPU_3");
  EXPECT_DOUBLE_EQ(*metrics.found.samples[0][Metric::temperature_c], 58);
  EXPECT_EQ(metrics.found.rejected.size(), 1U) << "null is not zero";

  const auto sensor = read(
      "{\"@odata.type\": \"#Sensor.v1_7_0.Sensor\", \"Reading\": 5120.25, \"ReadingUnits\": \"W\", \"ReadingTime\": "
      "\"2026-11-30T18:39:36Z\"}");
  ASSERT_EQ(sensor.found.samples.size(), 1U);
  EXPECT_EQ(base::format_time(sensor.found.samples[0].at_ns), "2026-11-30T18:39:36Z");
}

}  // namespace
}  // namespace accelprep::intake

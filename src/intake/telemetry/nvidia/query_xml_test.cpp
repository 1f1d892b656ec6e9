#include "intake/telemetry/nvidia/query_xml.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::Throttle;

ReadText read(const std::string& text) { return read_text(read_query_xml, text); }

std::string document(const std::string& time, const std::string& gpu) {
  return fmt::format(
      "<?xml version=\"1.0\" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n<nvidia_smi_log>\n"
      "\t<timestamp>{}</timestamp>\n\t<gpu id=\"00000000:17:00.0\">\n\t\t<product_name>NVIDIA "
      "A30</product_name>\n{}\n\t</gpu>\n</nvidia_smi_log>\n",
      time, gpu);
}
constexpr auto kTime = "Mon Nov  2 09:15:07 2026";

TEST(QueryXml, OldDtdsNamePowerAndReasonsTheirOwnWay) {
  const auto out =
      read(document(kTime,
                    "<clocks_throttle_reasons><clocks_throttle_reason_sw_power_cap>Active</clocks_throttle_reason_sw_power_cap>"
                    "<clocks_throttle_reason_hw_slowdown>Not Active\n </clocks_throttle_reason_hw_slowdown></clocks_throttle_reasons>"
                    "<fb_memory_usage><total>24576 MiB</total><reserved>200 MiB</reserved><used>1000 MiB</used></fb_memory_usage>"
                    "<utilization><gpu_util> 40 % </gpu_util><memory_util>9 %</memory_util></utilization>"
                    "<temperature><gpu_temp>51 C</gpu_temp><gpu_temp_max_threshold>92 C</gpu_temp_max_threshold>"
                    "<memory_temp>60 C</memory_temp></temperature>"
                    "<power_readings><power_draw>103.50 W</power_draw><power_limit>165.00 W</power_limit></power_readings>"
                    "<clocks><graphics_clock>1440 MHz</graphics_clock><sm_clock>1440 MHz</sm_clock></clocks>"));
  ASSERT_TRUE(out.result);
  ASSERT_EQ(out.found.samples.size(), 1U);
  const auto& sample = out.found.samples[0];
  EXPECT_EQ(sample.device, "00000000:17:00.0");
  EXPECT_EQ(sample.name, "NVIDIA A30");
  EXPECT_EQ(base::format_time(sample.at_ns), "2026-11-02T09:15:07Z");
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 0.4);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_used_bytes], 1000.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample.memory_total_bytes, 24576.0 * 1048576);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 103.5);
  EXPECT_DOUBLE_EQ(*sample[Metric::temperature_c], 51);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_temperature_c], 60);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_clock_hz], 1.44e9);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_power_cap)], true);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], false);
  EXPECT_FALSE(sample.throttling[static_cast<std::size_t>(Throttle::sw_thermal)]);
}

TEST(QueryXml, NewDtdsHaveTwoDrawsEventReasonsAndCounters) {
  const auto out = read(document(
      kTime,
      "<gpu_power_readings><power_state>P0</power_state><average_power_draw>N/A</average_power_draw><instant_power_draw>66.84 "
      "W</instant_power_draw></gpu_power_readings><module_power_readings><average_power_draw>900 "
      "W</average_power_draw></module_power_readings>"
      "<clocks_event_reasons><clocks_event_reason_sw_thermal_slowdown>Active</clocks_event_reason_sw_thermal_slowdown></"
      "clocks_event_reasons>"
      "<clocks_event_reasons_counters><clocks_event_reasons_counters_sw_therm_slowdown>4000000 "
      "us</clocks_event_reasons_counters_sw_therm_slowdown>"
      "<clocks_event_reasons_counters_hw_power_brake>0 us</clocks_event_reasons_counters_hw_power_brake></clocks_event_reasons_counters>"));
  ASSERT_EQ(out.found.samples.size(), 1U);
  const auto& sample = out.found.samples[0];
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 66.84);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_thermal)], true);
  EXPECT_DOUBLE_EQ(*sample.throttle_total_s[static_cast<std::size_t>(Throttle::sw_thermal)], 4);
  EXPECT_DOUBLE_EQ(*sample.throttle_total_s[static_cast<std::size_t>(Throttle::hw_power_brake)], 0);
  EXPECT_FALSE(sample[Metric::busy]);
}

TEST(QueryXml, PlaceholdersAreAbsent) {
  const auto out =
      read(document(kTime,
                    "<utilization><gpu_util>N/A</gpu_util></utilization><temperature><gpu_temp>Unknown Error</gpu_temp>"
                    "<memory_temp>N/A</memory_temp></temperature><power_readings><power_draw>Insufficient Permissions</power_draw>"
                    "<power_state>Requested functionality has been deprecated</power_state></power_readings>"
                    "<clocks><sm_clock>[GPU is lost]</sm_clock></clocks>"));
  ASSERT_EQ(out.found.samples.size(), 1U);
  for (const auto& value : out.found.samples[0].values) EXPECT_FALSE(value);
}

TEST(QueryXml, DocumentsFollowOneAnotherAndMigInstancesAreDevices) {
  const std::string instances =
      "<mig_devices><mig_device><index>0</index><gpu_instance_id>3</gpu_instance_id><compute_instance_id>0</compute_instance_id>"
      "<fb_memory_usage><total>5952 MiB</total><used>12 MiB</used></fb_memory_usage></mig_device></mig_devices>";
  const auto out = read(document(kTime, instances) + document("Mon Nov  2 09:15:12 2026", instances) + "<nvidia_smi_log><timestamp>");
  ASSERT_EQ(out.found.samples.size(), 4U);
  EXPECT_EQ(out.found.samples[1].device, "00000000:17:00.0/GI3");
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::memory_used_bytes], 12.0 * 1048576);
  EXPECT_TRUE(out.found.samples[1].partition);
  EXPECT_FALSE(out.found.samples[2].partition);
  EXPECT_EQ(base::format_time(out.found.samples[3].at_ns), "2026-11-02T09:15:12Z");
  EXPECT_EQ(out.found.rejected, std::vector<std::string>{"19: a document that is cut off"});
}

TEST(QueryXml, DocumentsOnOneLineAreToldApart) {
  const auto one = base::replaced(document(kTime, "<utilization><gpu_util>5 %</gpu_util></utilization>"), "\n", "");
  EXPECT_EQ(read(one + one).found.samples.size(), 2U);
}

TEST(QueryXml, EntitiesAreRefused) {
  const auto out = read("<?xml version=\"1.0\"?>\n<!DOCTYPE nvidia_smi_log [\n<!ENTITY a \"aaaa\">\n]>\n<nvidia_smi_log/>\n");
  ASSERT_FALSE(out.result);
  EXPECT_EQ(out.result.error().place, "log.txt:3");
  EXPECT_FALSE(read("<nvidia_smi_log><![CDATA[x]]></nvidia_smi_log>").result);
  const auto unknown = read(document(kTime, "<utilization><gpu_util>&a; 5 %</gpu_util></utilization>"));
  EXPECT_TRUE(unknown.found.samples.empty());
  EXPECT_EQ(unknown.found.rejected, std::vector<std::string>{"3: a cell is neither a number with a known unit nor a placeholder"});
}

TEST(QueryXml, BrokenDocumentsAreCountedAndTheNextOneIsRead) {
  const auto good = document(kTime, "<utilization><gpu_util>5 %</gpu_util></utilization>");
  const auto out = read(base::replaced(good, "</gpu>", "") + good + document("", "") + base::replaced(good, "5 %", "5"));
  EXPECT_EQ(out.found.samples.size(), 1U);
  const std::vector<std::string> expected{"3: a document that is no well-formed XML", "21: the report has no time",
                                          "30: a value without its unit: the report is cut off or was changed"};
  EXPECT_EQ(out.found.rejected, expected);
}

TEST(QueryXml, IsRecognisedByItsRoot) {
  EXPECT_TRUE(is_query_xml(std::vector<std::string>{"<?xml version=\"1.0\" ?>", "<nvidia_smi_log>"}));
  EXPECT_FALSE(is_query_xml(std::vector<std::string>{"<?xml version=\"1.0\" ?>", "<log>"}));
}

}  // namespace
}  // namespace accelprep::intake

#include <gtest/gtest.h>

#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;

ReadText read(const std::string& text) {
  auto out = read_by_family(host_formats(), text);
  EXPECT_TRUE(out.kind.empty() || out.result);
  return out;
}

TEST(Wandb, RowsOfMergedStreamsGiveTheDevicesTheyCarry) {
  const auto out = read(
      "_runtime,_timestamp,system.gpu.0.gpu,system.gpu.0.memory,system.gpu.0.memoryAllocatedBytes,system.gpu.0.powerWatts,"
      "system.gpu.1.gpu,system.gpu.1.temp,system.gpu.1.smClock,system.cpu\n"
      "15.1,1785974400.5,81,40,51200000000,612.5,NaN,,NaN,3\n"
      "15.2,1785974400.6,NaN,NaN,NaN,NaN,7,44,1410,NaN\n"
      "15.3,1785974400.7,NaN,NaN,NaN,NaN,,,,3\n"
      "15.4,NaN,12,,,,,,,\nNaN,NaN,12,,,,,,,\n15.5,1785974401,140,,,,,,,\n1,2\n");
  EXPECT_EQ(out.kind, "W&B system metrics CSV");
  ASSERT_EQ(out.found.samples.size(), 3U);
  EXPECT_EQ(out.found.samples[0].device, "0");
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.81);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::power_w], 612.5);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 5.12e10);
  EXPECT_EQ(base::format_time(out.found.samples[0].at_ns), "2026-08-06T00:00:00.500Z");
  EXPECT_EQ(out.found.samples[1].device, "1");
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::sm_clock_hz], 1.41e9);
  EXPECT_EQ(out.found.samples[2].at_ns, kUnwrittenTimeNs + 15'400'000'000);
  EXPECT_EQ(out.found.notes.size(), 1U);
  EXPECT_EQ(out.found.rejected, (std::vector<std::string>{"6: neither _timestamp nor _runtime", "7: busy below 0 or over 100 %",
                                                          "8: fewer or more cells than columns"}));
}

TEST(Wandb, JsonLines) {
  const auto out = read(
      "{\"_timestamp\": 1785974400, \"system.gpu.0.gpu\": 55.0, \"system.gpu.0.temp\": null}\n[1]\n"
      "{\"_timestamp\": 1785974415, \"system.gpu.0.gpu\": 57.0}\n");
  EXPECT_EQ(out.kind, "W&B system metrics JSON");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::busy], 0.57);
  EXPECT_FALSE(out.found.samples[0][Metric::temperature_c]);
  EXPECT_EQ(out.found.rejected, (std::vector<std::string>{"2: no JSON object"}));
}

std::string neuron_line(const std::string& runtimes) {
  return "{\"neuron_runtime_data\":[" + runtimes +
         "],\"system_data\":{\"memory_info\":{\"period\":5.0}},\"neuron_hardware_info\":{\"neuron_device_count\":1,"
         "\"neuroncore_per_device_count\":4,\"logical_neuroncore_config\":2,\"error\":\"\"}}\n";
}

std::string runtime(const std::string& error) {
  return "{\"pid\":1,\"error\":\"\",\"report\":{\"neuroncore_counters\":{\"period\":5.0,\"neuroncores_in_use\":{\"0\":{"
         "\"neuroncore_utilization\":42.0}},\"error\":\"" +
         error +
         "\"},\"memory_used\":{\"error\":\"\",\"neuron_runtime_used_bytes\":{\"usage_breakdown\":{\"neuroncore_memory_usage\":{"
         "\"0\":{\"constants\":1000,\"tensors\":500}}}}}}}";
}

TEST(NeuronMonitor, CoresInUseAndTheOthersIdle) {
  const auto out = read(neuron_line(runtime("")) + neuron_line(""));
  EXPECT_EQ(out.kind, "neuron-monitor JSON lines");
  ASSERT_EQ(out.found.samples.size(), 4U) << "two logical cores a line";
  EXPECT_EQ(out.found.samples[0].device, "0");
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.42);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 1500);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::busy], 0);
  EXPECT_FALSE(out.found.samples[1][Metric::memory_used_bytes]);
  EXPECT_DOUBLE_EQ(*out.found.samples[2][Metric::busy], 0) << "no runtime: nothing in use";
  EXPECT_EQ(out.found.samples[2].at_ns - out.found.samples[0].at_ns, 5 * base::kSecond);
}

TEST(NeuronMonitor, AnErrorIsNotIdle) {
  const auto out = read(neuron_line(runtime("could not read")) + neuron_line(runtime("") + "," + runtime("could not read")) +
                        "{\"neuron_runtime_data\":[]}\n");
  ASSERT_EQ(out.found.samples.size(), 1U) << "what was captured stands; of the rest nothing is known";
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.42);
  EXPECT_EQ(out.found.rejected.size(), 3U);
}

TEST(NeuronMonitor, ACoreOfTwoRuntimesIsTheirSum) {
  const auto out = read(neuron_line(runtime("") + "," + runtime("")));
  EXPECT_DOUBLE_EQ(*out.found.samples.at(0)[Metric::busy], 0.84);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 3000);
}

}  // namespace
}  // namespace accelprep::intake

#include "intake/telemetry/cluster/pod_series.h"

#include <gtest/gtest.h>

#include "intake/telemetry/collector_for_test.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {
namespace {

using records::Metric;

constexpr auto* kPodA = "0123456789abcdef0123456789abcdef";

struct File {
  std::string name;
  std::string text;
};

struct Outcome {
  Collector found;
  base::Status status;
};

Outcome read(const std::vector<File>& files, const NvidiaSmiOptions& options = {}) {
  Outcome out;
  std::vector<base::LineReader> lines;
  for (const auto& file : files) lines.push_back(base::LineReader::over(file.text, file.name));
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, 0);
  std::vector<TelemetryInput> inputs;
  for (auto& one : lines) inputs.push_back({.lines = one, .time = time, .progress = progress, .nvidia_smi = options});
  out.status = read_pod_series(inputs, out.found);
  return out;
}

TEST(PodSeries, TheNameOfAFileSaysWhatItsValuesAreAndColumnsAreFoundByName) {
  const auto out = read({{"x/pod_gpu_duty_cycle_anon.csv", fmt::format("value,timestamp_anon,container_ip\n42.5,1700000000.0,{}\n", kPodA)},
                         {"x/pod_gpu_memory_used_bytes_anon.csv.gz",
                          fmt::format("timestamp_anon,value,container_ip\n1700000000.0,2000000000.0,{}\n", kPodA)}});
  ASSERT_TRUE(out.status) << out.status.error().text();
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.425);
  EXPECT_EQ(out.found.samples[0].device, kPodA) << "a digest is no secret";
  EXPECT_EQ(base::format_time(out.found.samples[0].at_ns), "2023-11-14T22:13:20Z");
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::memory_used_bytes], 2e9);
  EXPECT_FALSE(out.found.samples[1][Metric::busy]);
  EXPECT_NE(out.found.notes.at(0).find("name of the file"), std::string::npos);
}

TEST(PodSeries, AnAddressIsHiddenUnlessNamesAreKept) {
  const std::vector<File> files{{"pod_gpu_duty_cycle.csv", "value,timestamp_anon,container_ip\n1,1700000000,10.0.0.7\n"}};
  EXPECT_TRUE(read(files).found.samples.at(0).device.starts_with("pod-"));
  EXPECT_EQ(read(files, {.names = Names::kept}).found.samples.at(0).device, "10.0.0.7");
}

TEST(PodSeries, APodWithoutAReadingIsNotZero) {
  const auto out = read({{"pod_gpu_duty_cycle.csv",
                          "value,timestamp_anon,container_ip\n,1700000000,a\n5,1700000000,\n5,soon,a\nmuch,1700000000,a\n130,1700000000,a\n"
                          "5,1700000000\n5,1700000000,a,b\n7,1700000057,a\n"}});
  ASSERT_TRUE(out.status);
  EXPECT_EQ(out.found.rejected,
            (std::vector<std::string>{"2: no value: the pod had no reading", "3: no pod named", "4: no time in the timestamp column",
                                      "5: a value that is no number", "6: busy below 0 or over 100 %", "7: fewer cells than columns",
                                      "8: more cells than columns"}));
  EXPECT_EQ(out.found.samples.size(), 1U);
}

TEST(PodSeries, WhatIsNotOfAnAcceleratorOrNotSortedIsRefused) {
  const auto host = read({{"pod_memory_util_anon.csv", "value,timestamp_anon,container_ip\n0.5,1700000000,a\n"}});
  ASSERT_FALSE(host.status);
  EXPECT_NE(host.status.error().text().find("pod_gpu_duty_cycle"), std::string::npos);
  const File memory{"pod_gpu_memory_used_bytes.csv", "value,timestamp_anon,container_ip\n1,1700000000,a\n"};
  const File by_pod{"pod_gpu_duty_cycle.csv", "value,timestamp_anon,container_ip\n1,1700000000,a\n1,1700000057,a\n1,1700000000,b\n"};
  const auto back = read({memory, by_pod});
  ASSERT_FALSE(back.status);
  EXPECT_NE(back.status.error().text().find("pod_gpu_duty_cycle.csv:4"), std::string::npos) << back.status.error().text();
  EXPECT_TRUE(read({by_pod}).status) << "one file alone may go by pod";
}

TEST(PodSeries, IsRecognisedByItsThreeColumns) {
  const auto is = [](const std::string& line) { return is_pod_series(std::vector<std::string>{line}); };
  EXPECT_TRUE(is("value,timestamp_anon,container_ip"));
  EXPECT_TRUE(is("timestamp_anon,value,container_ip,request_type"));
  EXPECT_FALSE(is("value,cum_percent"));
  EXPECT_FALSE(is("timestamp, index, utilization.gpu [%]"));
}

}  // namespace
}  // namespace accelprep::intake

#include "intake/telemetry/prometheus/query_range.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "intake/telemetry/collector_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::ServerCounter;

struct Outcome {
  Collector found;
  base::Status status;
};

Outcome read(const std::vector<std::string>& texts) {
  std::vector<base::LineReader> lines;
  for (const auto& text : texts) lines.push_back(base::LineReader::over(text, "answer.json"));
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, 0);
  const NvidiaSmiOptions options;
  std::vector<TelemetryInput> inputs;
  for (auto& reader : lines) inputs.push_back({.lines = reader, .time = time, .progress = progress, .nvidia_smi = options});
  Outcome out;
  out.status = read_query_range(inputs, out.found);
  return out;
}

std::string answer(const std::string& series) {
  return fmt::format(R"({{"status":"success","data":{{"resultType":"matrix","result":[{}]}}}})", series);
}

const std::string kBusy = R"({"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"0","UUID":"GPU-a"},)"
                          R"("values":[[1793523600.5,"40"],[1793523615.5,"50"],[1793523645.5,"60"]]})";
const std::string kPower = R"({"metric":{"__name__":"DCGM_FI_DEV_POWER_USAGE","gpu":"0","UUID":"GPU-a"},)"
                           R"("values":[[1793523600.5,"300.5"],[1793523615.5,"NaN"],[1793523630.5,"310"]]})";

TEST(QueryRange, SeriesOfSeveralFilesAreJoinedByTime) {
  for (const auto& files : {std::vector{answer(fmt::format("{},{}", kBusy, kPower))}, std::vector{answer(kBusy), answer(kPower)}}) {
    const auto out = read(files);
    ASSERT_TRUE(out.status);
    ASSERT_EQ(out.found.samples.size(), 4U);
    EXPECT_EQ(out.found.samples[0].at_ns, 1'793'523'600'500'000'000);
    EXPECT_EQ(out.found.samples[0][Metric::busy], 0.4);
    EXPECT_EQ(out.found.samples[0][Metric::power_w], 300.5);
    EXPECT_FALSE(out.found.samples[1][Metric::power_w]) << "NaN is an absence";
    EXPECT_FALSE(out.found.samples[2][Metric::busy]) << "a hole stays a hole";
    EXPECT_EQ(out.found.samples[3][Metric::busy], 0.6);
    EXPECT_EQ(out.found.times, records::TimeBase::calendar);
    EXPECT_TRUE(out.found.rejected.empty());
  }
}

TEST(QueryRange, ServersAndInstantAnswersAreRead) {
  const auto out = read({answer(
      R"({"metric":{"__name__":"vllm:num_preemptions_total","model_name":"m"},"values":[[1793523600,"7"],[1793523615,"2"]]},
         {"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","gpu":"1"},"value":[1793523600,"55"]})")});
  ASSERT_TRUE(out.status);
  ASSERT_EQ(out.found.servers.size(), 2U);
  EXPECT_EQ(out.found.servers[1][ServerCounter::preemptions], 2.0);
  ASSERT_EQ(out.found.samples.size(), 1U);
  EXPECT_EQ(out.found.samples[0][Metric::temperature_c], 55.0);
}

TEST(QueryRange, TwoHostsAreTwoDevices) {
  const auto out = read({answer(
      R"({"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","gpu":"0","instance":"n1:9400"},"values":[[1793523600,"50"]]},
         {"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","gpu":"0","instance":"n2:9400"},"values":[[1793523600,"60"]]})")});
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_NE(out.found.samples[0].device, out.found.samples[1].device);
}

TEST(QueryRange, ExpressionsAndBadPointsAreRejectedWithAReason) {
  const auto out = read({answer(
      R"({"metric":{"gpu":"0"},"values":[[1793523600,"50"]]},
         {"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL"},"values":[[1793523600,"50"]]},
         {"metric":{"__name__":"up"},"values":[[1793523600,"1"]]},
         {"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"0"},
          "values":[[1793523600,50],["x","1"],[1793523601,"many"],[3,"5"],[1793523602,"120"],[1793523603,"7"]]})")});
  ASSERT_TRUE(out.status);
  ASSERT_EQ(out.found.samples.size(), 1U);
  EXPECT_EQ(out.found.samples[0][Metric::busy], 0.07);
  EXPECT_EQ(out.found.rejected.size(), 7U);
}

TEST(QueryRange, WhatHoldsNothingKnownIsRefused) {
  EXPECT_EQ(read({R"({"status":"error","errorType":"bad_data","error":"parse error"})"}).status.error().kind,
            base::ErrorKind::invalid_input);
  EXPECT_EQ(read({answer(kBusy).substr(0, 120)}).status.error().kind, base::ErrorKind::corrupt);
  const auto other = read({answer(R"({"metric":{"__name__":"up","job":"n"},"values":[[1793523600,"1"]]})")});
  ASSERT_FALSE(other.status);
  EXPECT_NE(other.status.error().message.find("its series are up"), std::string::npos);
}

TEST(QueryRange, IsRecognisedByItsKeys) {
  const auto told = [](const std::string& text) { return is_query_range(std::vector{text}); };
  EXPECT_TRUE(told(answer(kBusy)));
  EXPECT_TRUE(told(R"({"status":"error","errorType":"timeout"})"));
  EXPECT_FALSE(told(R"({"card0": {"Average power": "6.0"}})"));
  EXPECT_FALSE(told(R"([{"gpu": 0}])"));
}

}  // namespace
}  // namespace accelprep::intake

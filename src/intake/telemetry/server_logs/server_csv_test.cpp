#include "intake/telemetry/server_logs/server_csv.h"

#include <gtest/gtest.h>

#include "intake/telemetry/collector_for_test.h"
#include "intake/telemetry/server_logs/burstgpt_log.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::ServerCounter;
using records::ServerGauge;
using records::TimeBase;

Collector read(const std::string& text, base::Result<RecordingFacts> (*reader)(const TelemetryInput&, SampleSink&) = read_server_csv) {
  auto lines = base::LineReader::over(text, "server.csv");
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, text.size());
  const NvidiaSmiOptions none;
  Collector found;
  const auto facts = reader({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, found);
  if (!facts) found.notes.push_back("error: " + facts.error().message);
  return found;
}

TEST(ServerCsv, ColumnsAreFoundByTheirNames) {
  const auto found = read(
      "timestamp_sec,relative_time_sec,kv_cache_usage_pct,num_requests_running,num_requests_waiting,prompt_tokens_total,"
      "generation_tokens_total,num_preemptions_total\n"
      "1793523600.5,0,33.5,6,2,1000,50,1\n"
      "1793523601.5,1,,7,x,1000,50,1\n"
      "1793523602.5,2,101,7,0,1000,50,1\n"
      "1793523603.5,3,1\n"
      "1793523604.5,4,,7,0,,60,\n");
  ASSERT_EQ(found.servers.size(), 2U);
  EXPECT_EQ(found.servers[0].at_ns, 1'793'523'600'500'000'000);
  EXPECT_DOUBLE_EQ(*found.servers[0][ServerGauge::kv_cache_use], 0.335);
  EXPECT_EQ(found.servers[0][ServerGauge::running], 6.0);
  EXPECT_EQ(found.servers[0][ServerGauge::waiting], 2.0);
  EXPECT_EQ(found.servers[0][ServerCounter::preemptions], 1.0);
  EXPECT_FALSE(found.servers[1][ServerGauge::kv_cache_use]);
  EXPECT_FALSE(found.servers[1][ServerCounter::prompt_tokens]);
  EXPECT_EQ(found.rejected, (std::vector<std::string>{"3: a cell that is neither a number nor empty",
                                                      "4: KV cache use below 0 or over 100 %", "5: fewer cells than columns"}));
  EXPECT_EQ(found.times, TimeBase::calendar);
}

TEST(ServerCsv, AUseWithoutAUnitIsAPercentOnlyWhereAValueShowsIt) {
  const std::string header = "timestamp,num_running,num_pending,gpu_kvcache_usage,generation_throughput\n";
  const auto percent = read(header + "14604572.5,3,0,0.5,100\n14604573.0,3,1,40,120\n");
  ASSERT_EQ(percent.servers.size(), 2U);
  EXPECT_DOUBLE_EQ(*percent.servers[0][ServerGauge::kv_cache_use], 0.005);
  EXPECT_DOUBLE_EQ(*percent.servers[1][ServerGauge::kv_cache_use], 0.4);
  EXPECT_EQ(percent.servers[1][ServerGauge::generation_tokens_per_s], 120.0);
  EXPECT_EQ(percent.times, TimeBase::running_clock) << "seconds since the machine started";
  EXPECT_EQ(percent.notes.size(), 2U);
  const auto unknown = read(header + "14604572.5,3,0,0.5,100\n");
  EXPECT_FALSE(unknown.servers.at(0)[ServerGauge::kv_cache_use]);
  EXPECT_NE(unknown.notes.at(0).find("not used"), std::string::npos);
}

TEST(ServerCsv, IsRecognisedByTimeAndQueue) {
  const auto told = [](const std::string& text) { return is_server_csv(std::vector{text}); };
  EXPECT_TRUE(told("timestamp,num_running,num_swapped,num_pending"));
  EXPECT_FALSE(told("timestamp,num_running"));
  EXPECT_FALSE(told("timestamp, index, utilization.gpu [%]"));
}

TEST(BurstgptLog, SamplesOfTheGpuAreADevice) {
  const auto found =
      read(R"({"0": {"monitor_id": 0, "record_time": 5000.25, "GPU_used_mem": 1024, "GPU_total_mem": 24576,)"
           R"( "GPU_utilization": 37, "GPU_temperature": 51},)"
           R"( "1": {"monitor_id": 1, "record_time": 5000.75, "GPU_used_mem": 1024, "GPU_total_mem": 24576, "GPU_utilization": 137},)"
           R"( "2": {"monitor_id": 2, "GPU_utilization": 37}, "3": {"x": 1}})",
           read_burstgpt_log);
  ASSERT_EQ(found.samples.size(), 1U);
  EXPECT_EQ(found.samples[0].at_ns, 5'000'250'000'000);
  EXPECT_DOUBLE_EQ(*found.samples[0][Metric::busy], 0.37);
  EXPECT_EQ(found.samples[0][Metric::memory_used_bytes], 1024.0 * 1024 * 1024);
  EXPECT_EQ(found.samples[0][Metric::temperature_c], 51.0);
  EXPECT_EQ(found.times, TimeBase::running_clock);
  EXPECT_EQ(found.rejected.size(), 3U);
}

TEST(BurstgptLog, SamplesOfTheServerAreItsQueue) {
  const std::string text = R"({"0": {"timestamp": 5000.1, "prompt_throughput": 14.6, "generation_throughput": 0.5,)"
                           R"( "num_running": 256.0, "num_pending": 4.0, "gpu_kvcache_usage": 45.5}})";
  const auto found = read(text, read_burstgpt_log);
  ASSERT_EQ(found.servers.size(), 1U);
  EXPECT_EQ(found.servers[0][ServerGauge::running], 256.0);
  EXPECT_EQ(found.servers[0][ServerGauge::waiting], 4.0);
  EXPECT_DOUBLE_EQ(*found.servers[0][ServerGauge::kv_cache_use], 0.455);
  EXPECT_EQ(found.servers[0].engine, "vLLM");
  EXPECT_TRUE(is_burstgpt_log(std::vector{text}));
  EXPECT_FALSE(is_burstgpt_log(std::vector<std::string>{R"({"0": {"event_id": 0, "record_time": 1.5, "GPU_utilization": 0}})"}));
  const auto cut = read(text.substr(0, 60), read_burstgpt_log);
  EXPECT_EQ(cut.notes, std::vector<std::string>{"error: is no whole JSON object: cut off, or damaged"});
}

}  // namespace
}  // namespace accelprep::intake

#include "intake/telemetry/prometheus/scrape_log.h"

#include <gtest/gtest.h>

#include "intake/telemetry/collector_for_test.h"
#include "intake/telemetry/prometheus/server_metrics.h"

namespace accelprep::intake {
namespace {

using records::Metric;
using records::ServerCounter;
using records::ServerGauge;
using records::Throttle;
using records::TimeBase;

struct Outcome {
  Collector found;
  base::Result<RecordingFacts> facts;

  [[nodiscard]] const records::DeviceSample& device(const std::string& id) const {
    static const records::DeviceSample kNothing;
    for (const auto& sample : found.samples) {
      if (sample.device == id) return sample;
    }
    ADD_FAILURE() << "no device " << id;
    return kNothing;
  }
  [[nodiscard]] bool notes(const std::string& text) const {
    for (const auto& note : found.notes) {
      if (note.find(text) != std::string::npos) return true;
    }
    return false;
  }
};

Outcome read(const std::string& text, Names names = Names::hashed) {
  auto lines = base::LineReader::over(text, "test.prom");
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, text.size());
  Outcome out;
  const NvidiaSmiOptions options{.fields = {}, .names = names};
  out.facts = read_scrape_log({.lines = lines, .time = time, .progress = progress, .nvidia_smi = options}, out.found);
  return out;
}

TEST(ScrapeLog, DcgmFieldsHaveTheirUnits) {
  const auto out = read(R"(# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).
DCGM_FI_DEV_GPU_UTIL{gpu="2",UUID="GPU-b",modelName="NVIDIA H100 80GB HBM3"} 83
DCGM_FI_PROF_SM_ACTIVE{gpu="2",UUID="GPU-b"} 0.41
DCGM_FI_PROF_SM_OCCUPANCY{gpu="2",UUID="GPU-b"} 0.22
DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{gpu="2",UUID="GPU-b"} 0.125
DCGM_FI_PROF_DRAM_ACTIVE{gpu="2",UUID="GPU-b"} 0.5
DCGM_FI_DEV_FB_USED{gpu="2",UUID="GPU-b"} 61000
DCGM_FI_DEV_FB_FREE{gpu="2",UUID="GPU-b"} 20000
DCGM_FI_DEV_FB_TOTAL{gpu="2",UUID="GPU-b"} 81559
DCGM_FI_DEV_POWER_USAGE{gpu="2",UUID="GPU-b"} 512.250000
DCGM_FI_DEV_GPU_TEMP{gpu="2",UUID="GPU-b"} 61
DCGM_FI_DEV_MEMORY_TEMP{gpu="2",UUID="GPU-b"} 77
DCGM_FI_DEV_SM_CLOCK{gpu="2",UUID="GPU-b"} 1755
DCGM_FI_DEV_CLOCK_THROTTLE_REASONS{gpu="2",UUID="GPU-b"} 36
DCGM_FI_DEV_POWER_VIOLATION{gpu="2",UUID="GPU-b"} 2500000000
DCGM_FI_DEV_CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN_NS{gpu="2",UUID="GPU-b"} 1000000
)");
  ASSERT_TRUE(out.facts);
  ASSERT_EQ(out.found.samples.size(), 1U);
  const auto& sample = out.device("2");
  EXPECT_EQ(sample.name, "NVIDIA H100 80GB HBM3");
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 0.83);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_active], 0.41);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_occupancy], 0.22);
  EXPECT_DOUBLE_EQ(*sample[Metric::tensor_active], 0.125);
  EXPECT_DOUBLE_EQ(*sample[Metric::dram_active], 0.5);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_used_bytes], 61000.0 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(*sample.memory_total_bytes, 81559.0 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 512.25);
  EXPECT_DOUBLE_EQ(*sample[Metric::temperature_c], 61);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_temperature_c], 77);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_clock_hz], 1755e6);
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_power_cap)], true);  // 0x4
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::sw_thermal)], true);    // 0x20
  EXPECT_EQ(sample.throttling[static_cast<std::size_t>(Throttle::hw_thermal)], false);
  EXPECT_DOUBLE_EQ(*sample.throttle_total_s[static_cast<std::size_t>(Throttle::sw_power_cap)], 2.5);
  EXPECT_DOUBLE_EQ(*sample.throttle_total_s[static_cast<std::size_t>(Throttle::sw_thermal)], 1e-3);
  EXPECT_EQ(out.found.times, TimeBase::none);
  EXPECT_TRUE(out.notes("bears no time"));
}

TEST(ScrapeLog, BlanksAndZeroSensorsAreAbsences) {
  const auto out = read(R"(DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a"} 4294967295
DCGM_FI_DEV_MEMORY_TEMP{gpu="0",UUID="GPU-a"} 0
DCGM_FI_DEV_MEMORY_TEMP{gpu="1",UUID="GPU-b"} 9223372036854775794
DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-a"} NaN
DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-a"} 55
)");
  ASSERT_EQ(out.found.samples.size(), 1U) << "a device of which nothing is known is no sample";
  EXPECT_FALSE(out.device("0")[Metric::busy]);
  EXPECT_FALSE(out.device("0")[Metric::memory_temperature_c]);
  EXPECT_FALSE(out.device("0")[Metric::power_w]);
  EXPECT_EQ(out.device("0")[Metric::temperature_c], 55.0);
  EXPECT_TRUE(out.notes("1 value left out: DCGM_FI_DEV_GPU_UTIL: DCGM's blank"));
  EXPECT_TRUE(out.notes("1 value left out: DCGM_FI_DEV_MEMORY_TEMP: 0, which stands for no sensor"));
  EXPECT_TRUE(out.notes("1 value left out: DCGM_FI_DEV_POWER_USAGE: NaN"));
}

TEST(ScrapeLog, MigInstancesAreDevicesAndTheCardKeepsItsPower) {
  const auto out = read(R"(DCGM_FI_DEV_GPU_UTIL{gpu="1",UUID="GPU-a",modelName="NVIDIA A30",GPU_I_PROFILE="1g.6gb",GPU_I_ID="3"} 0
DCGM_FI_DEV_GPU_UTIL{gpu="1",UUID="GPU-a",modelName="NVIDIA A30"} 40
DCGM_FI_DEV_POWER_USAGE{gpu="1",UUID="GPU-a",modelName="NVIDIA A30",GPU_I_PROFILE="1g.6gb",GPU_I_ID="3"} 52.6
DCGM_FI_DEV_POWER_USAGE{gpu="1",UUID="GPU-a",modelName="NVIDIA A30",GPU_I_PROFILE="1g.6gb",GPU_I_ID="4"} 52.7
DCGM_FI_PROF_SM_ACTIVE{gpu="1",UUID="GPU-a",modelName="NVIDIA A30",GPU_I_PROFILE="1g.6gb",GPU_I_ID="3"} 0.9
DCGM_FI_PROF_SM_ACTIVE{gpu="1",UUID="GPU-a",modelName="NVIDIA A30",GPU_I_PROFILE="1g.6gb",GPU_I_ID="4"} 0.1
)");
  ASSERT_EQ(out.found.samples.size(), 3U);
  EXPECT_EQ(out.device("1")[Metric::power_w], 52.6);
  EXPECT_FALSE(out.device("1")[Metric::busy]);
  EXPECT_EQ(out.device("1:mig3").name, "NVIDIA A30 MIG 1g.6gb");
  EXPECT_EQ(out.device("1:mig3")[Metric::sm_active], 0.9);
  EXPECT_FALSE(out.device("1:mig3")[Metric::busy]);
  EXPECT_FALSE(out.device("1:mig3")[Metric::power_w]);
  EXPECT_EQ(out.device("1:mig4")[Metric::sm_active], 0.1);
  EXPECT_TRUE(out.notes("2 values left out: DCGM_FI_DEV_GPU_UTIL: busy does not exist"));
}

TEST(ScrapeLog, AUnitThatDependsOnTheVersionHasToBeSaid) {
  const auto silent = read("DCGM_FI_DEV_GPU_UTIL_RATIO{gpu=\"0\"} 83\nDCGM_FI_DEV_GPU_TEMP{gpu=\"0\"} 50\n");
  ASSERT_EQ(silent.found.rejected.size(), 1U);
  EXPECT_EQ(silent.found.rejected.front(), "1: a metric that is a percent or a fraction by version, and no help says which");
  EXPECT_FALSE(silent.device("0")[Metric::busy]);
  const auto said = read("# HELP DCGM_FI_DEV_GPU_UTIL_RATIO GPU utilization (in %).\nDCGM_FI_DEV_GPU_UTIL_RATIO{gpu=\"0\"} 83\n");
  EXPECT_DOUBLE_EQ(*said.device("0")[Metric::busy], 0.83);
}

TEST(ScrapeLog, HostsAreToldApartAndHidden) {
  const auto text = R"(DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-a",Hostname="n1"} 50
DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-b",Hostname="n2"} 60
DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-b"} 300
)";
  const auto kept = read(text, Names::kept);
  EXPECT_EQ(kept.device("n1:0")[Metric::temperature_c], 50.0);
  EXPECT_EQ(kept.device("n2:0")[Metric::power_w], 300.0) << "a UUID is the same card's wherever it is read";
  for (const auto& sample : read(text).found.samples) EXPECT_TRUE(sample.device.starts_with("host-")) << sample.device;
  EXPECT_EQ(read("nv_gpu_utilization{gpu_uuid=\"GPU-x\"} 0.5\n").found.samples.at(0).device.substr(0, 4), "gpu-");
}

TEST(ScrapeLog, OtherExportersNamesAreRead) {
  const auto out = read(R"(amd_gpu_gfx_activity{gpu_id="2",card_series="AMD Instinct MI300X OAM"} 64
gpu_junction_temperature{gpu_id="2"} 71
gpu_edge_temperature{gpu_id="2"} 60
gpu_used_vram{gpu_id="2"} 1024
gpu_package_power{gpu_id="2"} 540
nv_gpu_utilization{gpu_uuid="GPU-x"} 0.78
)");
  const auto& amd = out.device("2");
  EXPECT_DOUBLE_EQ(*amd[Metric::busy], 0.64);
  EXPECT_EQ(amd[Metric::temperature_c], 60.0);
  EXPECT_EQ(amd[Metric::memory_used_bytes], 1024.0 * 1024 * 1024);
  EXPECT_EQ(amd[Metric::power_w], 540.0);
  EXPECT_EQ(amd.name, "AMD Instinct MI300X OAM");
}

TEST(ScrapeLog, ALogOfScrapesIsOneSampleAScrape) {
  const auto out = read(R"(# 2026-11-01T09:00:00Z
DCGM_FI_DEV_GPU_UTIL{gpu="0"} 10
DCGM_FI_DEV_POWER_USAGE{gpu="0"} 100
# 2026-11-01T09:00:15Z
DCGM_FI_DEV_GPU_UTIL{gpu="0"} 20
# 2026-11-01T09:00:30Z
DCGM_FI_DEV_POWER_USAGE{gpu="0"} 300
DCGM_FI_DEV_POWER_USAGE{gpu="0"} 400
)");
  EXPECT_EQ(out.found.times, TimeBase::calendar);
  ASSERT_EQ(out.found.samples.size(), 3U);
  EXPECT_EQ(out.found.samples[0].at_ns, 1'793'523'600'000'000'000);
  EXPECT_EQ(out.found.samples[1].at_ns - out.found.samples[0].at_ns, 15 * base::kSecond);
  EXPECT_FALSE(out.found.samples[1][Metric::power_w]) << "what a scrape does not say is not taken over from the last";
  EXPECT_EQ(out.found.samples[2][Metric::power_w], 300.0);
  ASSERT_EQ(out.found.rejected.size(), 1U);
  EXPECT_EQ(out.found.rejected[0], "8: a series that comes again within a dated scrape");
}

TEST(ScrapeLog, ScrapesWithoutTimesEndWhereASeriesComesAgain) {
  const auto out = read(R"(vllm:num_requests_running{model_name="m"} 3
vllm:num_requests_waiting{model_name="m"} 0
vllm:num_requests_running{model_name="m"} 5
# EOF
vllm:num_requests_running{model_name="m"} 7
# TYPE vllm:num_requests_running gauge
# TYPE vllm:num_requests_running gauge
vllm:num_requests_waiting{model_name="m"} 2
)");
  ASSERT_EQ(out.found.servers.size(), 4U);
  EXPECT_EQ(out.found.servers[0][ServerGauge::waiting], 0.0);
  EXPECT_FALSE(out.found.servers[1][ServerGauge::waiting]);
  EXPECT_EQ(out.found.servers[2][ServerGauge::running], 7.0);
  EXPECT_TRUE(out.notes("the 4 scrapes bear no times"));
}

TEST(ScrapeLog, ADatedScrapeMayBeOfSeveralTargets) {
  const auto out = read(R"(# 2026-11-01T09:00:00Z
# TYPE process_cpu_seconds_total counter
DCGM_FI_DEV_GPU_UTIL{gpu="0"} 10
# EOF
# TYPE process_cpu_seconds_total counter
vllm:num_requests_running 4
# 2026-11-01T09:00:15Z
vllm:num_requests_running 5
)");
  EXPECT_TRUE(out.found.rejected.empty());
  ASSERT_EQ(out.found.samples.size(), 1U);
  ASSERT_EQ(out.found.servers.size(), 2U);
  EXPECT_EQ(out.found.servers[0].at_ns, out.found.samples[0].at_ns);
}

TEST(ScrapeLog, SamplesMayBearTheirOwnTimes) {
  const auto out = read(R"(DCGM_FI_DEV_POWER_USAGE{gpu="0"} 100 1793523600000
DCGM_FI_DEV_POWER_USAGE{gpu="0"} 120 1793523601000
DCGM_FI_DEV_GPU_UTIL{gpu="0"} 50 1793523601.000
DCGM_FI_DEV_GPU_UTIL{gpu="0"} 50 12
DCGM_FI_DEV_GPU_UTIL{gpu="0"} 150 1793523602000
)");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_EQ(out.found.samples[1][Metric::power_w], 120.0);
  EXPECT_EQ(out.found.samples[1][Metric::busy], 0.5) << "OpenMetrics writes seconds, the older format milliseconds";
  EXPECT_EQ(out.found.rejected.size(), 2U);
}

TEST(ScrapeLog, WhatTellsOfNoAcceleratorIsRefused) {
  const auto out = read("# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 12\n");
  ASSERT_FALSE(out.facts);
  EXPECT_NE(out.facts.error().message.find("without any metric of an accelerator"), std::string::npos);
  EXPECT_NE(out.facts.error().message.find("process_cpu_seconds_total"), std::string::npos);
  const auto elided = read("DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",...} 50\nDCGM_FI_DEV_GPU_TEMP{job=\"all\"} 50\n");
  EXPECT_TRUE(elided.found.samples.empty());
  EXPECT_EQ(elided.found.rejected.size(), 2U);
}

TEST(ScrapeLog, IsRecognisedByItsLines) {
  const auto told = [](std::vector<std::string> head) { return is_scrape_log(head); };
  EXPECT_TRUE(told({"# HELP x y"}));
  EXPECT_TRUE(told({"tgi_queue_size 3"}));
  EXPECT_TRUE(told({"x 1", R"(DCGM_FI_DEV_GPU_TEMP{gpu="0"} 50)"}));
  EXPECT_FALSE(told({"timestamp, index, utilization.gpu [%]"}));
  EXPECT_FALSE(told({"# accelprep-recording 1", "time,device,busy"}));
  EXPECT_FALSE(told({"# gpu    pwr  gtemp", "# Idx      W      C", "    0    630     53"}));
  EXPECT_FALSE(told({"# DCGM metrics of our cluster"}));
  EXPECT_FALSE(told({"# Our cluster", "```", "tgi_queue_size 3", "```"}));
}

TEST(ScrapeLog, EveryEnginesQueueAndBatchAreRead) {
  struct Row {
    const char* text;
    const char* engine;
    double running;
    double waiting;
    double kv;
  };
  for (const auto& row : {
           Row{"vllm:num_requests_running 4\nvllm:num_requests_waiting 2\nvllm:gpu_cache_usage_perc 0.31\n", "vLLM", 4, 2, 0.31},
           Row{"sglang:num_running_reqs 22\nsglang:num_queue_reqs 5\nsglang:token_usage 0.5\n", "SGLang", 22, 5, 0.5},
           Row{"sglang_num_running_reqs 22\nsglang_num_queue_reqs 5\nsglang_token_usage 0.5\n", "SGLang", 22, 5, 0.5},
           Row{"trtllm_num_requests_running 6\ntrtllm:num_requests_waiting 1\ntrtllm_kv_cache_utilization 0.62\n", "TensorRT-LLM", 6, 1,
               0.62},
           Row{"llamacpp:requests_processing 4\nllamacpp:requests_deferred 9\nllamacpp:kv_cache_usage_ratio 0.2\n", "llama.cpp", 4, 9, 0.2},
       }) {
    const auto out = read(row.text);
    ASSERT_EQ(out.found.servers.size(), 1U) << row.text;
    const auto& sample = out.found.servers.front();
    EXPECT_EQ(sample.engine, row.engine);
    EXPECT_EQ(sample.server, row.engine) << "a server without a label bears its engine's name";
    EXPECT_EQ(sample[ServerGauge::running], row.running);
    EXPECT_EQ(sample[ServerGauge::waiting], row.waiting);
    EXPECT_EQ(sample[ServerGauge::kv_cache_use], row.kv);
  }
}

TEST(ScrapeLog, TritonTellsItsBatchLimit) {
  const auto out = read(R"(nv_trt_llm_request_metrics{model="llm",request_type="waiting",version="1"} 3
nv_trt_llm_request_metrics{model="llm",request_type="context",version="1"} 1
nv_trt_llm_request_metrics{model="llm",request_type="scheduled",version="1"} 40
nv_trt_llm_request_metrics{model="llm",request_type="max",version="1"} 64
nv_trt_llm_kv_cache_block_metrics{kv_cache_block_type="fraction",model="llm",version="1"} 0.7
nv_inference_queue_duration_us{model="llm",version="1"} 2500000
nv_inference_request_success{model="llm",version="1"} 50
tgi_queue_size 2
tgi_batch_current_size 8
)");
  ASSERT_EQ(out.found.servers.size(), 2U);
  const auto& triton = out.found.servers[1].engine == "Triton" ? out.found.servers[1] : out.found.servers[0];
  EXPECT_EQ(triton.server, "llm");
  EXPECT_EQ(triton[ServerGauge::running], 40.0);
  EXPECT_EQ(triton[ServerGauge::waiting], 3.0);
  EXPECT_EQ(triton[ServerGauge::kv_cache_use], 0.7);
  EXPECT_EQ(triton.max_batch, 64.0);
  EXPECT_EQ(triton[ServerCounter::queue_time_s], 2.5);
  EXPECT_EQ(triton[ServerCounter::queued_requests], 50.0);
}

TEST(ScrapeLog, UnlabelledSeriesAreTheOneServersAndRanksAreServers) {
  const auto one = read("vllm:num_requests_running 2\nvllm:kv_cache_usage_perc{engine=\"0\",model_name=\"m\"} 0.314\n");
  ASSERT_EQ(one.found.servers.size(), 1U);
  EXPECT_EQ(one.found.servers[0].server, "m");
  EXPECT_EQ(one.found.servers[0][ServerGauge::running], 2.0);
  const auto ranks =
      read("vllm:num_requests_running{engine=\"0\",model_name=\"m\"} 2\nvllm:num_requests_running{engine=\"1\",model_name=\"m\"} 9\n");
  ASSERT_EQ(ranks.found.servers.size(), 2U);
  EXPECT_EQ(ranks.found.servers[1].server, "m engine 1");
  EXPECT_EQ(read("vllm:kv_cache_usage_perc 31.4\n").found.rejected.size(), 1U) << "a percent where a fraction has to be";
}

TEST(ServerMetrics, NamesOfOtherMetricsAreNotTaken) {
  for (const auto* name : {"vllm:prompt_tokens_by_source_total", "vllm:num_requests_waiting_by_reason", "vllm:prompt_tokens_created",
                           "sglang:cache_hit_rate", "nv_trt_llm_request_metrics", "vllm_x"}) {
    EXPECT_EQ(server_metric({.name = name, .labels = {}}), nullptr) << name;
  }
}

}  // namespace
}  // namespace accelprep::intake

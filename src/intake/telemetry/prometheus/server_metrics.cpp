#include "intake/telemetry/prometheus/server_metrics.h"

#include <algorithm>
#include <array>
#include <string>

#include "records/server.h"

namespace accelprep::intake {
namespace {

using records::ServerCounter;
using records::ServerGauge;
using enum ServerField;

constexpr double kMicrosecond = 1e-6;
constexpr std::string_view kTriton = "Triton";
constexpr std::string_view kRequests = "nv_trt_llm_request_metrics";
constexpr std::string_view kBlocks = "nv_trt_llm_kv_cache_block_metrics";

constexpr ServerMetric reads(std::string_view engine, std::string_view name, ServerGauge target) {
  return {engine, name, gauge, static_cast<std::size_t>(target)};
}
constexpr ServerMetric counts(std::string_view engine, std::string_view name, ServerCounter target) {
  return {engine, name, counter, static_cast<std::size_t>(target)};
}

// vLLM: vllm/v1/metrics/loggers.py (and gpu_cache_usage_perc of its first engine); a "perc" is a fraction of 1 there. SGLang:
// managers' metrics collector, with --enable-metrics. TGI: docs/source/reference/metrics.md. TensorRT-LLM: `trtllm-serve`, and the
// Triton backend's README. Triton: docs/user_guide/metrics.md. llama.cpp: tools/server/README.md, with --metrics.
constexpr std::array kMetrics{
    reads("vLLM", "vllm_num_requests_running", ServerGauge::running),
    reads("vLLM", "vllm_num_requests_waiting", ServerGauge::waiting),
    reads("vLLM", "vllm_kv_cache_usage_perc", ServerGauge::kv_cache_use),
    reads("vLLM", "vllm_gpu_cache_usage_perc", ServerGauge::kv_cache_use),
    counts("vLLM", "vllm_num_preemptions", ServerCounter::preemptions),
    counts("vLLM", "vllm_prompt_tokens", ServerCounter::prompt_tokens),
    counts("vLLM", "vllm_generation_tokens", ServerCounter::generation_tokens),
    counts("vLLM", "vllm_request_queue_time_seconds_sum", ServerCounter::queue_time_s),
    counts("vLLM", "vllm_request_queue_time_seconds_count", ServerCounter::queued_requests),
    reads("SGLang", "sglang_num_running_reqs", ServerGauge::running),
    reads("SGLang", "sglang_num_queue_reqs", ServerGauge::waiting),
    reads("SGLang", "sglang_token_usage", ServerGauge::kv_cache_use),
    counts("SGLang", "sglang_prompt_tokens", ServerCounter::prompt_tokens),
    counts("SGLang", "sglang_generation_tokens", ServerCounter::generation_tokens),
    counts("SGLang", "sglang_queue_time_seconds_sum", ServerCounter::queue_time_s),
    counts("SGLang", "sglang_queue_time_seconds_count", ServerCounter::queued_requests),
    reads("TGI", "tgi_batch_current_size", ServerGauge::running),
    reads("TGI", "tgi_queue_size", ServerGauge::waiting),
    counts("TGI", "tgi_request_input_length_sum", ServerCounter::prompt_tokens),
    counts("TGI", "tgi_request_generated_tokens_sum", ServerCounter::generation_tokens),
    counts("TGI", "tgi_request_queue_duration_sum", ServerCounter::queue_time_s),
    counts("TGI", "tgi_request_queue_duration_count", ServerCounter::queued_requests),
    reads("TensorRT-LLM", "trtllm_num_requests_running", ServerGauge::running),
    reads("TensorRT-LLM", "trtllm_num_requests_waiting", ServerGauge::waiting),
    reads("TensorRT-LLM", "trtllm_kv_cache_utilization", ServerGauge::kv_cache_use),
    counts("TensorRT-LLM", "trtllm_request_queue_time_seconds_sum", ServerCounter::queue_time_s),
    counts("TensorRT-LLM", "trtllm_request_queue_time_seconds_count", ServerCounter::queued_requests),
    ServerMetric{kTriton, kRequests, gauge, static_cast<std::size_t>(ServerGauge::running), 1, "request_type", "scheduled"},
    ServerMetric{kTriton, kRequests, gauge, static_cast<std::size_t>(ServerGauge::waiting), 1, "request_type", "waiting"},
    ServerMetric{kTriton, kRequests, max_batch, 0, 1, "request_type", "max"},
    ServerMetric{kTriton, kBlocks, gauge, static_cast<std::size_t>(ServerGauge::kv_cache_use), 1, "kv_cache_block_type", "fraction"},
    reads(kTriton, "nv_inference_pending_request_count", ServerGauge::waiting),
    ServerMetric{kTriton, "nv_inference_queue_duration_us", counter, static_cast<std::size_t>(ServerCounter::queue_time_s), kMicrosecond},
    counts(kTriton, "nv_inference_request_success", ServerCounter::queued_requests),
    reads("llama.cpp", "llamacpp_requests_processing", ServerGauge::running),
    reads("llama.cpp", "llamacpp_requests_deferred", ServerGauge::waiting),
    reads("llama.cpp", "llamacpp_kv_cache_usage_ratio", ServerGauge::kv_cache_use),
    counts("llama.cpp", "llamacpp_prompt_tokens", ServerCounter::prompt_tokens),
    counts("llama.cpp", "llamacpp_tokens_predicted", ServerCounter::generation_tokens),
};

constexpr std::array<std::string_view, 6> kPrefixes{"vllm", "sglang", "tgi_", "trtllm", "nv_", "llamacpp"};

}  // namespace

const ServerMetric* server_metric(const MetricName& metric) {
  const auto begins = [&](std::string_view prefix) { return metric.name.starts_with(prefix); };
  if (std::none_of(kPrefixes.begin(), kPrefixes.end(), begins)) return nullptr;
  auto name = metric.name;
  std::replace(name.begin(), name.end(), ':', '_');
  if (name.ends_with("_total")) name.resize(name.size() - 6);
  const auto* const found = std::find_if(kMetrics.begin(), kMetrics.end(), [&](const auto& row) {
    return row.name == name && (row.label.empty() || metric.label({row.label}) == row.wanted);
  });
  return found == kMetrics.end() ? nullptr : found;
}

}  // namespace accelprep::intake

#include "records/metric_definitions.h"

#include <algorithm>
#include <array>

namespace accelprep::records {
namespace {

constexpr auto kRows = std::to_array<MetricDefinition>({
    // Time to first token
    {"ttft.content", "s", "from sending the request to the first piece of the answer that is not empty (reasoning counts)",
     "AIPerf docs/metrics-reference.md; GenAI-Perf llm_profile_data_parser.py; guidellm schemas/request_stats.py; inference-perf "
     "docs/metrics.md"},
    {"ttft.output_content", "s", "from sending the request to the first piece of the answer that is not empty and no reasoning",
     "AIPerf time_to_first_output_token; guidellm time_to_first_output_token_ms"},
    {"ttft.content_with_connect", "s",
     "from before a fresh connection is opened to the first piece of the answer that is not empty: every request pays for its connection",
     "SGLang benchmark/serving.py: a client session a request"},
    {"ttft.any_chunk", "s", "from sending the request to the first message of the answer, also an empty one that only names the role",
     "vLLM benchmarks/lib/endpoint_request_func.py; InferenceMAX, which runs a copy of it"},
    {"ttft.scheduled", "s", "from the moment the request was due to the first token that the system under test reports",
     "MLPerf LoadGen logging.cc"},
    {"ttft.undefined", "s", "time to first token; which tool measured it, and so what it means, the file does not say",
     "llm-d benchmark report without a known tool"},
    {"ttst.second_chunk", "s", "from the first piece of the answer to the second", "AIPerf time_to_second_token"},
    // Time per output token
    {"tpot.excl_first", "s", "time after the first token over the output tokens less one, a request a value",
     "AIPerf inter_token_latency; GenAI-Perf inter_token_latency; vLLM and SGLang tpot; inference-perf time_per_output_token; MLPerf "
     "LoadGen time to output token"},
    {"tpot.excl_first_by_token", "s",
     "time after the first token over the output tokens less one, once a token after the first: long answers weigh more",
     "guidellm inter_token_latency_ms"},
    {"tpot.incl_first", "s", "time from sending to the last token over all output tokens, once a token: the wait for the first is in it",
     "guidellm time_per_output_token_ms"},
    {"tpot.e2e_over_tokens", "s",
     "the whole request's time over its output tokens: the wait for the first and the end of the stream are in it",
     "inference-perf normalized_time_per_output_token"},
    {"tpot.undefined", "s", "time per output token; which tool measured it, and so what it means, the file does not say",
     "llm-d benchmark report without a known tool"},
    // Inter-token latency
    {"itl.per_chunk", "s",
     "gap between two pieces of the stream, one value a gap: where a server sends several tokens at once or the client reads several "
     "pieces at once, no time between tokens",
     "AIPerf inter_chunk_latency; vLLM itl; SGLang itl over the OpenAI interface; inference-perf inter_token_latency; InferenceMAX itl"},
    {"itl.per_token", "s", "gap between two pieces of the stream, spread evenly over the tokens that came with the second",
     "SGLang benchmark/serving.py over its own interface"},
    {"itl.undefined", "s", "inter-token latency; which tool measured it, and so what it means, the file does not say",
     "llm-d benchmark report without a known tool"},
    // The whole request
    {"e2e.send_to_last", "s", "from sending the request to the last piece of the answer that carries a token",
     "AIPerf request_latency; GenAI-Perf request_latency; vLLM e2el; InferenceMAX e2el"},
    {"e2e.send_to_end", "s", "from sending the request to the end of the response",
     "guidellm request_latency; inference-perf request_latency; SGLang e2e_latency; perf_analyzer latency"},
    {"e2e.queued_to_last", "s",
     "from when the client would have sent, its own limit of requests in flight apart, to the last piece of the answer",
     "vLLM e2el_including_client_queue"},
    {"e2e.scheduled_to_end", "s", "from the moment the request was due to the end of the response: the client's own delay is in it",
     "MLPerf LoadGen loadgen.cc; guidellm request_scheduled_latency"},
    {"e2e.undefined", "s", "time of a request; which tool measured it, and so what it means, the file does not say",
     "llm-d benchmark report without a known tool"},
    // The client's own delay
    {"send_delay.scheduled_to_sent", "s", "from the moment the request was due to its sending",
     "guidellm request_dispatch_delay; inference-perf schedule_delay"},
    {"send_delay.issued_to_sent", "s", "from the moment the pacer let the request go to its sending", "AIPerf credit_to_start_latency"},
    {"send_delay.client_queue", "s", "waiting for the client's own limit of requests in flight", "vLLM client_queue_time"},
    // Rates
    {"rate.requests", "1/s", "requests completed with success over the time measured",
     "all but perf_analyzer; MLPerf LoadGen calls them samples"},
    {"rate.inferences", "1/s", "inferences over the time measured: requests times the batch size", "perf_analyzer Inferences/Second"},
    {"rate.output_tokens", "tokens/s", "output tokens of all requests together over the time measured", "all tools that count tokens"},
    {"rate.input_tokens", "tokens/s", "prompt tokens of all requests together over the time measured", "all tools that count tokens"},
    {"rate.total_tokens", "tokens/s", "prompt and output tokens of all requests together over the time measured",
     "all tools that count tokens"},
    {"rate.output_tokens_per_user", "tokens/s", "the inverse of a request's time per output token, the first left out",
     "AIPerf output_token_throughput_per_user; GenAI-Perf; InferenceMAX intvty"},
    {"rate.output_tokens_per_accelerator", "tokens/s", "output tokens a second over the accelerators", "InferenceMAX output_tput_per_gpu"},
    {"rate.input_tokens_per_accelerator", "tokens/s", "prompt tokens a second over the accelerators", "InferenceMAX input_tput_per_gpu"},
    {"rate.total_tokens_per_accelerator", "tokens/s", "prompt and output tokens a second over the accelerators",
     "InferenceMAX tput_per_gpu"},
    {"goodput.requests", "1/s", "requests a second that met the service level that the run was given",
     "AIPerf goodput; GenAI-Perf request_goodput; vLLM request_goodput; guidellm request_goodput"},
    // Lengths
    {"length.input", "tokens", "prompt tokens of a request", "each by its own tokenizer or by the server's count"},
    {"length.output", "tokens", "output tokens of a request", "each by its own tokenizer or by the server's count"},
    // Power
    {"power.accelerator_mean", "W", "mean draw of one accelerator over the run", "InferenceMAX avg_power_w"},
    {"energy.per_output_token", "J/token", "energy of all accelerators over the output tokens", "InferenceMAX joules_per_output_token"},
});

}  // namespace

std::span<const MetricDefinition> metric_definitions() { return kRows; }

const MetricDefinition* find_definition(std::string_view id) {
  const auto* found = std::find_if(kRows.begin(), kRows.end(), [&](const auto& row) { return row.id == id; });
  return found == kRows.end() ? nullptr : found;
}

}  // namespace accelprep::records

#include "capacity/memory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace accelprep::capacity {
namespace {

using base::ErrorKind;
using base::fail;

constexpr double kGiB = 1024.0 * 1024 * 1024;
constexpr double kSamplerBytes = 38.4;
// CUDA context, libraries and graphs: 0.15 GiB of context and about half a GiB of graphs on one card; 0.5 GiB more of context and
// collective buffers from two on. Read from vLLM start-up logs.
constexpr double kOverheadOneCard = 0.65 * kGiB;
constexpr double kOverheadManyCards = 1.0 * kGiB;

double ceil_div(std::int64_t total, std::int64_t parts) { return std::ceil(static_cast<double>(total) / static_cast<double>(parts)); }

struct Parameters {
  double split = 0;       // divided among the cards
  double replicated = 0;  // on each
};

Parameters count_parameters(const records::ModelShape& m) {
  const auto hidden = static_cast<double>(m.hidden);
  const auto query = static_cast<double>(m.heads * m.head_dim);
  const auto key = static_cast<double>(m.kv_heads * m.head_dim);
  const double attention = hidden * (2 * query + 2 * key) + (m.attention_bias ? query + 2 * key : 0);
  const double network = 3 * hidden * static_cast<double>(m.intermediate);
  const double embeddings = static_cast<double>(m.vocabulary) * hidden * (m.tied_embeddings ? 1 : 2);
  const auto layers = static_cast<double>(m.layers);
  return {.split = layers * (attention + network) + embeddings, .replicated = (2 * layers + 1) * hidden};
}

std::optional<std::int64_t> streams(std::int64_t capacity, const std::optional<double>& context) {
  if (!context || *context < 1) return std::nullopt;
  return static_cast<std::int64_t>(static_cast<double>(capacity) / *context);
}

evidence::Value number_or(const std::optional<std::int64_t>& value, std::string reason) {
  return value ? evidence::Value(static_cast<double>(*value)) : evidence::Value(evidence::Absent{std::move(reason)});
}

}  // namespace

std::optional<double> bytes_of_dtype(std::string_view dtype) {
  constexpr std::array<std::pair<std::string_view, double>, 5> kBytes{{{"bf16", 2}, {"fp16", 2}, {"fp32", 4}, {"fp8", 1}, {"int8", 1}}};
  for (const auto& [name, bytes] : kBytes) {
    if (name == dtype) return bytes;
  }
  return std::nullopt;
}

base::Result<MemoryPlan> plan_memory(const MemoryInput& input) {
  const auto& m = input.model;
  const auto tp = input.tensor_parallel;
  const auto bytes = bytes_of_dtype(input.dtype);
  const auto kv_bytes = bytes_of_dtype(input.kv_dtype.empty() ? input.dtype : input.kv_dtype);
  if (!bytes || !kv_bytes) {
    return fail(ErrorKind::invalid_input,
                fmt::format("there is no dtype \"{}\" here; known: bf16, fp16, fp32, fp8, int8", bytes ? input.kv_dtype : input.dtype));
  }
  if (tp < 1 || m.heads % tp != 0) {
    return fail(ErrorKind::invalid_input, fmt::format("tensor_parallel = {} does not divide the model's {} attention heads", tp, m.heads));
  }
  const auto parameters = count_parameters(m);
  const auto sequences = static_cast<double>(input.max_sequences.value_or(input.card_is_large ? 1024 : 256));
  const auto tokens = static_cast<double>(input.max_batched_tokens.value_or(input.card_is_large ? 8192 : 2048));
  // Activations are never narrower than 16 bits.
  const double width = std::max(2.0, *bytes);
  const double sampler = sequences * static_cast<double>(m.vocabulary) * kSamplerBytes;
  const double widest =
      tokens * (3 * static_cast<double>(m.intermediate) / static_cast<double>(tp) + 4 * static_cast<double>(m.hidden)) * width;

  MemoryPlan plan;
  plan.parameters = parameters.split + parameters.replicated;
  plan.weights_bytes = (parameters.split / static_cast<double>(tp) + parameters.replicated) * *bytes;
  plan.kv_bytes_per_token =
      2 * static_cast<double>(m.layers) * std::max(1.0, ceil_div(m.kv_heads, tp)) * static_cast<double>(m.head_dim) * *kv_bytes;
  plan.activation_bytes = std::max(sampler, widest);
  plan.overhead_bytes = tp > 1 ? kOverheadManyCards : kOverheadOneCard;
  const double left = input.card_bytes * input.memory_fraction - plan.weights_bytes - plan.activation_bytes - plan.overhead_bytes;
  plan.kv_bytes = std::max(0.0, left);
  plan.kv_capacity_tokens = static_cast<std::int64_t>(plan.kv_bytes / plan.kv_bytes_per_token);
  plan.max_context_tokens = input.max_model_len.value_or(m.max_position);
  plan.streams_at_p50 = streams(plan.kv_capacity_tokens, input.p50_context_tokens);
  plan.streams_at_p99 = streams(plan.kv_capacity_tokens, input.p99_context_tokens);
  plan.streams_at_max = plan.kv_capacity_tokens / std::max<std::int64_t>(1, plan.max_context_tokens);
  plan.fits = plan.streams_at_max >= 1;
  return plan;
}

std::vector<evidence::Measurement> memory_measurements(const MemoryPlan& plan, const evidence::Origin& origin) {
  std::vector<evidence::Measurement> out;
  const auto add = [&](std::string_view id, evidence::Value value, std::string method) {
    out.push_back(evidence::measured_from(origin, {.id = id, .value = std::move(value), .method = std::move(method)}));
  };
  const std::string no_log = "no request log with token counts";
  add("weights_bytes_per_gpu", plan.weights_bytes, "parameters of the configuration times bytes, over tensor parallelism");
  add("kv_bytes_per_token", plan.kv_bytes_per_token, "2 x layers x KV heads x head size x bytes, on each card");
  add("kv_capacity_tokens", static_cast<double>(plan.kv_capacity_tokens),
      "what the engine's memory fraction leaves beside weights, activations and overhead");
  add("streams_at_p50_context", number_or(plan.streams_at_p50, no_log), "KV capacity over the median prompt and answer");
  add("streams_at_p99_context", number_or(plan.streams_at_p99, no_log), "KV capacity over the 99th percentile prompt and answer");
  add("streams_at_max_context", static_cast<double>(plan.streams_at_max), "KV capacity over the longest context");
  return out;
}

evidence::Table memory_table(const MemoryPlan& plan, const MemoryInput& input) {
  const double reserved = input.card_bytes * (1 - input.memory_fraction);
  evidence::Table table{.id = "memory", .title = "Memory of one card", .columns = {{"part", ""}, {"bytes", "bytes"}}};
  const auto add = [&](const char* part, double bytes) { table.rows.push_back({std::string(part), bytes}); };
  add("weights", plan.weights_bytes);
  add("KV cache", plan.kv_bytes);
  add("activations", plan.activation_bytes);
  add("overhead", plan.overhead_bytes);
  add("kept free", reserved);
  const double short_of = plan.weights_bytes + plan.activation_bytes + plan.overhead_bytes + reserved - input.card_bytes;
  if (short_of > 0) add("missing", short_of);
  return table;
}

}  // namespace accelprep::capacity

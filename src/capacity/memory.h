// How much of a card a dense transformer takes, and how many streams fit beside it.
//
// weights: every matrix over the tensor-parallel size, norms replicated.
// KV cache of a token on each card: 2 * layers * max(1, kv_heads / tp) * head_dim * bytes; fewer heads than cards are replicated.
// Activation peak: max(sequences * vocabulary * 38.4 B, tokens * (3 * intermediate / tp + 4 * hidden) * 2 B): the sampler's pass over
// all sequences and the whole vocabulary, or the widest layer. The 38.4 was fitted on 24 published start-up logs of vLLM (median
// error 0.06 GiB); it belongs to that engine.
// What is left of total * memory_fraction is KV cache (the identity that vLLM's own log shows).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "evidence/finding.h"
#include "evidence/measurement.h"
#include "records/model_shape.h"

namespace accelprep::capacity {

struct MemoryInput {
  records::ModelShape model;
  double card_bytes = 0;       // that the driver shows
  bool card_is_large = false;  // 70 GiB or more, and no A100: the engine then plans for more sequences
  std::int64_t tensor_parallel = 1;
  std::string dtype = "bf16";  // of weights and activations: bf16, fp16, fp32, fp8, int8
  std::string kv_dtype;        // "" = dtype
  double memory_fraction = 0.9;
  std::optional<std::int64_t> max_sequences;  // the engine's limit; else its default for the card
  std::optional<std::int64_t> max_batched_tokens;
  std::optional<std::int64_t> max_model_len;  // else the model's own
  std::optional<double> p50_context_tokens;   // prompt and answer, from the log
  std::optional<double> p99_context_tokens;
};

struct MemoryPlan {
  double weights_bytes = 0;  // on each card, as everything here
  double kv_bytes_per_token = 0;
  double activation_bytes = 0;
  double overhead_bytes = 0;
  double kv_bytes = 0;  // left for the cache; 0 where nothing is left
  std::int64_t kv_capacity_tokens = 0;
  std::int64_t max_context_tokens = 0;
  std::optional<std::int64_t> streams_at_p50, streams_at_p99;
  std::int64_t streams_at_max = 0;
  bool fits = false;  // weights, activations and one sequence of the longest context
  double parameters = 0;
};

// Errors: an unknown dtype, heads that tensor_parallel does not divide.
base::Result<MemoryPlan> plan_memory(const MemoryInput& input);

std::optional<double> bytes_of_dtype(std::string_view dtype);

std::vector<evidence::Measurement> memory_measurements(const MemoryPlan& plan, const evidence::Origin& origin);
// "memory": one row a part of the card, bytes.
evidence::Table memory_table(const MemoryPlan& plan, const MemoryInput& input);

}  // namespace accelprep::capacity

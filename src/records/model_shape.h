// The shape of a dense decoder-only transformer, as its configuration states it.
#pragma once

#include <cstdint>
#include <string>

namespace accelprep::records {

struct ModelShape {
  std::string model_type;  // "llama"
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t intermediate = 0;  // of the gated feed-forward network
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t vocabulary = 0;
  std::int64_t max_position = 0;
  bool tied_embeddings = false;
  bool attention_bias = false;
  std::string dtype;  // "bf16", "fp16", "fp32"; "" where the configuration names none
};

}  // namespace accelprep::records

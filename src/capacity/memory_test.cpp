#include "capacity/memory.h"

#include <gtest/gtest.h>

#include "intake/model/hf_config.h"

namespace accelprep::capacity {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

// Llama-3.1-8B: 32 layers, 4096 wide, 8 of 32 heads for keys and values.
records::ModelShape llama_8b() {
  return {.model_type = "llama",
          .layers = 32,
          .hidden = 4096,
          .intermediate = 14336,
          .heads = 32,
          .kv_heads = 8,
          .head_dim = 128,
          .vocabulary = 128256,
          .max_position = 131072,
          .dtype = "bf16"};
}

TEST(Memory, Llama8BOnAnH100AsItsEngineReportsIt) {
  const auto plan = plan_memory({.model = llama_8b(), .card_bytes = 79.18 * kGiB, .card_is_large = true});
  ASSERT_TRUE(plan);
  EXPECT_NEAR(plan->weights_bytes / kGiB, 14.96, 0.01);    // vLLM's log: 14.99
  EXPECT_EQ(plan->kv_bytes_per_token, 131072);             // exact
  EXPECT_NEAR(plan->activation_bytes / kGiB, 4.70, 0.01);  // vLLM's log: 4.76
  EXPECT_NEAR(plan->parameters, 8.03e9, 0.01e9);
  EXPECT_TRUE(plan->fits);
  EXPECT_EQ(plan->streams_at_p50, std::nullopt);
}

TEST(Memory, FewerKvHeadsThanCardsAreReplicated) {
  auto input = MemoryInput{.model = llama_8b(), .card_bytes = 79.18 * kGiB, .card_is_large = true, .tensor_parallel = 16};
  EXPECT_EQ(plan_memory(input)->kv_bytes_per_token, 2 * 32 * 1 * 128 * 2);
  input.tensor_parallel = 5;
  EXPECT_FALSE(plan_memory(input));
}

TEST(Memory, AModelThatDoesNotFitHasNoStreams) {
  const auto plan = plan_memory({.model = llama_8b(), .card_bytes = 14.56 * kGiB, .p50_context_tokens = 1000});
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->fits);
  EXPECT_EQ(plan->kv_capacity_tokens, 0);
  EXPECT_EQ(plan->streams_at_p50, 0);
  double sum = 0;
  for (const auto& row : memory_table(*plan, {.card_bytes = 14.56 * kGiB}).rows) {
    sum += std::get<std::string>(row[0]) == "missing" ? -std::get<double>(row[1]) : std::get<double>(row[1]);
  }
  EXPECT_NEAR(sum, 14.56 * kGiB, 1);
}

TEST(HfConfig, ReadsADenseModelAndRefusesTheRest) {
  const auto dense = intake::parse_hf_config(
      R"({"model_type":"qwen2","num_hidden_layers":28,"hidden_size":1536,"intermediate_size":8960,"num_attention_heads":12,
          "num_key_value_heads":2,"vocab_size":151936,"max_position_embeddings":32768,"tie_word_embeddings":true,
          "torch_dtype":"bfloat16","sliding_window":32768,"use_sliding_window":false})",
      "config.json");
  ASSERT_TRUE(dense) << dense.error().text();
  EXPECT_EQ(dense->head_dim, 128);
  EXPECT_EQ(plan_memory({.model = *dense, .card_bytes = kGiB})->kv_bytes_per_token, 28672);  // Qwen2.5-1.5B
  const auto experts = intake::parse_hf_config(R"({"model_type":"mixtral","num_local_experts":8})", "config.json");
  ASSERT_FALSE(experts);
  EXPECT_EQ(experts.error().kind, base::ErrorKind::unsupported);
  EXPECT_FALSE(intake::parse_hf_config("{", "config.json"));
  EXPECT_FALSE(intake::parse_hf_config(R"({"model_type":"llama","num_hidden_layers":-1})", "config.json"));
}

}  // namespace
}  // namespace accelprep::capacity

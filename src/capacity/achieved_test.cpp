#include "capacity/achieved.h"

#include <gtest/gtest.h>

namespace accelprep::capacity {
namespace {

// The shape of Llama 3.1 8B, from its published configuration: 8.03e9 parameters.
AchievedInput on_one_h100() {
  AchievedInput in;
  in.memory.model = {.model_type = "llama",
                     .layers = 32,
                     .hidden = 4096,
                     .intermediate = 14336,
                     .heads = 32,
                     .kv_heads = 8,
                     .head_dim = 128,
                     .vocabulary = 128256,
                     .max_position = 131072};
  in.memory.card_bytes = 80e9;
  in.peak_flops_per_s = 989e12;
  in.peak_bytes_per_s = 3350e9;
  return in;
}

TEST(Achieved, OneSequenceReadsTheWeightsOnceAStep) {
  auto in = on_one_h100();
  in.input_tokens_mean = 1000;
  in.output_tokens_mean = 401;
  in.tpot_s = 0.010;
  in.requests_per_s = 0.25;  // 400 steps of 10 ms: four seconds, so one sequence at all times
  const auto out = achieved_of(in);
  ASSERT_TRUE(out.has_value()) << out.error().message;
  EXPECT_NEAR(*out->batch, 1, 1e-9);
  // 16.06 GB of weights and 1200.5 tokens of 131,072 bytes in 10 ms.
  EXPECT_NEAR(*out->bytes_per_s, (16.06e9 + 1200.5 * 131072) / 0.010, 0.01e12);
  EXPECT_NEAR(*out->mbu, 0.484, 0.002);
  // 2 x (8.03e9 - 0.525e9 of the embedding) x 1401 tokens, and attention: 4 x 32 x 4096 x (1000^2/2 + 401 x 1200.5).
  EXPECT_NEAR(out->flops_per_s, 0.25 * (2 * 7.505e9 * 1401 + 524288.0 * (500'000 + 401 * 1200.5)), 0.01e12);
  EXPECT_LT(*out->mfu, 0.01);
  EXPECT_EQ(out->limiting, "none");
}

TEST(Achieved, AFullBatchIsHeldBackByTheMemory) {
  auto in = on_one_h100();
  in.input_tokens_mean = 1000;
  in.output_tokens_mean = 201;
  in.tpot_s = 0.020;
  in.requests_per_s = 10;  // 40 sequences at once
  const auto out = achieved_of(in);
  ASSERT_TRUE(out.has_value());
  EXPECT_NEAR(*out->batch, 40, 1e-9);
  EXPECT_NEAR(*out->mbu, (16.06e9 + 40 * 1100.5 * 131072) / 0.020 / 3350e9, 0.005);
  EXPECT_EQ(out->limiting, "none");  // 33 %
  in.dram_active = 0.72;
  EXPECT_EQ(achieved_of(in)->limiting, "memory_bandwidth");
  in.kv_used = 0.99;
  EXPECT_EQ(achieved_of(in)->limiting, "kv_capacity");
}

TEST(Achieved, ACardThatWaitsIsHeldBackByTheHost) {
  auto in = on_one_h100();
  in.input_tokens_mean = 100;
  in.output_tokens_mean = 10;
  in.requests_per_s = 1;
  in.busy = 0.2;
  const auto out = achieved_of(in);
  ASSERT_TRUE(out.has_value());
  EXPECT_EQ(out->limiting, "host");
  EXPECT_FALSE(out->mbu.has_value());
}

TEST(Achieved, AModelThatTheCardCannotHoldWasNotServedByIt) {
  auto in = on_one_h100();
  in.memory.card_bytes = 16e9;
  EXPECT_FALSE(achieved_of(in).has_value());
}

TEST(Achieved, CardsThatAreNoWholeReplicasAreRefused) {
  auto in = on_one_h100();
  in.memory.tensor_parallel = 2;
  in.accelerators = 3;
  EXPECT_FALSE(achieved_of(in).has_value());
}

}  // namespace
}  // namespace accelprep::capacity

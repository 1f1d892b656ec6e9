// What a run got out of its cards, beside what their data sheets promise, and which resource held it back.
//
// FLOP of a token going forward: 2 a parameter that it meets, and 4 * layers * heads * head_dim for each token it attends to (Chowdhery et
// al. 2022, PaLM, appendix B, forward part only, causal: a prompt's token attends to half the prompt on average, a generated one to the
// whole prompt and half the answer). MFU is FLOP/s over the dense peak of the dtype.
// Bytes of a decoding step: the weights once, and the KV cache of every sequence in the batch. MBU is bytes a step over the time of a step
// (TPOT) and the peak bandwidth (Databricks, LLM Inference Performance Engineering, 2023).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "capacity/memory.h"
#include "evidence/measurement.h"

namespace accelprep::capacity {

struct AchievedInput {
  MemoryInput memory;  // the model, its dtype and tensor_parallel
  std::int64_t accelerators = 1;
  double requests_per_s = 0;  // answered, by all of them
  double input_tokens_mean = 0, output_tokens_mean = 0;
  std::optional<double> tpot_s;            // mean time of a decoding step
  std::optional<double> peak_flops_per_s;  // of one card, dense, of the dtype
  std::optional<double> peak_bytes_per_s;  // of one card's memory
  // Read off the cards, means of the loaded ones; nothing where not recorded.
  std::optional<double> busy, sm_active, tensor_active, dram_active;
  std::optional<double> power_w, power_limit_w, power_cap_share;
  std::optional<double> kv_used;  // of the cache, 0..1
};

// From which share on a resource is called the limit. Data-sheet peaks are not reached in practice: well-tuned decoding reads its weights
// at 60 to 80 % of the peak bandwidth, well-tuned prefill computes at 40 to 60 % of the dense peak.
struct AchievedPolicy {
  double bandwidth = 0.6;
  double compute = 0.4;
  double tensor_active = 0.6;
  double kv_used = 0.95;
  double power = 0.97;           // of the limit
  double power_cap_share = 0.5;  // of the time
};

struct ResourceUse {
  std::string resource;  // "memory_bandwidth", "compute", "kv_capacity", "power"
  double share = 0;      // of its peak
  std::string of;        // what was measured
  bool limits = false;   // by the policy
};

struct Achieved {
  double tokens_per_s = 0;  // of one card, prompt and answer
  double output_tokens_per_s = 0;
  double flops_per_s = 0;  // of one card
  std::optional<double> mfu;
  std::optional<double> bytes_per_s;  // of one card
  std::optional<double> mbu;
  std::optional<double> batch;    // sequences decoded at once by one replica (Little's law)
  std::vector<ResourceUse> uses;  // the fullest first
  std::string limiting;           // a resource's name, "host" or "none"
  std::string why;                // a sentence with its evidence
};

// Errors: those of plan_memory; accelerators that tensor_parallel does not divide.
base::Result<Achieved> achieved_of(const AchievedInput& input, const AchievedPolicy& policy = {});

// mfu, mbu.
std::vector<evidence::Measurement> achieved_measurements(const Achieved& achieved, const evidence::Origin& origin);

}  // namespace accelprep::capacity

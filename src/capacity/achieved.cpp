#include "capacity/achieved.h"

#include <algorithm>
#include <fmt/format.h>

namespace accelprep::capacity {
namespace {

constexpr double kHostBusy = 0.5;  // a card that is busy for less waits for somebody

double attention_flops_per_position(const records::ModelShape& m) {
  return 4.0 * static_cast<double>(m.layers) * static_cast<double>(m.heads * m.head_dim);
}

// Of one request, its prompt and its answer.
double flops_of_request(const AchievedInput& in, const MemoryPlan& plan) {
  const auto& m = in.memory.model;
  const double embedding = static_cast<double>(m.vocabulary) * static_cast<double>(m.hidden);  // looked up, not multiplied
  const double met = plan.parameters - (m.tied_embeddings ? 0 : embedding);
  const double prompt = in.input_tokens_mean;
  const double answer = in.output_tokens_mean;
  const double positions = prompt * prompt / 2 + answer * (prompt + answer / 2);
  return 2 * met * (prompt + answer) + attention_flops_per_position(m) * positions;
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

void add_uses(const AchievedInput& in, const AchievedPolicy& policy, Achieved& out) {
  const auto add = [&](const char* resource, const std::optional<double>& share, double limit, const char* of) {
    if (share) out.uses.push_back({.resource = resource, .share = *share, .of = of, .limits = *share >= limit});
  };
  add("memory_bandwidth", out.mbu, policy.bandwidth, "bytes read a decoding step over the peak bandwidth");
  add("memory_bandwidth", in.dram_active, policy.bandwidth, "DRAM active");
  add("compute", out.mfu, policy.compute, "FLOP/s of the tokens over the dense peak");
  add("compute", in.tensor_active, policy.tensor_active, "tensor active");
  add("kv_capacity", in.kv_used, policy.kv_used, "KV cache in use");
  if (in.power_w && in.power_limit_w && *in.power_limit_w > 0) {
    add("power", *in.power_w / *in.power_limit_w, policy.power, "power over the card's limit");
  }
  add("power", in.power_cap_share, policy.power_cap_share, "time under the power cap");
  std::stable_sort(out.uses.begin(), out.uses.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
}

// KV capacity comes before what it starves, and memory and compute before the power that they draw.
void name_limit(const AchievedInput& in, Achieved& out) {
  for (const auto* resource : {"kv_capacity", "memory_bandwidth", "compute", "power"}) {
    const auto found =
        std::find_if(out.uses.begin(), out.uses.end(), [&](const auto& use) { return use.limits && use.resource == resource; });
    if (found == out.uses.end()) continue;
    out.limiting = resource;
    out.why = fmt::format("{} ({})", percent(found->share), found->of);
    return;
  }
  if (in.busy && *in.busy < kHostBusy) {
    out.limiting = "host";
    out.why =
        fmt::format("no resource of the card is near its peak, and it was busy for {} of the time: it waits for requests or for the host",
                    percent(*in.busy));
    return;
  }
  out.limiting = "none";
  out.why = out.uses.empty() ? "neither counters of the card nor its peaks are known"
                             : fmt::format("no resource is near its peak; the fullest is {} at {} ({})", out.uses.front().resource,
                                           percent(out.uses.front().share), out.uses.front().of);
}

}  // namespace

base::Result<Achieved> achieved_of(const AchievedInput& in, const AchievedPolicy& policy) {
  TRY_ASSIGN(const auto plan, plan_memory(in.memory));
  const auto tp = in.memory.tensor_parallel;
  if (in.accelerators < 1 || in.accelerators % tp != 0) {
    return base::fail(base::ErrorKind::invalid_input,
                      fmt::format("{} loaded accelerators are no whole number of replicas of {} cards", in.accelerators, tp));
  }
  if (plan.weights_bytes > in.memory.card_bytes) {
    return base::fail(
        base::ErrorKind::invalid_input,
        fmt::format("the weights take {:.0f} GB on each card and it has {:.0f} GB: this model was not served by {} of them; give "
                    "--tensor-parallel, or the model that was",
                    plan.weights_bytes * 1e-9, in.memory.card_bytes * 1e-9, tp));
  }
  const auto cards = static_cast<double>(in.accelerators);
  Achieved out;
  out.output_tokens_per_s = in.requests_per_s * in.output_tokens_mean / cards;
  out.tokens_per_s = in.requests_per_s * (in.input_tokens_mean + in.output_tokens_mean) / cards;
  out.flops_per_s = in.requests_per_s * flops_of_request(in, plan) / cards;
  if (in.peak_flops_per_s && *in.peak_flops_per_s > 0) out.mfu = out.flops_per_s / *in.peak_flops_per_s;
  if (in.tpot_s && *in.tpot_s > 0) {
    const double replicas = cards / static_cast<double>(tp);
    out.batch = in.requests_per_s / replicas * std::max(0.0, in.output_tokens_mean - 1) * *in.tpot_s;
    const double context = in.input_tokens_mean + in.output_tokens_mean / 2;
    // Weights are read once a step, however few sequences are in it; the time between requests is no step.
    const double stepping = std::min(1.0, *out.batch);
    out.bytes_per_s = (plan.weights_bytes * stepping + *out.batch * context * plan.kv_bytes_per_token) / *in.tpot_s;
    if (in.peak_bytes_per_s && *in.peak_bytes_per_s > 0) out.mbu = *out.bytes_per_s / *in.peak_bytes_per_s;
  }
  add_uses(in, policy, out);
  name_limit(in, out);
  return out;
}

std::vector<evidence::Measurement> achieved_measurements(const Achieved& achieved, const evidence::Origin& origin) {
  std::vector<evidence::Measurement> out;
  const auto value = [](const std::optional<double>& share, const char* reason) {
    return share ? evidence::Value(*share) : evidence::Value(evidence::Absent{reason});
  };
  out.push_back(evidence::measured_from(origin, {.id = "mfu",
                                                 .value = value(achieved.mfu, "the catalog knows no dense peak of that dtype"),
                                                 .method = "FLOP of the tokens going forward, over the card's dense peak"}));
  out.push_back(evidence::measured_from(
      origin, {.id = "mbu",
               .value = value(achieved.mbu, "the requests carry no time per output token, or the catalog no bandwidth"),
               .method = "weights and KV cache read each decoding step, over TPOT and the card's peak bandwidth"}));
  return out;
}

}  // namespace accelprep::capacity

// Was a server at its limit? Busy cannot say: a server that holds requests back for want of batch slots or of KV cache may keep its
// accelerator at 35 %. Its own queue can.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "records/server.h"

namespace accelprep::workload {

enum class SaturationVerdict : std::uint8_t { saturated, not_saturated, cannot_tell };
inline constexpr std::array<std::string_view, 3> kSaturationNames{"saturated", "not_saturated", "cannot_tell"};

// What held the waiting requests back.
enum class LimitingResource : std::uint8_t {
  none,
  batch_limit,    // as many ran as may run at once
  kv_cache,       // no room for another sequence's keys and values
  compute_queue,  // neither: the steps themselves take too long for what arrives
};
inline constexpr std::array<std::string_view, 4> kLimitNames{"none", "batch_limit", "kv_cache", "compute_queue"};

struct SaturationPolicy {
  double queued_share = 0.10;         // of the samples: requests waiting at a full batch or KV cache, from which a server is saturated
  double queued_anyhow_share = 0.50;  // with neither full: a request that arrives waits for the step that runs, on an easy server too
  double preempting_share = 0.10;     // of the intervals: sequences thrown out of the KV cache
  double batch_full_from = 0.95;      // of the batch's limit: what has ended is not replaced at once
  std::int64_t min_samples = 10;      // a scrape is a moment
};

struct Saturation {
  SaturationVerdict verdict = SaturationVerdict::cannot_tell;
  LimitingResource limit = LimitingResource::none;
  std::string why;
  std::optional<double> queued_share;                 // of the samples
  std::optional<double> queued_at_batch_limit_share;  // of the queued samples, the KV cache not being full; nothing without any
  std::optional<double> queued_at_full_kv_share;      // likewise
  std::optional<double> batch_limit;                  // requests; as the server says it, else the most that ever ran
};

Saturation judge_saturation(const records::ServerSummary& server, const SaturationPolicy& policy = {});

// One recording and its verdict. A load sweep has several.
struct ServerLevel {
  const records::ServerSummary* server = nullptr;
  std::optional<double> requests;  // running and waiting, on average
  Saturation saturation;
};

// From the least loaded up; those that do not say it last.
std::vector<ServerLevel> server_levels(std::span<const records::ServerSummary> servers, const SaturationPolicy& policy = {});

// Of all levels: saturated where one is, and from which on. The limit is that of most of them.
Saturation saturation_of(std::span<const ServerLevel> levels);

}  // namespace accelprep::workload

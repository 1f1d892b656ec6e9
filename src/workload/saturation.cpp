#include "workload/saturation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "statistics/quantiles.h"

namespace accelprep::workload {
namespace {

using records::ServerCounter;
using records::ServerGauge;
using records::ServerSummary;
using records::Sketch;

std::string percent(double share) {
  const double shown = share * 100;
  return shown > 0 && shown < 1 ? "under 1 %" : fmt::format("{:.0f} %", shown);
}

std::optional<double> largest(const Sketch& sketch) { return statistics::quantile(sketch, 1); }

std::int64_t count_from(const Sketch& sketch, double limit) {
  std::int64_t count = 0;
  for (const auto& cell : sketch.cells) {
    if (static_cast<double>(cell.step) * sketch.resolution >= limit) count += cell.count;
  }
  return count;
}

class Judge {
 public:
  Judge(const ServerSummary& server, const SaturationPolicy& policy) : server_(server), policy_(policy) {}

  Saturation judge() {
    measure();
    if (preempting()) {
      saturated(LimitingResource::kv_cache);
    } else if (server_.queue_known == 0) {
      out_.why = "the recording does not say how many requests wait";
    } else if (server_.queue_known < policy_.min_samples) {
      out_.why = fmt::format("{} of the {} samples that are needed say how many requests wait: a scrape is a moment", server_.queue_known,
                             policy_.min_samples);
    } else {
      judge_queue();
    }
    return std::move(out_);
  }

 private:
  void measure() {
    const auto most = largest(server_.sketch(ServerGauge::running));
    out_.batch_limit = server_.max_batch ? server_.max_batch : most;
    if (server_.queue_known > 0) out_.queued_share = static_cast<double>(server_.queued) / static_cast<double>(server_.queue_known);
    if (server_.queued == 0) return;
    const auto queued = static_cast<double>(server_.queued);
    out_.queued_at_full_kv_share = static_cast<double>(server_.queued_at_full_kv) / queued;
    if (out_.batch_limit) {
      at_limit_ = count_from(server_.queued_running, policy_.batch_full_from * *out_.batch_limit);
      if (!server_.max_batch && 2 * at_limit_ < server_.queued_running.count) at_limit_ = 0;  // the most that ever ran was no limit then
      out_.queued_at_batch_limit_share = static_cast<double>(at_limit_) / queued;
    }
  }

  // Each queued sample speaks for one resource: a full KV cache first, since fewer run than might when it is full.
  void judge_queue() {
    const auto known = static_cast<double>(server_.queue_known);
    const auto at_a_limit = server_.queued_at_full_kv + at_limit_;
    if (static_cast<double>(at_a_limit) >= policy_.queued_share * known) {
      saturated(server_.queued_at_full_kv >= at_limit_ ? LimitingResource::kv_cache : LimitingResource::batch_limit);
    } else if (*out_.queued_share >= policy_.queued_anyhow_share) {
      saturated(LimitingResource::compute_queue);
    } else if (*out_.queued_share >= policy_.queued_share) {
      out_.why = fmt::format(
          "requests waited in {} of the samples, for the most part with neither batch nor KV cache full: for the step that ran, or "
          "because the steps are too slow, which shows from {} on; {}",
          percent(*out_.queued_share), percent(policy_.queued_anyhow_share), peaks());
    } else {
      out_.verdict = SaturationVerdict::not_saturated;
      out_.why = fmt::format("requests waited in {} of the samples; from {} on a server counts as saturated; {}",
                             percent(*out_.queued_share), percent(policy_.queued_share), peaks());
    }
  }

  [[nodiscard]] bool preempting() const {
    const auto& grown = server_.grown(ServerCounter::preemptions);
    if (grown.intervals < policy_.min_samples) return false;
    return static_cast<double>(grown.grew) >= policy_.preempting_share * static_cast<double>(grown.intervals);
  }

  void saturated(LimitingResource limit) {
    out_.verdict = SaturationVerdict::saturated;
    out_.limit = limit;
    out_.why = server_.queued > 0 ? fmt::format("requests waited in {} of the samples, {:.0f} at most; {}", percent(*out_.queued_share),
                                                largest(server_.sketch(ServerGauge::waiting)).value_or(0), held_back(limit))
                                  : held_back(limit);
    out_.why += "; " + peaks();
  }

  [[nodiscard]] std::string held_back(LimitingResource limit) const {
    if (limit == LimitingResource::kv_cache && server_.queued_at_full_kv > 0) {
      return fmt::format("in {} of those the KV cache was {} taken or more", percent(*out_.queued_at_full_kv_share),
                         percent(records::kKvCacheFull));
    }
    if (limit == LimitingResource::kv_cache) return "sequences were thrown out of the KV cache again and again";
    if (limit == LimitingResource::batch_limit) {
      return fmt::format("in {} of those the batch was full: {:.0f} requests, {}", percent(*out_.queued_at_batch_limit_share),
                         *out_.batch_limit, server_.max_batch ? "as the server says" : "the most that ever ran");
    }
    return "for the most part neither with a full batch nor with a full KV cache: the steps themselves are too slow for what arrives";
  }

  [[nodiscard]] std::string peaks() const {
    std::vector<std::string> parts;
    if (const auto most = largest(server_.sketch(ServerGauge::running))) parts.push_back(fmt::format("at most {:.0f} ran at once", *most));
    const auto kv = largest(server_.sketch(ServerGauge::kv_cache_use));
    parts.push_back(kv ? fmt::format("the KV cache was {} taken at most", percent(*kv)) : "the KV cache's use was not recorded");
    const auto& preempted = server_.grown(ServerCounter::preemptions);
    if (preempted.intervals > 0) parts.push_back(fmt::format("{:.0f} preemptions", preempted.total));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  const ServerSummary& server_;
  const SaturationPolicy& policy_;
  Saturation out_;
  std::int64_t at_limit_ = 0;
};

std::string name_of(const ServerLevel& level) {
  return level.requests ? fmt::format("{} ({:.0f} requests running or waiting on average)", level.server->recording, *level.requests)
                        : level.server->recording;
}

LimitingResource commonest_limit(std::span<const ServerLevel> levels) {
  std::array<std::int64_t, kLimitNames.size()> counts{};
  for (const auto& level : levels) {
    if (level.saturation.verdict == SaturationVerdict::saturated) ++counts[static_cast<std::size_t>(level.saturation.limit)];
  }
  return static_cast<LimitingResource>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

}  // namespace

Saturation judge_saturation(const ServerSummary& server, const SaturationPolicy& policy) { return Judge(server, policy).judge(); }

std::vector<ServerLevel> server_levels(std::span<const ServerSummary> servers, const SaturationPolicy& policy) {
  std::vector<ServerLevel> out;
  for (const auto& server : servers) {
    ServerLevel level{.server = &server, .requests = std::nullopt, .saturation = judge_saturation(server, policy)};
    const auto running = statistics::mean(server.sketch(ServerGauge::running));
    const auto waiting = statistics::mean(server.sketch(ServerGauge::waiting));
    if (running && waiting) level.requests = *running + *waiting;
    out.push_back(std::move(level));
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    if (a.requests.has_value() != b.requests.has_value()) return a.requests.has_value();
    return a.requests && *a.requests < *b.requests;
  });
  return out;
}

Saturation saturation_of(std::span<const ServerLevel> levels) {
  if (levels.empty()) return {.why = "no recording of a server"};
  if (levels.size() == 1) return levels.front().saturation;
  const auto count = [&](SaturationVerdict verdict) {
    return std::count_if(levels.begin(), levels.end(), [&](const auto& level) { return level.saturation.verdict == verdict; });
  };
  Saturation out;
  if (const auto saturated = count(SaturationVerdict::saturated); saturated > 0) {
    const auto first = std::find_if(levels.begin(), levels.end(),
                                    [](const auto& level) { return level.saturation.verdict == SaturationVerdict::saturated; });
    out.verdict = SaturationVerdict::saturated;
    out.limit = commonest_limit(levels);
    out.why =
        fmt::format("{} of {} recordings are saturated, from {} on: {}", saturated, levels.size(), name_of(*first), first->saturation.why);
  } else if (const auto unsaturated = count(SaturationVerdict::not_saturated); unsaturated > 0) {
    out.verdict = SaturationVerdict::not_saturated;
    out.why = fmt::format("none of {} recordings is saturated, and of {} it cannot be told", levels.size(),
                          static_cast<std::ptrdiff_t>(levels.size()) - unsaturated);
  } else {
    out.why = "of no recording can it be told: " + levels.front().saturation.why;
  }
  return out;
}

}  // namespace accelprep::workload

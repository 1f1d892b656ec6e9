#include "records/server.h"

#include <utility>

namespace accelprep::records {

ServerSummary empty_server(std::string id) {
  ServerSummary summary;
  summary.id = std::move(id);
  for (std::size_t i = 0; i < kServerGaugeCount; ++i) summary.sketches[i].resolution = kServerGaugeRows[i].resolution;
  return summary;
}

void merge(ServerSummary& into, const ServerSummary& later) {
  if (later.samples == 0) return;
  if (into.samples == 0) {
    into = later;
    return;
  }
  into.samples += later.samples;
  into.last_ns = later.last_ns;
  if (later.max_batch) into.max_batch = later.max_batch;
  for (std::size_t i = 0; i < kServerGaugeCount; ++i) merge(into.sketches[i], later.sketches[i]);
  for (std::size_t i = 0; i < kServerCounterCount; ++i) {
    auto& growth = into.growth[i];
    const auto& more = later.growth[i];
    growth.total += more.total;
    growth.span_s += more.span_s;
    growth.intervals += more.intervals;
    growth.grew += more.grew;
    growth.resets += more.resets;
  }
  into.queue_known += later.queue_known;
  into.queued += later.queued;
  into.queued_at_full_kv += later.queued_at_full_kv;
  merge(into.queued_running, later.queued_running);
}

}  // namespace accelprep::records

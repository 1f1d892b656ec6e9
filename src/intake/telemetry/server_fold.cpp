#include "intake/telemetry/server_fold.h"

#include <algorithm>

#include "statistics/sketching.h"

namespace accelprep::intake {

using records::ServerGauge;
using records::ServerSample;

Taken ServerFold::add(const ServerSample& sample) {
  if (window_ && (sample.at_ns < window_->from_ns || sample.at_ns > window_->to_ns)) return Taken::outside_window;
  auto found = states_.find(sample.server);
  if (found == states_.end()) found = states_.emplace(sample.server, State{records::empty_server(sample.server), {}}).first;
  auto& state = found->second;
  auto& summary = state.summary;
  if (summary.samples > 0 && sample.at_ns < state.last.at_ns) return Taken::out_of_order;
  if (summary.samples == 0) {
    summary.first_ns = sample.at_ns;
    summary.engine = sample.engine;
  } else {
    count_growth(state, sample);
  }
  summary.last_ns = sample.at_ns;
  ++summary.samples;
  if (sample.max_batch) summary.max_batch = sample.max_batch;
  for (std::size_t i = 0; i < records::kServerGaugeCount; ++i) {
    if (sample.gauges[i]) statistics::add(summary.sketches[i], *sample.gauges[i]);
  }
  count_queue(summary, sample);
  state.last = sample;
  ++used_;
  return Taken::used;
}

// A counter that falls was reset: what it shows since then is all that is known of the interval.
void ServerFold::count_growth(State& state, const ServerSample& sample) {
  const double gap_s = static_cast<double>(sample.at_ns - state.last.at_ns) * 1e-9;
  for (std::size_t i = 0; i < records::kServerCounterCount; ++i) {
    const auto& before = state.last.counters[i];
    const auto& after = sample.counters[i];
    if (!before || !after) continue;
    const bool reset = *after < *before;
    const double growth = reset ? *after : *after - *before;
    auto& counted = state.summary.growth[i];
    counted.total += growth;
    counted.span_s += gap_s;
    ++counted.intervals;
    if (growth > 0) ++counted.grew;
    if (reset) ++counted.resets;
  }
}

void ServerFold::count_queue(records::ServerSummary& summary, const ServerSample& sample) {
  const auto& waiting = sample[ServerGauge::waiting];
  if (!waiting) return;
  ++summary.queue_known;
  if (*waiting < 1) return;
  ++summary.queued;
  if (sample[ServerGauge::kv_cache_use].value_or(0) >= records::kKvCacheFull) {
    ++summary.queued_at_full_kv;
  } else if (const auto& running = sample[ServerGauge::running]) {
    statistics::add(summary.queued_running, *running);
  }
}

std::vector<records::ServerSummary> ServerFold::finish() {
  std::vector<records::ServerSummary> out;
  for (auto& [id, state] : states_) out.push_back(std::move(state.summary));
  states_.clear();
  return out;
}

std::optional<std::string_view> implausible(const ServerSample& sample) {
  const auto& kv = sample[ServerGauge::kv_cache_use];
  if (kv && !(*kv >= 0 && *kv <= 1)) return "KV cache use below 0 or over 100 %";
  const auto is_count = [](const auto& value) { return !value || (*value >= 0 && *value < 1e18); };
  if (!std::all_of(sample.gauges.begin(), sample.gauges.end(), is_count) || !is_count(sample.max_batch) ||
      !std::all_of(sample.counters.begin(), sample.counters.end(), is_count)) {
    return "a count below 0 or over 10^18";
  }
  return std::nullopt;
}

}  // namespace accelprep::intake

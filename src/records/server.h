// What an inference server says of its own load: samples as its metrics give them, and the mergeable summary of one recording.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "records/requests.h"
#include "records/sketch.h"

namespace accelprep::records {

enum class ServerGauge : std::uint8_t {
  running,       // requests in the batch
  waiting,       // requests in the queue
  kv_cache_use,  // share of the KV cache's blocks that are taken
  prompt_tokens_per_s,
  generation_tokens_per_s,
};
inline constexpr std::size_t kServerGaugeCount = 5;

struct ServerGaugeRow {
  std::string_view key;
  std::string_view label;
  double resolution;
};
inline constexpr std::array<ServerGaugeRow, kServerGaugeCount> kServerGaugeRows{{
    {"running", "running", 1},
    {"waiting", "waiting", 1},
    {"kv_cache_use", "KV cache use", 1e-3},
    {"prompt_tokens_per_s", "prompt tokens/s", 1},
    {"generation_tokens_per_s", "generated tokens/s", 1},
}};

// They count since the server's start.
enum class ServerCounter : std::uint8_t { preemptions, prompt_tokens, generation_tokens, queue_time_s, queued_requests };
inline constexpr std::size_t kServerCounterCount = 5;

struct ServerSample {
  TimeNs at_ns = 0;
  std::string server;  // "meta-llama/Llama-3.1-8B-Instruct", as its labels name it
  std::string engine;  // "vLLM"
  std::array<std::optional<double>, kServerGaugeCount> gauges;
  std::array<std::optional<double>, kServerCounterCount> counters;
  std::optional<double> max_batch;  // requests that may run at once, where the server says so

  [[nodiscard]] const std::optional<double>& operator[](ServerGauge gauge) const { return gauges[static_cast<std::size_t>(gauge)]; }
  std::optional<double>& operator[](ServerGauge gauge) { return gauges[static_cast<std::size_t>(gauge)]; }
  [[nodiscard]] const std::optional<double>& operator[](ServerCounter counter) const { return counters[static_cast<std::size_t>(counter)]; }
  std::optional<double>& operator[](ServerCounter counter) { return counters[static_cast<std::size_t>(counter)]; }
};

struct CounterGrowth {
  double total = 0;            // over all intervals; after a reset what the counter shows since then
  double span_s = 0;           // of those intervals
  std::int64_t intervals = 0;  // between successive samples that both carry it
  std::int64_t grew = 0;       // intervals with growth
  std::int64_t resets = 0;
};

// From this share on a KV cache is full: a block more or less decides whether the next request finds room.
inline constexpr double kKvCacheFull = 0.95;

struct ServerSummary {
  std::string id;
  std::string engine;
  std::string recording;  // the file; the levels of a load sweep lie in one each
  std::int64_t samples = 0;
  TimeNs first_ns = 0;
  TimeNs last_ns = 0;
  std::optional<double> max_batch;
  std::array<Sketch, kServerGaugeCount> sketches;
  std::array<CounterGrowth, kServerCounterCount> growth;
  std::int64_t queue_known = 0;        // samples that say how many requests wait
  std::int64_t queued = 0;             // of those, with one or more waiting
  std::int64_t queued_at_full_kv = 0;  // of those, with the KV cache full
  Sketch queued_running;               // requests running in the other queued samples that say it

  [[nodiscard]] const Sketch& sketch(ServerGauge gauge) const { return sketches[static_cast<std::size_t>(gauge)]; }
  [[nodiscard]] const CounterGrowth& grown(ServerCounter counter) const { return growth[static_cast<std::size_t>(counter)]; }
};

// An empty summary: its sketches carry the resolutions of kServerGaugeRows.
ServerSummary empty_server(std::string id);

// Both are of one server, and `later` begins where `into` has ended. What counters did between the two is not known.
void merge(ServerSummary& into, const ServerSummary& later);

}  // namespace accelprep::records

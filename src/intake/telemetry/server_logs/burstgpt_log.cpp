#include "intake/telemetry/server_logs/burstgpt_log.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "intake/telemetry/server_logs/held_samples.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using records::Metric;
using records::ServerGauge;
using Json = nlohmann::json;

constexpr double kMiB = 1024.0 * 1024.0;
constexpr std::int64_t kNoLine = 1;  // the file is one line long

struct ServerKey {
  const char* key;
  ServerGauge gauge;
};
constexpr std::array kServerKeys{
    ServerKey{"num_running", ServerGauge::running},
    ServerKey{"num_pending", ServerGauge::waiting},
    ServerKey{"gpu_kvcache_usage", ServerGauge::kv_cache_use},  // no unit named: HeldSamples finds it
    ServerKey{"prompt_throughput", ServerGauge::prompt_tokens_per_s},
    ServerKey{"generation_throughput", ServerGauge::generation_tokens_per_s},
};

std::optional<double> number_of(const Json& object, const char* key, double factor = 1) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>() * factor;
}

std::optional<base::TimeNs> time_of(const Json& object, const char* key) {
  const auto at_s = number_of(object, key);
  if (!at_s || !(*at_s >= 0 && *at_s < 9e9)) return std::nullopt;
  return static_cast<base::TimeNs>(std::llround(*at_s * 1e9));
}

class Monitor {
 public:
  explicit Monitor(SampleSink& sink) : sink_(sink) {}

  void take(const Json& object) {
    if (object.contains("GPU_utilization")) {
      take_gpu(object);
    } else if (object.contains("num_running")) {
      take_server(object);
    } else {
      sink_.reject("neither a sample of a GPU nor of a server", kNoLine);
    }
  }
  void finish(const std::string& path) {
    times_.say(sink_, path);
    held_.hand_over(sink_, path);
  }

 private:
  void take_gpu(const Json& object) {
    const auto at = time_of(object, "record_time");
    if (!at) return sink_.reject("no record_time in seconds", kNoLine);
    records::DeviceSample sample{.at_ns = *at, .device = "0", .name = ""};
    sample[Metric::busy] = number_of(object, "GPU_utilization", 0.01);
    sample[Metric::memory_used_bytes] = number_of(object, "GPU_used_mem", kMiB);
    sample[Metric::temperature_c] = number_of(object, "GPU_temperature");
    sample.memory_total_bytes = number_of(object, "GPU_total_mem", kMiB);
    times_.take(sample, kNoLine, sink_);
  }
  void take_server(const Json& object) {
    const auto at = time_of(object, "timestamp");
    if (!at) return sink_.reject("no timestamp in seconds", kNoLine);
    records::ServerSample sample{.at_ns = *at, .server = "server", .engine = "vLLM"};
    for (const auto& row : kServerKeys) sample[row.gauge] = number_of(object, row.key);
    held_.add(sample, kNoLine);
  }

  SampleSink& sink_;
  SampleTimes times_;
  HeldSamples held_;
};

}  // namespace

// The log of its requests has an event_id in each sample: no telemetry.
bool is_burstgpt_log(std::span<const std::string> head) {
  if (head.empty() || !head.front().starts_with("{\"0\": {\"")) return false;
  const auto first = head.front().substr(0, head.front().find('}'));
  const auto has = [&](std::string_view key) { return first.find(key) != std::string::npos; };
  return (has("\"monitor_id\"") && has("\"GPU_utilization\"")) || (has("\"timestamp\"") && has("\"num_running\""));
}

base::Result<RecordingFacts> read_burstgpt_log(const TelemetryInput& input, SampleSink& sink) {
  std::string text;
  for (;;) {
    TRY_ASSIGN(const auto line, input.lines.next());
    if (!line) break;
    TRY(input.progress.passed(*line));
    text += *line;
  }
  Monitor monitor(sink);
  const auto take_sample = [&](int depth, Json::parse_event_t event, Json& parsed) {
    const bool is_sample = event == Json::parse_event_t::object_end && depth == 1 && parsed.is_object();
    if (is_sample) monitor.take(parsed);
    return !is_sample;
  };
  const auto document = Json::parse(text, take_sample, false);
  if (!document.is_object()) return fail(ErrorKind::corrupt, "is no whole JSON object: cut off, or damaged", input.lines.path());
  monitor.finish(input.lines.path());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

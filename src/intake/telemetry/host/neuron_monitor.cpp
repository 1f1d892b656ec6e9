#include "intake/telemetry/host/neuron_monitor.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "intake/telemetry/json_texts.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using Json = nlohmann::ordered_json;
using records::Metric;

constexpr std::int64_t kMostCores = 100'000;
constexpr double kLongestPeriodS = 86400;

const Json& member(const Json& object, const char* key) {
  static const Json kNothing;
  return object.is_object() && object.contains(key) ? object[key] : kNothing;
}

std::optional<double> number_at(const Json& object, const char* key) {
  const auto& value = member(object, key);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

// "error" is there and empty: the part was captured.
bool captured(const Json& part) {
  const auto& error = member(part, "error");
  return part.is_object() && error.is_string() && error.get_ref<const std::string&>().empty();
}

class NeuronLines {
 public:
  NeuronLines(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}

  base::Status read() {
    JsonTexts texts(input_);
    for (;;) {
      TRY_ASSIGN(const auto text, texts.next());
      if (!text) break;
      const auto line = Json::parse(text->text, nullptr, false);
      if (line.is_object()) {
        take(line, text->line);
      } else {
        sink_.reject("no JSON object", text->line);
      }
    }
    sink_.note(input_.lines.path() +
               ": writes no times; its periods are added up from 2000-01-01 on. Cores that it does not list as in use were idle");
    return {};
  }

 private:
  struct Core {
    double busy = 0;
    std::optional<double> memory_bytes;
  };

  void take(const Json& line, std::int64_t number) {
    std::map<std::int64_t, Core> cores;
    std::optional<double> period_s = number_at(member(member(line, "system_data"), "memory_info"), "period");
    const auto& runtimes = member(line, "neuron_runtime_data");
    if (!runtimes.is_array()) return sink_.reject("no neuron_runtime_data", number);
    bool all_captured = true;
    for (const auto& runtime : runtimes) {
      const auto& report = member(runtime, "report");
      const auto& counters = member(report, "neuroncore_counters");
      all_captured = all_captured && captured(runtime) && captured(counters);
      if (const auto own_s = number_at(counters, "period")) period_s = own_s;
      if (!captured(counters)) continue;
      add_busy(member(counters, "neuroncores_in_use"), cores);
      add_memory(member(report, "memory_used"), cores);
    }
    if (!all_captured) sink_.reject("a runtime whose counters were not captured: of cores it does not list nothing is known", number);
    if (all_captured) add_idle(member(line, "neuron_hardware_info"), cores);
    if (!period_s || !(*period_s > 0) || *period_s > kLongestPeriodS) return sink_.reject("no period", number);
    at_ns_ += static_cast<base::TimeNs>(std::llround(*period_s * 1e9));
    hand_on(cores, number);
  }

  static void add_busy(const Json& in_use, std::map<std::int64_t, Core>& cores) {
    if (!in_use.is_object()) return;
    for (const auto& [index, core] : in_use.items()) {
      const auto id = base::parse_integer(index);
      const auto percent = number_at(core, "neuroncore_utilization");
      if (id && percent) cores[*id].busy += *percent * 0.01;
    }
  }

  static void add_memory(const Json& memory, std::map<std::int64_t, Core>& cores) {
    const auto& breakdown = member(member(memory, "neuron_runtime_used_bytes"), "usage_breakdown");
    const auto& by_core = member(breakdown, "neuroncore_memory_usage");
    if (!captured(memory) || !by_core.is_object()) return;
    for (const auto& [index, parts] : by_core.items()) {
      const auto id = base::parse_integer(index);
      const auto core = id ? cores.find(*id) : cores.end();
      if (core == cores.end() || !parts.is_object()) continue;
      double sum = core->second.memory_bytes.value_or(0);
      for (const auto& part : parts) sum += part.is_number() ? part.get<double>() : 0;
      core->second.memory_bytes = sum;
    }
  }

  static void add_idle(const Json& hardware, std::map<std::int64_t, Core>& cores) {
    const auto devices = number_at(hardware, "neuron_device_count");
    const auto each = number_at(hardware, "neuroncore_per_device_count");
    // Two physical cores are one logical core where the configuration says so; the runtimes count logical ones.
    const auto grouped = number_at(hardware, "logical_neuroncore_config").value_or(1);
    if (!captured(hardware) || !devices || !each || !(grouped >= 1)) return;
    const double count = *devices * *each / grouped;
    if (!(count >= 1) || count > static_cast<double>(kMostCores)) return;
    for (std::int64_t id = 0; id < std::llround(count); ++id) cores.try_emplace(id);
  }

  void hand_on(const std::map<std::int64_t, Core>& cores, std::int64_t number) {
    for (const auto& [id, core] : cores) {
      records::DeviceSample sample;
      sample.at_ns = at_ns_;
      sample.device = std::to_string(id);
      sample[Metric::busy] = core.busy;
      sample[Metric::memory_used_bytes] = core.memory_bytes;
      if (const auto reason = implausible(sample)) {
        sink_.reject(*reason, number);
      } else {
        sink_.times_are(records::TimeBase::running_clock);  // neuron-monitor writes periods and no time
        sink_.take(sample, number);
      }
    }
  }

  const TelemetryInput& input_;
  SampleSink& sink_;
  base::TimeNs at_ns_ = kUnwrittenTimeNs;
};

}  // namespace

bool is_neuron_monitor(std::span<const std::string> head) {
  return !head.empty() && base::trim(head.front()).starts_with('{') &&
         std::any_of(head.begin(), head.end(), [](const auto& line) { return line.find("\"neuron_runtime_data\"") != std::string::npos; });
}

base::Result<RecordingFacts> read_neuron_monitor(const TelemetryInput& input, SampleSink& sink) {
  TRY(NeuronLines(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

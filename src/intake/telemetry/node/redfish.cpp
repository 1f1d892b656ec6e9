#include "intake/telemetry/node/redfish.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "intake/telemetry/json_texts.h"
#include "intake/telemetry/node/node_sample.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using Json = nlohmann::ordered_json;
using records::Metric;

std::string text_at(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : std::string();
}

std::optional<double> number_at(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_number()) return std::nullopt;
  return object[key].get<double>();
}

const Json& member(const Json& object, const char* key) {
  static const Json kNothing;
  return object.is_object() && object.contains(key) ? object[key] : kNothing;
}

class Redfish {
 public:
  Redfish(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}

  base::Status read() {
    JsonTexts texts(input_);
    for (;;) {
      TRY_ASSIGN(const auto text, texts.next());
      if (!text) break;
      const auto document = Json::parse(text->text, nullptr, false);
      if (document.is_discarded()) {
        sink_.reject("no JSON document", text->line);
      } else {
        take(document, text->line);
      }
    }
    const auto& path = input_.lines.path();
    if (any_node_) sink_.note(node_note(path, "the management controller (Redfish)"));
    if (several_controls_) sink_.note(path + ": holds several PowerControl; the first, which is the chassis, is read");
    if (without_time_) sink_.note(path + ": writes no time; its samples are snapshots that stand for no time, shown at 2000-01-01");
    return {};
  }

 private:
  void take(const Json& document, std::int64_t line) {
    const auto& controls = member(document, "PowerControl");
    if (controls.is_array() && !controls.empty()) {
      several_controls_ = several_controls_ || controls.size() > 1;
      return take_node(number_at(controls.front(), "PowerConsumedWatts"), "", line);
    }
    if (text_at(document, "ReadingUnits") == "W") {
      return take_node(number_at(document, "Reading"), text_at(document, "ReadingTime"), line);
    }
    const auto& power = member(document, "PowerWatts");
    const auto id = text_at(document, "@odata.id");
    constexpr std::string_view kProcessors = "/Processors/";
    const auto at = id.find(kProcessors);
    if (at == std::string::npos) return take_node(number_at(power, "Reading"), "", line);
    const auto name = id.substr(at + kProcessors.size());
    take_processor(document, name.substr(0, name.find('/')), line);
  }

  void take_node(const std::optional<double>& power_w, const std::string& time, std::int64_t line) {
    const auto at = time.empty() ? std::optional(kUnwrittenTimeNs) : input_.time.read(time);
    if (!power_w) return sink_.reject("no power: PowerConsumedWatts or Reading is missing or null", line);
    if (!at) return sink_.reject("a ReadingTime that is no time", line);
    if (const auto reason = impossible_of_node(*at, *power_w)) return sink_.reject(*reason, line);
    any_node_ = true;
    without_time_ = without_time_ || time.empty();
    if (without_time_) sink_.times_are(records::TimeBase::running_clock);
    sink_.take(node_sample(*at, *power_w), line);
  }

  void take_processor(const Json& document, const std::string& name, std::int64_t line) {
    records::DeviceSample sample;
    sample.at_ns = kUnwrittenTimeNs;
    sample.device = name;
    sample[Metric::power_w] = number_at(member(document, "PowerWatts"), "Reading");
    sample[Metric::temperature_c] = number_at(member(document, "TemperatureCelsius"), "Reading");
    if (name.empty()) return sink_.reject("no device named", line);
    if (const auto reason = implausible(sample)) return sink_.reject(*reason, line);
    without_time_ = true;
    sink_.times_are(records::TimeBase::running_clock);
    sink_.take(sample, line);
  }

  const TelemetryInput& input_;
  SampleSink& sink_;
  bool any_node_ = false;
  bool several_controls_ = false;
  bool without_time_ = false;
};

}  // namespace

bool is_redfish_power(std::span<const std::string> head) {
  const auto has = [&](std::string_view word) {
    return std::any_of(head.begin(), head.end(), [&](const auto& line) { return line.find(word) != std::string::npos; });
  };
  if (!has("\"@odata.")) return false;
  return has("#Power.v") || has("Power.Power\"") || has("EnvironmentMetrics") || has("#Sensor.v") || has("\"PowerControl\"");
}

base::Result<RecordingFacts> read_redfish_power(const TelemetryInput& input, SampleSink& sink) {
  TRY(Redfish(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

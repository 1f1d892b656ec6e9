#include "intake/telemetry/prometheus/query_range.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "intake/telemetry/prometheus/series_set.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using Json = nlohmann::json;

constexpr std::int64_t kNoLine = 1;  // answers are one line long: a place within is not told

class Answers {
 public:
  Answers(std::span<const TelemetryInput> inputs, SampleSink& sink) : inputs_(inputs), sink_(sink), set_(inputs.front()) {}
  base::Status read();

 private:
  base::Status read_file(const TelemetryInput& input);
  void take_series(const Json& series);
  void take_points(std::size_t series, const Json& points);
  std::string_view take_point(std::size_t series, const Json& point);

  std::span<const TelemetryInput> inputs_;
  SampleSink& sink_;
  SeriesSet set_;
  std::set<std::string> unread_;
  std::int64_t series_read_ = 0;
};

base::Result<std::string> whole_text(const TelemetryInput& input) {
  std::string text;
  for (;;) {
    TRY_ASSIGN(const auto line, input.lines.next());
    if (!line) return text;
    TRY(input.progress.passed(*line));
    text += *line;
    text += '\n';
  }
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

base::Status Answers::read() {
  for (const auto& input : inputs_) {
    sink_.reading(input.lines.path());
    TRY(read_file(input));
  }
  if (series_read_ == 0) {
    return fail(ErrorKind::unsupported,
                fmt::format("holds no series of an accelerator or of an inference server that is known; its series are {}",
                            unread_.empty() ? "none" : fmt::format("{} and perhaps others", *unread_.begin())),
                inputs_.front().lines.path());
  }
  if (inputs_.size() > 1) sink_.reading(fmt::format("{} and {} more", inputs_.front().lines.path(), inputs_.size() - 1));
  set_.hand_over(sink_, true);
  sink_.note(
      "Prometheus repeats a target's last value for up to 5 min after it fell silent, and gives values at its step: shorter gaps do not "
      "show");
  for (auto& note : set_.notes()) sink_.note(std::move(note));
  return {};
}

// Each series is taken and dropped as it is parsed: the whole document never lies in memory as JSON.
base::Status Answers::read_file(const TelemetryInput& input) {
  TRY_ASSIGN(const auto text, whole_text(input));
  const auto drop_series = [this](int /*depth*/, Json::parse_event_t event, Json& parsed) {
    const bool is_series = event == Json::parse_event_t::object_end && parsed.is_object() && parsed.contains("metric") &&
                           (parsed.contains("values") || parsed.contains("value"));
    if (is_series) take_series(parsed);
    return !is_series;
  };
  const auto document = Json::parse(text, drop_series, false);
  if (!document.is_object()) return fail(ErrorKind::corrupt, "is no whole JSON object: cut off, or damaged", input.lines.path());
  if (const auto status = text_of(document, "status"); status != "success") {
    return fail(ErrorKind::invalid_input, fmt::format("is an answer with status \"{}\": {}", status, text_of(document, "error")),
                input.lines.path());
  }
  const auto warnings = document.find("warnings");
  if (warnings != document.end() && warnings->is_array()) {
    for (const auto& warning : *warnings) {
      if (warning.is_string()) sink_.note(fmt::format("{}: Prometheus warned: {}", input.lines.path(), warning.get<std::string>()));
    }
  }
  return {};
}

void Answers::take_series(const Json& series) {
  MetricName metric;
  for (const auto& [key, value] : series["metric"].items()) {
    if (!value.is_string()) continue;
    if (key == "__name__") {
      metric.name = value.get<std::string>();
    } else {
      metric.labels.push_back({.name = key, .value = value.get<std::string>()});
    }
  }
  if (metric.name.empty())
    return sink_.reject("a series without a metric's name: an expression's result; ask for the metric itself", kNoLine);
  const auto begun = set_.begin(metric, "");
  if (!begun.refused.empty()) return sink_.reject(begun.refused, kNoLine);
  if (!begun.series) {
    unread_.insert(metric.name);
    return;
  }
  ++series_read_;
  if (const auto values = series.find("values"); values != series.end()) {
    take_points(*begun.series, *values);
  } else if (const auto why = take_point(*begun.series, series["value"]); !why.empty()) {
    sink_.reject(why, kNoLine);
  }
}

void Answers::take_points(std::size_t series, const Json& points) {
  if (!points.is_array()) return sink_.reject("values that are no list", kNoLine);
  for (const auto& point : points) {
    if (const auto why = take_point(series, point); !why.empty()) sink_.reject(why, kNoLine);
  }
}

std::string_view Answers::take_point(std::size_t series, const Json& point) {
  if (!point.is_array() || point.size() != 2 || !point[0].is_number() || !point[1].is_string())
    return "a value that is not [time, \"number\"]";
  const double at_s = point[0].get<double>();
  if (!(at_s >= 0 && at_s < 9e9)) return "a time that is not in seconds since 1970";
  const auto ms = std::llround(at_s * 1e3);  // Prometheus keeps milliseconds
  const auto& value = point[1].get_ref<const std::string&>();
  return set_.add(series, {.value = value, .at_ns = ms * 1'000'000, .line = kNoLine});
}

}  // namespace

bool is_query_range(std::span<const std::string> head) {
  if (head.empty() || !head.front().starts_with('{')) return false;
  const auto has = [&](std::string_view key) {
    return std::any_of(head.begin(), head.end(), [&](const std::string& line) { return line.find(key) != std::string::npos; });
  };
  return has("\"status\"") && (has("\"resultType\"") || has("\"errorType\""));
}

base::Status read_query_range(std::span<const TelemetryInput> inputs, SampleSink& sink) { return Answers(inputs, sink).read(); }

}  // namespace accelprep::intake

// Lines of Prometheus' text format 0.0.4 and of OpenMetrics 1.0, one at a time.
// https://github.com/prometheus/docs, exposition_formats.md; https://github.com/prometheus/OpenMetrics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace accelprep::intake {

struct MetricLabel {
  std::string name;
  std::string value;
};

struct MetricName {
  std::string name;
  std::vector<MetricLabel> labels;

  // The value of the first of `names` that is there and not empty; "" where none is.
  [[nodiscard]] std::string_view label(std::initializer_list<std::string_view> names) const;
};

enum class ExpositionKind : std::uint8_t { blank, comment, help, type, end, sample, malformed };

// Views are valid as long as the line is.
struct ExpositionLine {
  ExpositionKind kind = ExpositionKind::blank;
  std::string_view text;    // of a comment all of it; of help and type the metric's name; of malformed why
  std::string_view rest;    // of help its words, of type the type
  std::string_view series;  // of a sample its name and labels as written
  std::string_view value;   // as written: "NaN", "+Inf", "9223372036854775794"
  std::string_view time;    // as written, "" where there is none
  MetricName metric;        // of a sample
};

ExpositionLine read_exposition_line(std::string_view line);

// The number of a value as Prometheus writes it. "NaN", which it writes for what is not known, and infinities are nothing; malformed
// where it is neither.
struct MetricValue {
  bool malformed = false;
  std::optional<double> number;
};
MetricValue read_metric_value(std::string_view text);

}  // namespace accelprep::intake

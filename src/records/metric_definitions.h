// What a latency, a rate or a length of a load generator is: each tool means something else by "time to first token". One row an id; the
// table of docs/formats/results.md is the same.
#pragma once

#include <span>
#include <string_view>

namespace accelprep::records {

struct MetricDefinition {
  std::string_view id;        // "ttft.content": the family, a dot, what tells it from others of the family
  std::string_view unit;      // "s", "1/s", "tokens", "tokens/s", "J/token", "W"
  std::string_view sentence;  // what is measured
  std::string_view source;    // which tools measure it so, and where they say it
};

std::span<const MetricDefinition> metric_definitions();
const MetricDefinition* find_definition(std::string_view id);  // null where there is none

// "ttft" of "ttft.content".
inline std::string_view family_of(std::string_view id) { return id.substr(0, id.find('.')); }

// A time that a request took, or a part of it: cannot be below 0.
inline bool is_latency(std::string_view id) {
  const auto family = family_of(id);
  return family == "ttft" || family == "ttst" || family == "tpot" || family == "itl" || family == "e2e";
}

}  // namespace accelprep::records

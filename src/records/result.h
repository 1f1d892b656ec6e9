// A run of another tool's load generator as its result file tells it: what was offered, what came back, and metrics by their definitions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace accelprep::records {

// How requests came to be sent.
enum class ResultArrival : std::uint8_t {
  open_loop,    // by a schedule, whatever the server does
  closed_loop,  // a fixed number in flight: a slow server slows the load
  all_at_once,  // everything is sent at the start, or as one batch
  trace,        // at the times of a recorded log
  unknown,      // the file does not say
};
inline constexpr std::array<std::string_view, 5> kResultArrivalNames{"open_loop", "closed_loop", "all_at_once", "trace", "unknown"};
inline std::string_view name_of(ResultArrival arrival) { return kResultArrivalNames[static_cast<std::size_t>(arrival)]; }

enum class ResultPrompts : std::uint8_t { dataset, random_fixed, random_varied, random, unknown };
inline constexpr std::array<std::string_view, 5> kResultPromptsNames{"dataset", "random_fixed", "random_varied", "random", "unknown"};
inline std::string_view name_of(ResultPrompts prompts) { return kResultPromptsNames[static_cast<std::size_t>(prompts)]; }

struct ResultQuantile {
  double level = 0;  // 0.99
  double value = 0;
};

// One metric of a run, in the unit of its definition. What the file does not carry is absent.
struct ResultMetric {
  std::string_view definition;  // an id of metric_definitions.h
  std::string name;             // as the tool calls it
  std::optional<double> mean;
  std::optional<double> min;
  std::optional<double> max;
  std::optional<double> deviation;        // standard deviation
  std::vector<ResultQuantile> quantiles;  // ascending by level
  std::optional<std::int64_t> n;          // values behind it
};

// A figure of the file that is not taken over.
struct ResultLeftOut {
  std::string name;
  std::string reason;
};

// A figure of the run that is not known.
struct ResultGap {
  std::string key;  // "offered_per_s"
  std::string reason;
};

struct ResultTime {
  base::TimeNs ns = 0;
  bool has_zone = true;  // false: local time of the machine that ran it, read as if it were UTC
};

struct ResultCounts {
  std::optional<std::int64_t> sent;
  std::optional<std::int64_t> completed;   // with success
  std::optional<std::int64_t> failed;      // with an error
  std::optional<std::int64_t> incomplete;  // still open when the run ended, or cancelled
};

struct BenchmarkRun {
  std::string tool;          // "AIPerf"
  std::string tool_version;  // "" where the file does not say
  std::string label;         // which of several in one file: "concurrency 8"
  std::string model;
  std::string endpoint;     // "chat", "openai", "KServe"
  std::string accelerator;  // as the file names it; "" mostly
  std::optional<std::int64_t> accelerators;
  std::optional<ResultTime> started;
  std::optional<ResultTime> ended;
  ResultArrival arrival = ResultArrival::unknown;
  std::string arrival_shape;               // "poisson", "Server"
  std::optional<double> concurrency;       // the fixed number in flight, or the cap of an open loop
  std::optional<double> offered_per_s;     // requests a second that were meant to be sent
  std::optional<double> achieved_per_s;    // requests a second that were completed with success
  std::optional<double> duration_s;        // of what was measured
  std::optional<double> duration_least_s;  // where the file says no more than that it lasted as long
  std::optional<bool> warmup_excluded;     // false: there was none, and cold requests count
  std::string invalid;                     // why the tool itself says the run does not count; "" where it does not
  ResultCounts counts;
  ResultPrompts prompts = ResultPrompts::unknown;
  std::optional<double> input_tokens;   // all requests that count
  std::optional<double> output_tokens;  // all requests that count
  std::vector<ResultMetric> metrics;
  std::vector<ResultLeftOut> left_out;
  std::vector<ResultGap> gaps;  // reasons that a format can give; others get a general one
  std::vector<std::string> notes;
};

}  // namespace accelprep::records

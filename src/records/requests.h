// What request logs become: rows, and the mergeable summary that every analysis of arrivals takes instead of rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/sketch.h"

namespace accelprep::records {

using TimeNs = std::int64_t;  // Unix nanoseconds, as in base/time.h

enum class Outcome : std::uint8_t { ok, failed };

struct Request {
  TimeNs arrival_ns = 0;
  std::optional<std::int64_t> input_tokens;
  std::optional<std::int64_t> output_tokens;
  std::optional<double> ttft_s;  // arrival to first token
  std::optional<double> e2e_s;   // arrival to last token
  Outcome outcome = Outcome::ok;
};

// Rows that are not load, by reason, with the first place seen.
struct RejectedRows {
  std::string reason;
  std::int64_t count = 0;
  std::string first;
  bool operator==(const RejectedRows&) const = default;
};

struct SecondCount {
  std::int64_t second = 0;  // since ArrivalSummary::origin_ns
  std::int64_t count = 0;
  bool operator==(const SecondCount&) const = default;
};

// Moments of the gaps between successive arrivals that both lie in one 600 s window (since origin).
struct WindowGaps {
  std::int64_t window = 0;
  std::int64_t gaps = 0;
  double sum_s = 0;
  double sum_squared_s2 = 0;
};

struct HourTotals {
  TimeNs start_ns = 0;  // a whole hour of UTC
  std::int64_t count = 0;
  double input_tokens = 0;
  double output_tokens = 0;
  bool operator==(const HourTotals&) const = default;
};

// Everything the arrival and length statistics need. Grids begin at the log's first arrival, as the published reference figures
// do: a cut-up log must be summarised with one common origin to be merged.
struct ArrivalSummary {
  TimeNs origin_ns = 0;
  TimeNs first_ns = 0;
  TimeNs last_ns = 0;
  std::int64_t count = 0;   // rows that are load, whatever their outcome
  std::int64_t failed = 0;  // of those
  std::int64_t out_of_order = 0;
  std::int64_t duplicate_timestamps = 0;
  double quantum_s = 0;   // the step that timestamps are multiples of; 0 where none was found
  bool has_zone = false;  // the log wrote its zone, or one was given

  std::int64_t gap_count = 0;  // between successive arrivals, sorted
  double gap_sum_s = 0;
  double gap_sum_squared_s2 = 0;
  double longest_silence_s = 0;

  std::vector<SecondCount> seconds;  // ascending, no zero
  std::vector<WindowGaps> windows;   // ascending
  std::vector<HourTotals> hours;     // ascending, no empty hour
  Sketch input_tokens;               // over rows that carry them
  Sketch output_tokens;
  Sketch context_tokens;  // input and output of one request, where both are known
  Sketch ttft_s{.resolution = 1e-4};
  Sketch e2e_s{.resolution = 1e-4};
  Sketch tpot_s{.resolution = 1e-6};  // (e2e - ttft) / (output tokens - 1), per request
  std::int64_t within_sla = 0;        // ok rows within every limit that was given to the producer
  std::vector<RejectedRows> rejected;
};

// `later` must begin after `into` ends and share its origin. The silence between the two counts as a gap between arrivals.
void merge(ArrivalSummary& into, const ArrivalSummary& later);
void merge(std::vector<RejectedRows>& into, const std::vector<RejectedRows>& other);

}  // namespace accelprep::records

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

struct TimeSpan {
  TimeNs from_ns = 0;
  TimeNs to_ns = 0;
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

// Requests whose prompt and answer fall into one pair of length classes: class 0 holds 0 tokens, class k from 2^((k-1)/4) to below
// 2^(k/4).
struct LengthCell {
  std::int64_t input_class = 0;
  std::int64_t output_class = 0;
  std::int64_t count = 0;
  double input_sum = 0;
  double output_sum = 0;
  bool operator==(const LengthCell&) const = default;
};

// Blocks of prompts that a prefix cache would have held.
struct PrefixReuse {
  std::int64_t block_tokens = 0;
  std::int64_t requests = 0;
  std::int64_t blocks = 0;
  std::int64_t distinct_blocks = 0;
  std::int64_t reused_blocks = 0;  // in a cache that drops nothing
  struct Cache {
    std::int64_t blocks = 0;
    std::int64_t hits = 0;
  };
  std::vector<Cache> by_cache;  // ascending sizes, least recently used dropped
  bool by_session = false;      // blocks were not named: each turn of a session is taken to repeat what came before
};

// Conversations, where the log says which request is of which.
struct Sessions {
  std::int64_t count = 0;
  std::int64_t requests = 0;           // that name one
  Sketch turns;                        // requests of each session
  Sketch think_s{.resolution = 0.01};  // from a turn's answer to the next turn
  bool ends_known = false;             // else think_s is from arrival to arrival
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
  Sketch context_tokens;            // input and output of one request, where both are known
  std::vector<LengthCell> lengths;  // of those, ascending by input class, then output class
  Sketch ttft_s{.resolution = 1e-4};
  Sketch e2e_s{.resolution = 1e-4};
  Sketch tpot_s{.resolution = 1e-6};  // (e2e - ttft) / (output tokens - 1), per request
  std::optional<PrefixReuse> prefix;  // where the log names its prompts' blocks or sessions; pieces of a log cannot be added up
  std::optional<Sessions> sessions;   // likewise
  std::int64_t within_sla = 0;        // ok rows within every limit that was given to the producer
  std::vector<RejectedRows> rejected;

  // Of a log whose rows are intervals. It knows nothing finer than them: no gaps between arrivals, no lengths.
  std::int64_t bin_s = 0;            // an interval's length; 0 where rows are requests
  std::string counted = "requests";  // or "tokens"
  std::vector<TimeSpan> unwritten;   // intervals that a log which writes zeros has left out
};

// The gap between the summary's last arrival and the next one, at `at_ns`.
void add_gap(ArrivalSummary& summary, TimeNs at_ns);

// Both of requests, with origins whole windows of 600 s apart. One after the other, the silence between them is a gap between
// arrivals; of logs that overlap, as two servers' do, the gaps are no longer known.
void merge(ArrivalSummary& into, const ArrivalSummary& other);
void merge(std::vector<RejectedRows>& into, const std::vector<RejectedRows>& other);
void merge(std::vector<HourTotals>& into, const std::vector<HourTotals>& other);
void merge(std::vector<LengthCell>& into, const std::vector<LengthCell>& other);

}  // namespace accelprep::records

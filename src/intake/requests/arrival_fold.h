// Request rows become an ArrivalSummary one after the other, in memory that does not grow with the log: files (request_log.h),
// rows in memory and live requests go the same way.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "intake/requests/sorted_stamps.h"
#include "records/requests.h"

namespace accelprep::intake {

// Workers of one server write rows late by seconds, readers of one file are some hundred thousand rows apart; a second log behind the first
// is late by all of its span.
inline constexpr std::size_t kHeldStamps = std::size_t{1} << 22U;

struct FoldOptions {
  std::optional<records::TimeNs> origin_ns;  // of the grids; else the first arrival
  bool origin_at_hour = false;               // they begin with the hour of the first arrival, as summaries that will be merged need
  std::optional<double> sla_ttft_s, sla_tpot_s, sla_e2e_s;
  std::size_t held_stamps = kHeldStamps;  // 8 bytes each; a row may come late by half of them
};

// A sketch while it grows: small steps in an array, the few large ones in a map.
class SketchBuilder {
 public:
  explicit SketchBuilder(double resolution) : sketch_{.resolution = resolution} {}
  void add(double value);
  void add(const std::optional<double>& value) {
    if (value) add(*value);
  }
  void add(const std::optional<std::int64_t>& value);  // of a sketch whose resolution is 1
  records::Sketch take();

 private:
  void add_step(std::int64_t step);
  records::Sketch sketch_;
  std::vector<std::int64_t> small_;
  std::map<std::int64_t, std::int64_t> large_;
};

// Pairs of prompt and answer lengths while they are counted.
class LengthTable {
 public:
  void add(std::int64_t input_tokens, std::int64_t output_tokens);
  [[nodiscard]] std::vector<records::LengthCell> cells() const;

 private:
  std::vector<records::LengthCell> table_;  // kClasses x kClasses, from the first pair on
};

class ArrivalFold {
 public:
  explicit ArrivalFold(const FoldOptions& options = {});

  // Rows in the order in which the log has them; nearly ascending is enough.
  void add(const records::Request& row);
  // What follows does not lie behind what came before in the log: the two are not compared. For logs that are read in pieces.
  void begin_piece() { any_ = false; }
  // False once a row came so late that its place was already counted: the rows must be sorted and folded anew.
  [[nodiscard]] bool in_reach() const { return stamps_.in_reach(); }
  [[nodiscard]] std::int64_t out_of_order() const { return summary_.out_of_order; }

  records::ArrivalSummary finish();  // once

 private:
  void count_stamp(records::TimeNs at_ns);
  void count_lengths(const records::Request& row);
  records::HourTotals& hour_of(records::TimeNs at_ns);
  [[nodiscard]] double quantum_s();

  FoldOptions options_;
  records::ArrivalSummary summary_;
  SortedStamps stamps_;
  std::int64_t counted_ = 0;  // stamps
  bool any_ = false;
  records::TimeNs seen_ns_ = 0;  // of the row added last
  std::map<records::TimeNs, records::HourTotals> hours_;
  records::HourTotals* hour_ = nullptr;  // of the row added last
  std::size_t step_ = 0;                 // in the ladder of clock steps, the largest that divides every stamp
  SketchBuilder distances_{1e-3};
  LengthTable lengths_;
  SketchBuilder input_{1}, output_{1}, context_{1}, ttft_, e2e_, tpot_;
};

// The summary of rows in any order.
records::ArrivalSummary fold(std::vector<records::Request> rows, const FoldOptions& options = {});

}  // namespace accelprep::intake

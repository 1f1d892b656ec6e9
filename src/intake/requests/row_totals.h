// What can be said of request rows without their order: sums that add up, whoever counted which rows.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "intake/requests/fold_options.h"
#include "records/requests.h"
#include "statistics/sketch_builder.h"

namespace accelprep::intake {

using statistics::SketchBuilder;

// Pairs of prompt and answer lengths while they are counted.
class LengthTable {
 public:
  void add(std::int64_t input_tokens, std::int64_t output_tokens);
  [[nodiscard]] std::vector<records::LengthCell> cells() const;

 private:
  std::vector<records::LengthCell> table_;  // kClasses x kClasses, from the first pair on
};

class RowTotals {
 public:
  explicit RowTotals(const FoldOptions& options = {});
  void add(const records::Request& row);
  // Adds all of it to a summary that may hold others' totals; once.
  void add_to(records::ArrivalSummary& summary);

 private:
  records::HourTotals& hour_of(records::TimeNs at_ns);
  void add_lengths(const records::Request& row);
  void add_latencies(const records::Request& row);

  FoldOptions options_;
  bool has_limits_;
  std::int64_t count_ = 0, failed_ = 0, within_sla_ = 0;
  std::map<records::TimeNs, records::HourTotals> hours_;
  records::HourTotals* hour_ = nullptr;  // of the row added last
  LengthTable lengths_;
  SketchBuilder input_{1}, output_{1}, context_{1}, ttft_, e2e_, tpot_;
};

}  // namespace accelprep::intake

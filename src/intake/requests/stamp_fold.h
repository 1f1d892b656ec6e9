// What can be said of arrivals in their order: gaps, counts by second, the clock's step.
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <vector>

#include "intake/requests/fold_options.h"
#include "intake/requests/row_totals.h"
#include "intake/requests/sorted_stamps.h"
#include "records/requests.h"

namespace accelprep::intake {

class StampFold {
 public:
  explicit StampFold(const FoldOptions& options = {}) : options_(options), stamps_(options.held_stamps) {}

  // Ascending among themselves; they may lie before what was added last, by half of options.held_stamps rows.
  void add(std::span<const records::TimeNs> run);
  // False once a stamp came so late that its place was already counted: the rows must be sorted and folded anew.
  [[nodiscard]] bool in_reach() const { return stamps_.in_reach(); }
  // All that follows from the stamps; what the rows say besides is empty. Once.
  records::ArrivalSummary finish();

 private:
  void count_stamp(records::TimeNs at_ns);
  [[nodiscard]] double quantum_s();

  FoldOptions options_;
  records::ArrivalSummary summary_;
  SortedStamps stamps_;
  std::int64_t counted_ = 0;
  std::size_t step_ = 0;           // in the ladder of clock steps, the largest that divides every stamp
  SketchBuilder distances_ms_{1};  // of distinct neighbours
};

// A StampFold that several threads add to. One of them folds; the others leave their stamps with it, and wait where too many are left.
class SharedStampFold {
 public:
  explicit SharedStampFold(const FoldOptions& options) : fold_(options) {}
  void add(std::vector<records::TimeNs> run);  // ascending
  StampFold& settled();                        // with all that was left, once no thread adds any more

 private:
  std::mutex mutex_;
  std::condition_variable folded_;
  bool folding_ = false;
  std::vector<std::vector<records::TimeNs>> left_;
  StampFold fold_;
};

}  // namespace accelprep::intake

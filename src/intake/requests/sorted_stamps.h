// Times that come nearly in order, handed on in order: a few ascending runs, as several readers of one file or several workers of one
// server make them, merged a stretch at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "records/requests.h"

namespace accelprep::intake {

class SortedStamps {
 public:
  // A time may come up to half of `held` times late.
  explicit SortedStamps(std::size_t held) : held_(held) {}

  template <class Use>
  void add(records::TimeNs at_ns, Use&& use) {
    if (handed_any_ && at_ns < handed_ns_) {
      too_late_ = true;
      return;
    }
    if (runs_.empty() || at_ns < runs_[current_].back()) choose_run(at_ns);
    runs_[current_].push_back(at_ns);
    if (++size_ == held_) hand_on(held_ / 2, use);
  }
  template <class Use>
  void finish(Use&& use) {
    hand_on(size_, use);
  }
  // False once a time came so late that its place was handed on already.
  [[nodiscard]] bool in_reach() const { return !too_late_; }

 private:
  template <class Use>
  void hand_on(std::size_t count, Use&& use) {
    merge_runs();
    if (runs_.empty()) return;
    auto& all = runs_.front();
    for (std::size_t i = 0; i < count; ++i) use(all[i]);
    if (count > 0) handed_ns_ = all[count - 1], handed_any_ = true;
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    size_ -= count;
    if (all.empty()) runs_.clear();
  }
  void choose_run(records::TimeNs at_ns);
  void merge_runs();

  std::size_t held_;
  std::vector<std::vector<records::TimeNs>> runs_;  // each ascending and not empty
  std::size_t current_ = 0;
  std::size_t size_ = 0;
  records::TimeNs handed_ns_ = 0;
  bool handed_any_ = false;
  bool too_late_ = false;
};

}  // namespace accelprep::intake

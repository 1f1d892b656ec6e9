// Times that come nearly in order, handed on in order: a few ascending runs, as several readers of one file or several workers of one
// server make them, merged a stretch at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "records/requests.h"

namespace accelprep::intake {

class SortedStamps {
 public:
  // A time may come up to half of `held` times late.
  explicit SortedStamps(std::size_t held) : held_(held) {}

  // Ascending times.
  template <class Use>
  void add(std::span<const records::TimeNs> run, Use&& use) {
    while (!run.empty()) {
      const auto part = run.first(std::min(run.size(), held_ - size_));
      run = run.subspan(part.size());
      add_part(part);
      if (size_ == held_) hand_on(held_ / 2, use);
    }
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
  void add_part(std::span<const records::TimeNs> run);
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

#include "intake/requests/sorted_stamps.h"

#include <algorithm>

namespace accelprep::intake {
namespace {

constexpr std::size_t kMostRuns = 64;

}  // namespace

void SortedStamps::add_part(std::span<const records::TimeNs> run) {
  if (handed_any_ && run.front() < handed_ns_) {
    too_late_ = true;
    return;
  }
  if (runs_.empty() || run.front() < runs_[current_].back()) choose_run(run.front());
  auto& chosen = runs_[current_];
  chosen.insert(chosen.end(), run.begin(), run.end());
  size_ += run.size();
}

// The run that ends latest before the time; a new one where all end after it.
void SortedStamps::choose_run(records::TimeNs at_ns) {
  if (runs_.size() >= kMostRuns) merge_runs();
  std::size_t best = runs_.size();
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].back() <= at_ns && (best == runs_.size() || runs_[best].back() < runs_[i].back())) best = i;
  }
  if (best == runs_.size()) runs_.emplace_back();
  current_ = best;
}

// All runs into the first one.
void SortedStamps::merge_runs() {
  while (runs_.size() > 1) {
    // Neighbours two by two, so that each time is moved once a round.
    std::sort(runs_.begin(), runs_.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
    std::vector<std::vector<records::TimeNs>> merged;
    for (std::size_t i = 0; i < runs_.size(); i += 2) {
      if (i + 1 == runs_.size()) {
        merged.push_back(std::move(runs_[i]));
        continue;
      }
      auto& a = runs_[i];
      const auto& b = runs_[i + 1];
      const auto middle = static_cast<std::ptrdiff_t>(a.size());
      const bool apart = a.back() <= b.front();
      a.insert(a.end(), b.begin(), b.end());
      if (!apart) std::inplace_merge(a.begin(), a.begin() + middle, a.end());
      merged.push_back(std::move(a));
    }
    runs_ = std::move(merged);
  }
  current_ = 0;
}

}  // namespace accelprep::intake

#include "records/requests.h"

#include <algorithm>
#include <cmath>

namespace accelprep::records {
namespace {

std::int64_t key_of(const SecondCount& row) { return row.second; }
std::int64_t key_of(const WindowGaps& row) { return row.window; }
std::int64_t key_of(const HourTotals& row) { return row.start_ns; }

void add(SecondCount& into, const SecondCount& other) { into.count += other.count; }
void add(WindowGaps& into, const WindowGaps& other) {
  into.gaps += other.gaps;
  into.sum_s += other.sum_s;
  into.sum_squared_s2 += other.sum_squared_s2;
}
void add(HourTotals& into, const HourTotals& other) {
  into.count += other.count;
  into.input_tokens += other.input_tokens;
  into.output_tokens += other.output_tokens;
}

// Appends `later` to `into`, both ascending by their key, adding up the one entry that may lie in both.
template <class T>
void append(std::vector<T>& into, const std::vector<T>& later) {
  auto from = later.begin();
  if (!into.empty() && from != later.end() && key_of(into.back()) == key_of(*from)) {
    add(into.back(), *from);
    ++from;
  }
  into.insert(into.end(), from, later.end());
}

void add_silence(ArrivalSummary& into, const ArrivalSummary& later) {
  const double silence_s = static_cast<double>(later.first_ns - into.last_ns) * 1e-9;
  ++into.gap_count;
  into.gap_sum_s += silence_s;
  into.gap_sum_squared_s2 += silence_s * silence_s;
  into.longest_silence_s = std::max(into.longest_silence_s, silence_s);
  if (silence_s == 0) ++into.duplicate_timestamps;
  constexpr TimeNs kWindowNs = 600'000'000'000;
  const auto window = (into.last_ns - into.origin_ns) / kWindowNs;
  if ((later.first_ns - into.origin_ns) / kWindowNs != window) return;
  if (into.windows.empty() || into.windows.back().window != window) into.windows.push_back({.window = window});
  auto& shared = into.windows.back();
  ++shared.gaps;
  shared.sum_s += silence_s;
  shared.sum_squared_s2 += silence_s * silence_s;
}

}  // namespace

void merge(std::vector<RejectedRows>& into, const std::vector<RejectedRows>& other) {
  for (const auto& rows : other) {
    const auto same = std::find_if(into.begin(), into.end(), [&](const auto& known) { return known.reason == rows.reason; });
    if (same == into.end()) {
      into.push_back(rows);
    } else {
      same->count += rows.count;
    }
  }
}

void merge(ArrivalSummary& into, const ArrivalSummary& later) {
  merge(into.rejected, later.rejected);
  if (later.count == 0) return;
  if (into.count == 0) {
    auto rejected = std::move(into.rejected);
    into = later;
    into.rejected = std::move(rejected);
    return;
  }
  add_silence(into, later);
  append(into.windows, later.windows);
  append(into.seconds, later.seconds);
  append(into.hours, later.hours);
  into.last_ns = later.last_ns;
  into.count += later.count;
  into.failed += later.failed;
  into.out_of_order += later.out_of_order;
  into.duplicate_timestamps += later.duplicate_timestamps;
  into.quantum_s = std::min(into.quantum_s, later.quantum_s);
  into.has_zone = into.has_zone && later.has_zone;
  into.gap_count += later.gap_count;
  into.gap_sum_s += later.gap_sum_s;
  into.gap_sum_squared_s2 += later.gap_sum_squared_s2;
  into.longest_silence_s = std::max(into.longest_silence_s, later.longest_silence_s);
  into.within_sla += later.within_sla;
  for (const auto member : {&ArrivalSummary::input_tokens, &ArrivalSummary::output_tokens, &ArrivalSummary::context_tokens,
                            &ArrivalSummary::ttft_s, &ArrivalSummary::e2e_s, &ArrivalSummary::tpot_s}) {
    merge(into.*member, later.*member);
  }
}

}  // namespace accelprep::records

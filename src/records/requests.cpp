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

// Two lists ascending by their key become one; entries of one key are added up.
template <class T>
void unite(std::vector<T>& into, const std::vector<T>& other) {
  std::vector<T> out;
  out.reserve(into.size() + other.size());
  auto b = other.begin();
  for (const auto& row : into) {
    for (; b != other.end() && key_of(*b) < key_of(row); ++b) out.push_back(*b);
    out.push_back(row);
    if (b != other.end() && key_of(*b) == key_of(row)) add(out.back(), *b++);
  }
  out.insert(out.end(), b, other.end());
  into = std::move(out);
}

constexpr TimeNs kSecondNs = 1'000'000'000;
constexpr TimeNs kWindowNs = 600 * kSecondNs;

// The grids from an earlier origin on, whole windows away.
void move_origin(ArrivalSummary& summary, TimeNs origin_ns) {
  const auto windows = (summary.origin_ns - origin_ns) / kWindowNs;
  for (auto& row : summary.windows) row.window += windows;
  for (auto& row : summary.seconds) row.second += windows * (kWindowNs / kSecondNs);
  summary.origin_ns = origin_ns;
}

// One log after the other: every gap is known.
void add_gaps(ArrivalSummary& into, const ArrivalSummary& later) {
  add_gap(into, later.first_ns);
  unite(into.windows, later.windows);
  into.gap_count += later.gap_count;
  into.gap_sum_s += later.gap_sum_s;
  into.gap_sum_squared_s2 += later.gap_sum_squared_s2;
  into.longest_silence_s = std::max(into.longest_silence_s, later.longest_silence_s);
  into.duplicate_timestamps += later.duplicate_timestamps;
}

// Two logs of one time, as of two servers: who came after whom is not known.
void forget_gaps(ArrivalSummary& into) {
  into.windows.clear();
  into.gap_count = 0;
  into.gap_sum_s = into.gap_sum_squared_s2 = into.longest_silence_s = 0;
  into.duplicate_timestamps = 0;
  for (std::size_t i = 1; i < into.seconds.size(); ++i) {
    into.longest_silence_s = std::max(into.longest_silence_s, static_cast<double>(into.seconds[i].second - into.seconds[i - 1].second));
  }
}

}  // namespace

void add_gap(ArrivalSummary& summary, TimeNs at_ns) {
  const double gap_s = static_cast<double>(at_ns - summary.last_ns) / 1e9;
  ++summary.gap_count;
  summary.gap_sum_s += gap_s;
  summary.gap_sum_squared_s2 += gap_s * gap_s;
  summary.longest_silence_s = std::max(summary.longest_silence_s, gap_s);
  if (gap_s == 0) ++summary.duplicate_timestamps;
  const auto window = (summary.last_ns - summary.origin_ns) / kWindowNs;
  if ((at_ns - summary.origin_ns) / kWindowNs != window) return;
  if (summary.windows.empty() || summary.windows.back().window != window) summary.windows.push_back({.window = window});
  auto& moments = summary.windows.back();
  ++moments.gaps;
  moments.sum_s += gap_s;
  moments.sum_squared_s2 += gap_s * gap_s;
}

void merge(std::vector<HourTotals>& into, const std::vector<HourTotals>& other) { unite(into, other); }

void merge(std::vector<LengthCell>& into, const std::vector<LengthCell>& other) {
  const auto key = [](const LengthCell& cell) { return std::pair(cell.input_class, cell.output_class); };
  for (const auto& cell : other) {
    const auto at = std::lower_bound(into.begin(), into.end(), cell, [&](const auto& a, const auto& b) { return key(a) < key(b); });
    if (at == into.end() || key(*at) != key(cell)) {
      into.insert(at, cell);
      continue;
    }
    at->count += cell.count;
    at->input_sum += cell.input_sum;
    at->output_sum += cell.output_sum;
  }
}

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

void merge(ArrivalSummary& into, const ArrivalSummary& other) {
  merge(into.rejected, other.rejected);
  if (other.count == 0) return;
  if (into.count == 0) {
    auto rejected = std::move(into.rejected);
    into = other;
    into.rejected = std::move(rejected);
    return;
  }
  auto later = other;
  if (later.first_ns < into.first_ns) {
    std::swap(later.rejected, into.rejected);
    std::swap(later, into);
  }
  const auto origin_ns = std::min(into.origin_ns, later.origin_ns);
  move_origin(into, origin_ns);
  move_origin(later, origin_ns);
  const bool one_after_the_other =
      later.first_ns >= into.last_ns && (into.gap_count > 0 || into.count == 1) && (later.gap_count > 0 || later.count == 1);
  if (one_after_the_other) add_gaps(into, later);
  unite(into.seconds, later.seconds);
  unite(into.hours, later.hours);
  if (!one_after_the_other) forget_gaps(into);
  into.last_ns = std::max(into.last_ns, later.last_ns);
  into.count += later.count;
  into.failed += later.failed;
  into.out_of_order += later.out_of_order;
  into.quantum_s = std::min(into.quantum_s, later.quantum_s);
  into.has_zone = into.has_zone && later.has_zone;
  into.prefix.reset();
  into.sessions.reset();
  into.within_sla += later.within_sla;
  merge(into.lengths, later.lengths);
  for (const auto member : {&ArrivalSummary::input_tokens, &ArrivalSummary::output_tokens, &ArrivalSummary::context_tokens,
                            &ArrivalSummary::ttft_s, &ArrivalSummary::e2e_s, &ArrivalSummary::tpot_s}) {
    merge(into.*member, later.*member);
  }
}

}  // namespace accelprep::records

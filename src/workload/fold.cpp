#include "workload/fold.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace accelprep::workload {
namespace {

using records::ArrivalSummary;
using records::Request;
using records::Sketch;
using records::TimeNs;

constexpr TimeNs kSecondNs = 1'000'000'000;
constexpr TimeNs kHourNs = 3600 * kSecondNs;
constexpr TimeNs kWindowNs = 600 * kSecondNs;

// A sketch while it grows.
class SketchBuilder {
 public:
  explicit SketchBuilder(double resolution) : sketch_{.resolution = resolution} {}
  void add(std::optional<double> value) {
    if (!value) return;
    ++cells_[std::llround(*value / sketch_.resolution)];
    ++sketch_.count;
    sketch_.sum += *value;
  }
  Sketch take() {
    for (const auto& [step, count] : cells_) sketch_.cells.push_back({step, count});
    return std::move(sketch_);
  }

 private:
  Sketch sketch_;
  std::map<std::int64_t, std::int64_t> cells_;
};

std::optional<double> tpot_of(const Request& row) {
  if (row.outcome != records::Outcome::ok || !row.ttft_s || !row.e2e_s || row.output_tokens.value_or(0) < 2) return std::nullopt;
  return (*row.e2e_s - *row.ttft_s) / static_cast<double>(*row.output_tokens - 1);
}

bool within(const std::optional<double>& value, const std::optional<double>& limit) { return !limit || (value && *value <= *limit); }

bool keeps_sla(const Request& row, const FoldOptions& options) {
  if (row.outcome != records::Outcome::ok) return false;
  const bool single = row.output_tokens && *row.output_tokens <= 1;
  const bool steady = single || within(tpot_of(row), options.sla_tpot_s);
  return steady && within(row.ttft_s, options.sla_ttft_s) && within(row.e2e_s, options.sla_e2e_s);
}

std::optional<double> as_number(const std::optional<std::int64_t>& tokens) {
  return tokens ? std::optional(static_cast<double>(*tokens)) : std::nullopt;
}

void fold_gaps(ArrivalSummary& out, const std::vector<TimeNs>& sorted) {
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const double gap_s = static_cast<double>(sorted[i] - sorted[i - 1]) / 1e9;
    ++out.gap_count;
    out.gap_sum_s += gap_s;
    out.gap_sum_squared_s2 += gap_s * gap_s;
    out.longest_silence_s = std::max(out.longest_silence_s, gap_s);
    if (gap_s == 0) ++out.duplicate_timestamps;
    const auto window = (sorted[i] - out.origin_ns) / kWindowNs;
    if ((sorted[i - 1] - out.origin_ns) / kWindowNs != window) continue;
    if (out.windows.empty() || out.windows.back().window != window) out.windows.push_back({.window = window});
    auto& moments = out.windows.back();
    ++moments.gaps;
    moments.sum_s += gap_s;
    moments.sum_squared_s2 += gap_s * gap_s;
  }
}

// As the engine's: the largest step of a ladder that divides every stamp, or the median distance where most stamps repeat.
double quantum_of(const std::vector<TimeNs>& sorted, std::int64_t duplicates) {
  constexpr std::array<TimeNs, 10> kLadder{3600 * kSecondNs, 60 * kSecondNs, kSecondNs, 100'000'000, 10'000'000,
                                           1'000'000,        100'000,        10'000,    1'000,       100};
  double quantum_s = 0;
  for (const auto step : kLadder) {
    if (!std::all_of(sorted.begin(), sorted.end(), [&](TimeNs at) { return at % step == 0; })) continue;
    quantum_s = static_cast<double>(step) * 1e-9;
    break;
  }
  if (duplicates * 2 < static_cast<std::int64_t>(sorted.size())) return quantum_s;
  std::vector<double> distances;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] != sorted[i - 1]) distances.push_back(static_cast<double>(sorted[i] - sorted[i - 1]) / 1e9);
  }
  if (distances.empty()) return quantum_s;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return std::max(quantum_s, *middle);
}

}  // namespace

ArrivalSummary fold(const std::vector<Request>& rows, const FoldOptions& options) {
  ArrivalSummary out;
  if (rows.empty()) return out;
  std::vector<TimeNs> sorted;
  std::map<TimeNs, records::HourTotals> hours;
  SketchBuilder input(1), output(1), context(1), ttft(out.ttft_s.resolution), e2e(out.e2e_s.resolution), tpot(out.tpot_s.resolution);
  for (const auto& row : rows) {
    if (!sorted.empty() && row.arrival_ns < sorted.back()) ++out.out_of_order;
    sorted.push_back(row.arrival_ns);
    const bool ok = row.outcome == records::Outcome::ok;
    out.failed += ok ? 0 : 1;
    out.within_sla += keeps_sla(row, options) ? 1 : 0;
    auto& hour = hours[row.arrival_ns / kHourNs * kHourNs];
    ++hour.count;
    hour.input_tokens += as_number(row.input_tokens).value_or(0);
    hour.output_tokens += as_number(row.output_tokens).value_or(0);
    input.add(as_number(row.input_tokens));
    output.add(as_number(row.output_tokens));
    if (row.input_tokens && row.output_tokens) context.add(static_cast<double>(*row.input_tokens + *row.output_tokens));
    ttft.add(ok ? row.ttft_s : std::nullopt);
    e2e.add(ok ? row.e2e_s : std::nullopt);
    tpot.add(tpot_of(row));
  }
  std::sort(sorted.begin(), sorted.end());
  out.count = static_cast<std::int64_t>(rows.size());
  out.first_ns = sorted.front();
  out.last_ns = sorted.back();
  out.origin_ns = options.origin_ns.value_or(out.first_ns);
  fold_gaps(out, sorted);
  for (const auto at : sorted) {
    const auto second = (at - out.origin_ns) / kSecondNs;
    if (out.seconds.empty() || out.seconds.back().second != second) out.seconds.push_back({second, 0});
    ++out.seconds.back().count;
  }
  for (auto& [start, totals] : hours) {
    totals.start_ns = start;
    out.hours.push_back(totals);
  }
  out.input_tokens = input.take();
  out.output_tokens = output.take();
  out.context_tokens = context.take();
  out.ttft_s = ttft.take();
  out.e2e_s = e2e.take();
  out.tpot_s = tpot.take();
  out.quantum_s = quantum_of(sorted, out.duplicate_timestamps);
  return out;
}

}  // namespace accelprep::workload

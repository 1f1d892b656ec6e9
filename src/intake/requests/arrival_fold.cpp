#include "intake/requests/arrival_fold.h"

#include <algorithm>
#include <cmath>

#include "base/time.h"

namespace accelprep::intake {
namespace {

using records::ArrivalSummary;
using records::Outcome;
using records::Request;
using records::Sketch;
using records::TimeNs;

constexpr std::int64_t kSmallSteps = std::int64_t{1} << 20U;

// Steps of clocks, largest first.
constexpr std::array<TimeNs, 10> kClockSteps{
    base::kHour, 60 * base::kSecond, base::kSecond, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100};

std::optional<double> tpot_of(const Request& row) {
  if (row.outcome != Outcome::ok || !row.ttft_s || !row.e2e_s || row.output_tokens.value_or(0) < 2) return std::nullopt;
  return (*row.e2e_s - *row.ttft_s) / static_cast<double>(*row.output_tokens - 1);
}

// A request without the figure that is asked for cannot be said to keep the limit.
bool within(const std::optional<double>& value, const std::optional<double>& limit) { return !limit || (value && *value <= *limit); }

bool keeps_sla(const Request& row, const FoldOptions& options) {
  if (row.outcome != Outcome::ok) return false;
  const bool single = row.output_tokens && *row.output_tokens <= 1;
  const bool steady = single || within(tpot_of(row), options.sla_tpot_s);
  return steady && within(row.ttft_s, options.sla_ttft_s) && within(row.e2e_s, options.sla_e2e_s);
}

bool earlier(const Request& a, const Request& b) { return a.arrival_ns < b.arrival_ns; }

}  // namespace

void SketchBuilder::add_step(std::int64_t step) {
  if (step < 0 || step >= kSmallSteps) {
    ++large_[step];
    return;
  }
  const auto at = static_cast<std::size_t>(step);
  if (at >= small_.size()) small_.resize(std::max(at + 1, 2 * small_.size()), 0);
  ++small_[at];
}

void SketchBuilder::add(double value) {
  add_step(std::llround(value / sketch_.resolution));
  ++sketch_.count;
  sketch_.sum += value;
}

void SketchBuilder::add(const std::optional<std::int64_t>& value) {
  if (!value) return;
  add_step(*value);
  ++sketch_.count;
  sketch_.sum += static_cast<double>(*value);
}

Sketch SketchBuilder::take() {
  auto large = large_.begin();
  for (; large != large_.end() && large->first < 0; ++large) sketch_.cells.push_back({large->first, large->second});
  for (std::size_t i = 0; i < small_.size(); ++i) {
    if (small_[i] > 0) sketch_.cells.push_back({static_cast<std::int64_t>(i), small_[i]});
  }
  for (; large != large_.end(); ++large) sketch_.cells.push_back({large->first, large->second});
  return std::move(sketch_);
}

namespace {

constexpr std::size_t kClasses = 128;  // up to 2^31 tokens

std::size_t class_of(std::int64_t tokens) {
  if (tokens <= 0) return 0;
  return std::min(kClasses - 1, 1 + static_cast<std::size_t>(4 * std::log2(static_cast<double>(tokens))));
}

}  // namespace

void LengthTable::add(std::int64_t input_tokens, std::int64_t output_tokens) {
  if (table_.empty()) table_.resize(kClasses * kClasses);
  auto& cell = table_[class_of(input_tokens) * kClasses + class_of(output_tokens)];
  ++cell.count;
  cell.input_sum += static_cast<double>(input_tokens);
  cell.output_sum += static_cast<double>(output_tokens);
}

std::vector<records::LengthCell> LengthTable::cells() const {
  std::vector<records::LengthCell> out;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (table_[i].count == 0) continue;
    out.push_back(table_[i]);
    out.back().input_class = static_cast<std::int64_t>(i / kClasses);
    out.back().output_class = static_cast<std::int64_t>(i % kClasses);
  }
  return out;
}

ArrivalFold::ArrivalFold(const FoldOptions& options)
    : options_(options),
      stamps_(options.held_stamps),
      ttft_(summary_.ttft_s.resolution),
      e2e_(summary_.e2e_s.resolution),
      tpot_(summary_.tpot_s.resolution) {}

void ArrivalFold::add(const Request& row) {
  if (any_ && row.arrival_ns < seen_ns_) ++summary_.out_of_order;
  any_ = true;
  seen_ns_ = row.arrival_ns;
  stamps_.add(row.arrival_ns, [this](TimeNs at_ns) { count_stamp(at_ns); });
  ++summary_.count;
  summary_.failed += row.outcome == Outcome::ok ? 0 : 1;
  summary_.within_sla += keeps_sla(row, options_) ? 1 : 0;
  auto& hour = hour_of(row.arrival_ns);
  ++hour.count;
  hour.input_tokens += static_cast<double>(row.input_tokens.value_or(0));
  hour.output_tokens += static_cast<double>(row.output_tokens.value_or(0));
  count_lengths(row);
}

records::HourTotals& ArrivalFold::hour_of(TimeNs at_ns) {
  if (hour_ != nullptr && at_ns >= hour_->start_ns && at_ns < hour_->start_ns + base::kHour) return *hour_;
  const auto start = base::start_of_hour(at_ns);
  hour_ = &hours_.try_emplace(start, records::HourTotals{.start_ns = start}).first->second;
  return *hour_;
}

// In ascending order.
void ArrivalFold::count_stamp(TimeNs at_ns) {
  if (counted_ == 0) {
    summary_.first_ns = at_ns;
    const auto begin_ns = options_.origin_at_hour ? base::start_of_hour(at_ns) : at_ns;
    summary_.origin_ns = options_.origin_ns.value_or(begin_ns);
  } else {
    if (at_ns != summary_.last_ns) distances_.add(static_cast<double>(at_ns - summary_.last_ns) / 1e9);
    records::add_gap(summary_, at_ns);
  }
  summary_.last_ns = at_ns;
  ++counted_;
  while (step_ < kClockSteps.size() && at_ns % kClockSteps[step_] != 0) ++step_;
  const auto second = (at_ns - summary_.origin_ns) / base::kSecond;
  if (summary_.seconds.empty() || summary_.seconds.back().second != second) summary_.seconds.push_back({second, 0});
  ++summary_.seconds.back().count;
}

void ArrivalFold::count_lengths(const Request& row) {
  input_.add(row.input_tokens);
  output_.add(row.output_tokens);
  if (row.input_tokens && row.output_tokens) {
    context_.add(std::optional(*row.input_tokens + *row.output_tokens));
    lengths_.add(*row.input_tokens, *row.output_tokens);
  }
  if (row.outcome != Outcome::ok) return;
  ttft_.add(row.ttft_s);
  e2e_.add(row.e2e_s);
  tpot_.add(tpot_of(row));
}

// The step that stamps are multiples of; or, where most stamps repeat (a logger that writes in batches, with jitter), the median
// distance of distinct ones. 0 where none was found.
double ArrivalFold::quantum_s() {
  const double step_s = step_ < kClockSteps.size() ? static_cast<double>(kClockSteps[step_]) * 1e-9 : 0;
  if (summary_.duplicate_timestamps * 2 < summary_.count) return step_s;
  const auto distances = distances_.take();
  std::int64_t below = 0;
  for (const auto& [step, count] : distances.cells) {
    below += count;
    if (below * 2 >= distances.count) return std::max(step_s, static_cast<double>(step) * distances.resolution);
  }
  return step_s;
}

ArrivalSummary ArrivalFold::finish() {
  stamps_.finish([this](TimeNs at_ns) { count_stamp(at_ns); });
  for (const auto& [start, totals] : hours_) summary_.hours.push_back(totals);
  summary_.input_tokens = input_.take();
  summary_.output_tokens = output_.take();
  summary_.context_tokens = context_.take();
  summary_.lengths = lengths_.cells();
  summary_.ttft_s = ttft_.take();
  summary_.e2e_s = e2e_.take();
  summary_.tpot_s = tpot_.take();
  if (summary_.count > 0) summary_.quantum_s = quantum_s();
  return std::move(summary_);
}

ArrivalSummary fold(std::vector<Request> rows, const FoldOptions& options) {
  ArrivalFold folded(options);
  std::int64_t out_of_order = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) out_of_order += rows[i].arrival_ns < rows[i - 1].arrival_ns ? 1 : 0;
  std::stable_sort(rows.begin(), rows.end(), earlier);
  for (const auto& row : rows) folded.add(row);
  auto summary = folded.finish();
  summary.out_of_order = out_of_order;
  return summary;
}

}  // namespace accelprep::intake

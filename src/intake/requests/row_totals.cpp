#include "intake/requests/row_totals.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/time.h"

namespace accelprep::intake {
namespace {

using records::ArrivalSummary;
using records::Outcome;
using records::Request;
using records::TimeNs;

constexpr std::size_t kClasses = 128;  // up to 2^31 tokens

// (e2e - ttft) over the tokens after the first.
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

// The class that records::LengthCell describes: four to an octave, so floor(4 log2(tokens)) + 1.
std::size_t class_of(std::int64_t tokens) {
  if (tokens <= 0) return 0;
  const auto octave = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(tokens))) - 1;
  const double mantissa = static_cast<double>(tokens) / static_cast<double>(std::uint64_t{1} << octave);
  const auto quarter = (mantissa >= 1.189207115002721 ? 1U : 0U) + (mantissa >= 1.4142135623730951 ? 1U : 0U) +
                       (mantissa >= 1.681792830507429 ? 1U : 0U);  // 2^(1/4), 2^(2/4), 2^(3/4)
  return std::min<std::size_t>(kClasses - 1, 1 + 4 * octave + quarter);
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

RowTotals::RowTotals(const FoldOptions& options)
    : options_(options),
      has_limits_(options.sla_ttft_s || options.sla_tpot_s || options.sla_e2e_s),
      ttft_(ArrivalSummary().ttft_s.resolution),
      e2e_(ArrivalSummary().e2e_s.resolution),
      tpot_(ArrivalSummary().tpot_s.resolution) {}

void RowTotals::add(const Request& row) {
  const bool ok = row.outcome == Outcome::ok;
  ++count_;
  failed_ += ok ? 0 : 1;
  within_sla_ += (has_limits_ ? keeps_sla(row, options_) : ok) ? 1 : 0;
  auto& hour = hour_of(row.arrival_ns);
  ++hour.count;
  hour.input_tokens += static_cast<double>(row.input_tokens.value_or(0));
  hour.output_tokens += static_cast<double>(row.output_tokens.value_or(0));
  add_lengths(row);
  if (ok && (row.ttft_s || row.e2e_s)) add_latencies(row);
}

records::HourTotals& RowTotals::hour_of(TimeNs at_ns) {
  if (hour_ != nullptr && at_ns >= hour_->start_ns && at_ns < hour_->start_ns + base::kHour) return *hour_;
  const auto start = base::start_of_hour(at_ns);
  hour_ = &hours_.try_emplace(start, records::HourTotals{.start_ns = start}).first->second;
  return *hour_;
}

void RowTotals::add_lengths(const Request& row) {
  if (row.input_tokens) input_.add_whole(*row.input_tokens);
  if (row.output_tokens) output_.add_whole(*row.output_tokens);
  if (!row.input_tokens || !row.output_tokens) return;
  context_.add_whole(*row.input_tokens + *row.output_tokens);
  lengths_.add(*row.input_tokens, *row.output_tokens);
}

void RowTotals::add_latencies(const Request& row) {
  if (row.ttft_s) ttft_.add(*row.ttft_s);
  if (row.e2e_s) e2e_.add(*row.e2e_s);
  if (const auto tpot_s = tpot_of(row)) tpot_.add(*tpot_s);
}

void RowTotals::add_to(ArrivalSummary& summary) {
  summary.count += count_;
  summary.failed += failed_;
  summary.within_sla += within_sla_;
  std::vector<records::HourTotals> hours;
  for (const auto& [start, totals] : hours_) hours.push_back(totals);
  records::merge(summary.hours, hours);
  records::merge(summary.lengths, lengths_.cells());
  records::merge(summary.input_tokens, input_.take());
  records::merge(summary.output_tokens, output_.take());
  records::merge(summary.context_tokens, context_.take());
  records::merge(summary.ttft_s, ttft_.take());
  records::merge(summary.e2e_s, e2e_.take());
  records::merge(summary.tpot_s, tpot_.take());
}

}  // namespace accelprep::intake

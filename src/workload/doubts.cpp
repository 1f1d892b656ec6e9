#include "workload/doubts.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "base/time.h"

namespace accelprep::workload {
namespace {

using records::ArrivalSummary;

constexpr std::int64_t kLeastRequests = 50;
constexpr double kPacedCv = 0.05;
constexpr std::int64_t kJoinS = 300;  // the shortest silence that may be a join
constexpr double kJoinsShare = 0.5;   // of the span
constexpr std::size_t kMostJoins = 5;
constexpr std::int64_t kLongestRunS = 3600;  // people work longer than that
constexpr std::int64_t kLongestLogS = std::int64_t{10} * 365 * 86400;

// Every gap the same: no crowd of users does that.
std::optional<std::string> paced(const ArrivalSummary& summary, const std::optional<double>& cv) {
  if (summary.count < kLeastRequests || !cv || *cv >= kPacedCv) return std::nullopt;
  return fmt::format("arrivals are paced, one every {} (coefficient of variation {:.2f}): a generator's schedule, so synthetic",
                     base::format_duration(summary.gap_sum_s / static_cast<double>(summary.gap_count)), *cv);
}

// Short runs with long silences between them that make up most of the span: recordings of single runs, pasted together.
std::optional<std::string> pasted(const ArrivalSummary& summary) {
  const auto span_s = (summary.last_ns - summary.first_ns) / base::kSecond;
  struct Silence {
    std::int64_t from_s, length_s;
  };
  std::vector<Silence> joins;
  for (std::size_t i = 1; i < summary.seconds.size(); ++i) {
    const auto length_s = summary.seconds[i].second - summary.seconds[i - 1].second;
    if (length_s >= kJoinS) joins.push_back({summary.seconds[i - 1].second, length_s});
  }
  if (joins.empty() || joins.size() > kMostJoins) return std::nullopt;
  std::int64_t silent_s = 0;
  std::int64_t began_s = summary.seconds.front().second;
  std::int64_t longest_run_s = 0;
  for (const auto& join : joins) {
    silent_s += join.length_s;
    longest_run_s = std::max(longest_run_s, join.from_s - began_s);
    began_s = join.from_s + join.length_s;
  }
  longest_run_s = std::max(longest_run_s, summary.seconds.back().second - began_s);
  if (static_cast<double>(silent_s) < kJoinsShare * static_cast<double>(span_s) || longest_run_s > kLongestRunS) return std::nullopt;
  return fmt::format(
      "the log is {} pasted runs: {} silences of {} and more make up {:.0f} % of its span, and no run lasts longer than {}; "
      "profile the runs one by one",
      joins.size() + 1, joins.size(), base::format_duration(static_cast<double>(kJoinS)),
      100 * static_cast<double>(silent_s) / static_cast<double>(span_s), base::format_duration(static_cast<double>(longest_run_s)));
}

}  // namespace

bool is_too_long(const ArrivalSummary& summary) { return (summary.last_ns - summary.first_ns) / base::kSecond > kLongestLogS; }

std::vector<std::string> doubts_of(const ArrivalSummary& summary, const std::optional<double>& interarrival_cv) {
  std::vector<std::string> out;
  if (is_too_long(summary)) {
    out.push_back(fmt::format("the log covers {:.0f} years: its clock was wrong, or its unit was misread",
                              static_cast<double>(summary.last_ns - summary.first_ns) * 1e-9 / (365.25 * 86400)));
  }
  if (summary.bin_s > 0) return out;
  if (auto doubt = paced(summary, interarrival_cv)) out.push_back(std::move(*doubt));
  if (auto doubt = pasted(summary)) out.push_back(std::move(*doubt));
  return out;
}

}  // namespace accelprep::workload

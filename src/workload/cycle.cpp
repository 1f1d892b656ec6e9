#include "workload/cycle.h"

#include <algorithm>
#include <map>

#include "base/time.h"

namespace accelprep::workload {
namespace {

constexpr std::size_t kDay = 24;
constexpr std::size_t kWeek = 168;

double work_of(const records::HourTotals& hour, bool in_tokens) {
  return in_tokens ? hour.input_tokens + hour.output_tokens : static_cast<double>(hour.count);
}

bool in_gap(const std::vector<Gap>& gaps, std::int64_t from_ns) {
  return std::any_of(gaps.begin(), gaps.end(),
                     [&](const Gap& gap) { return gap.span.from_ns < from_ns + base::kHour && gap.span.to_ns > from_ns; });
}

// Was the hour of day that position `at` (from the first hour on) would have empty on every day seen, and on two at least?
bool always_empty(const std::vector<WorkHour>& hours, std::size_t at) {
  std::size_t seen = 0;
  for (std::size_t i = at % kDay; i < hours.size(); i += kDay) {
    if (!hours[i].work) continue;
    if (*hours[i].work > 0) return false;
    ++seen;
  }
  return seen >= 2;
}

void complete_last_day(std::vector<WorkHour>& hours) {
  const std::size_t seen = hours.size();
  const std::size_t whole = (seen + kDay - 1) / kDay * kDay;
  for (std::size_t at = seen; at < whole; ++at) {
    if (!always_empty(hours, at)) return;
  }
  const auto last = hours.back().start_ns;
  for (std::size_t at = seen; at < whole; ++at) {
    hours.push_back({.start_ns = last + static_cast<std::int64_t>(at - seen + 1) * base::kHour, .work = 0});
  }
  // The hour of the last event is then covered to its end as well.
  hours[seen - 1].covered = 1;
}

// The mean over phases of `period` hours of each phase's own mean; nothing where a phase was never seen.
std::optional<double> mean_by_phase(const std::vector<WorkHour>& hours, std::size_t period) {
  std::vector<double> work(period, 0);
  std::vector<double> covered(period, 0);
  for (std::size_t i = 0; i < hours.size(); ++i) {
    if (!hours[i].work) continue;
    work[i % period] += *hours[i].work;
    covered[i % period] += hours[i].covered;
  }
  double sum = 0;
  for (std::size_t phase = 0; phase < period; ++phase) {
    if (covered[phase] < 0.5) return std::nullopt;
    sum += work[phase] / covered[phase];
  }
  return sum / static_cast<double>(period);
}

}  // namespace

std::vector<WorkHour> work_by_hour(const records::ArrivalSummary& log, const std::vector<Gap>& gaps, bool in_tokens) {
  std::vector<WorkHour> out;
  if (log.count == 0) return out;
  std::map<std::int64_t, double> work;
  for (const auto& hour : log.hours) work[hour.start_ns] = work_of(hour, in_tokens);
  for (auto start = base::start_of_hour(log.first_ns); start <= log.last_ns; start += base::kHour) {
    const auto from = std::max(start, log.first_ns);
    const auto to = std::min(start + base::kHour, log.last_ns);
    const auto found = work.find(start);
    WorkHour hour{.start_ns = start, .covered = static_cast<double>(to - from) / static_cast<double>(base::kHour)};
    if (!in_gap(gaps, start)) hour.work = found == work.end() ? 0 : found->second;
    out.push_back(hour);
  }
  complete_last_day(out);
  return out;
}

double known_seconds(const std::vector<WorkHour>& hours) {
  double sum = 0;
  for (const auto& hour : hours) sum += hour.work ? hour.covered * 3600 : 0;
  return sum;
}

std::optional<double> cycle_mean(const std::vector<WorkHour>& hours) {
  if (const auto weekly = mean_by_phase(hours, kWeek)) return weekly;
  if (const auto daily = mean_by_phase(hours, kDay)) return daily;
  double work = 0;
  for (const auto& hour : hours) work += hour.work.value_or(0);
  const double covered = known_seconds(hours) / 3600;
  return covered > 0 ? std::optional(work / covered) : std::nullopt;
}

std::vector<double> whole_days(const std::vector<WorkHour>& hours) {
  std::vector<double> known;
  for (const auto& hour : hours) {
    if (hour.work) known.push_back(*hour.work);
  }
  known.resize(known.size() / kDay * kDay);
  return known;
}

}  // namespace accelprep::workload

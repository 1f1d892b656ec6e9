#include "workload/gaps.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

#include "base/time.h"
#include "statistics/quantiles.h"

namespace accelprep::workload {
namespace {

constexpr int kLeastOtherDays = 3;
constexpr double kBusyShare = 0.25;
constexpr int kWorkingDays = 5;

// Requests by whole hour (ns of its start, local); only hours wholly inside the log.
std::map<std::int64_t, std::int64_t> whole_hours(const records::ArrivalSummary& summary, std::int64_t offset_ns) {
  std::map<std::int64_t, std::int64_t> hours;
  const auto first = base::start_of_hour(summary.first_ns + offset_ns) + base::kHour;
  const auto last = base::start_of_hour(summary.last_ns + offset_ns);
  for (auto hour = first; hour < last; hour += base::kHour) hours[hour] = 0;
  for (const auto& totals : summary.hours) {
    // Where the offset is no whole hour, an hour of UTC counts for the local hour that it begins in.
    const auto found = hours.find(base::start_of_hour(totals.start_ns + offset_ns));
    if (found != hours.end()) found->second += totals.count;
  }
  return hours;
}

int day_of_week(std::int64_t local_ns) { return base::hour_of_week(local_ns) / 24; }
int hour_of_day(std::int64_t local_ns) { return base::hour_of_week(local_ns) % 24; }

constexpr std::size_t kDayHours = 24;
constexpr double kHoleShare = 0.01;
constexpr std::size_t kLongestHole = 6;

std::vector<double> hours_since_origin(const records::ArrivalSummary& summary) {
  std::vector<double> hours(static_cast<std::size_t>((summary.last_ns - summary.origin_ns) / base::kHour), 0);
  for (const auto& [second, count] : summary.seconds) {
    const auto hour = static_cast<std::size_t>(second / 3600);
    if (hour < hours.size()) hours[hour] += static_cast<double>(count);
  }
  return hours;
}

// Far below what the same hour of the other days carries.
bool is_hole(const std::vector<double>& hours, std::size_t hour) {
  std::vector<double> others;
  for (std::size_t i = hour % kDayHours; i < hours.size(); i += kDayHours) {
    if (i != hour) others.push_back(hours[i]);
  }
  return others.size() >= kLeastOtherDays && hours[hour] < kHoleShare * statistics::median(others).value_or(0);
}

std::vector<Gap> gaps_of_counts(const records::ArrivalSummary& summary) {
  std::vector<Gap> gaps;
  for (const auto& span : summary.unwritten) {
    gaps.push_back({.span = span, .why = "the log leaves these intervals out, and writes zeros elsewhere"});
  }
  const auto hours = hours_since_origin(summary);
  const double low = kHoleShare * statistics::median(hours).value_or(0);
  for (std::size_t from = 0; from < hours.size();) {
    std::size_t to = from;
    bool holes = true;
    for (; to < hours.size() && hours[to] < low; ++to) holes = holes && is_hole(hours, to);
    if (to > from && holes && to - from <= kLongestHole) {
      const auto at = [&](std::size_t hour) { return summary.origin_ns + static_cast<std::int64_t>(hour) * base::kHour; };
      gaps.push_back({.span = {at(from), at(to)},
                      .why = fmt::format("{} {} at next to nothing, which other days do not have at this time: a hole in the collection, "
                                         "taken as the log writes it",
                                         to - from, to - from == 1 ? "hour" : "hours"),
                      .written = true});
    }
    from = std::max(to, from + 1);
  }
  std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.span.from_ns < b.span.from_ns; });
  return gaps;
}

}  // namespace

std::vector<Gap> find_gaps(const records::ArrivalSummary& summary, std::int64_t utc_offset_s) {
  if (summary.bin_s > 0) return gaps_of_counts(summary);
  const auto offset_ns = utc_offset_s * base::kSecond;
  const auto hours = whole_hours(summary, offset_ns);
  if (hours.empty()) return {};
  const double mean = static_cast<double>(summary.count) / static_cast<double>(hours.size());
  // By hour of day: the working days on which it was busy, and on which it was not.
  std::array<int, 24> busy{};
  std::array<int, 24> quiet{};
  for (const auto& [hour, count] : hours) {
    if (day_of_week(hour) >= kWorkingDays) continue;
    ++(static_cast<double>(count) >= kBusyShare * mean ? busy : quiet)[static_cast<std::size_t>(hour_of_day(hour))];
  }
  std::vector<Gap> gaps;
  std::int64_t began = 0;
  std::int64_t ended = 0;
  const auto close = [&] {
    if (ended - began >= 2 * base::kHour) {
      gaps.push_back(
          {.span = {began - offset_ns, ended - offset_ns},
           .why = fmt::format("{} empty hours of a working day that every other working day is busy in", (ended - began) / base::kHour)});
    }
    began = ended = 0;
  };
  for (const auto& [hour, count] : hours) {
    const auto of_day = static_cast<std::size_t>(hour_of_day(hour));
    const bool suspicious = count == 0 && day_of_week(hour) < kWorkingDays && busy[of_day] >= kLeastOtherDays && quiet[of_day] == 1;
    if (!suspicious) {
      close();
      continue;
    }
    if (ended != hour) {
      close();
      began = hour;
    }
    ended = hour + base::kHour;
  }
  close();
  return gaps;
}

}  // namespace accelprep::workload

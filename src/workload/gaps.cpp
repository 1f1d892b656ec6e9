#include "workload/gaps.h"

#include <array>
#include <fmt/format.h>
#include <map>

#include "base/time.h"

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

}  // namespace

std::vector<Gap> find_gaps(const records::ArrivalSummary& summary, std::int64_t utc_offset_s) {
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

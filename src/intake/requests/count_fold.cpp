#include "intake/requests/count_fold.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/time.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using records::ArrivalSummary;
using records::TimeNs;

// Sorted, and one row a begin.
void combine(std::vector<CountRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.at_ns < b.at_ns; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].at_ns == rows[kept].at_ns) {
      rows[kept].amount += rows[i].amount;
    } else {
      rows[++kept] = rows[i];
    }
  }
  rows.resize(std::min(rows.size(), kept + 1));
}

// The interval that all begins are multiples of: the smallest distance.
Result<TimeNs> interval_of(const std::vector<CountRow>& rows) {
  if (rows.size() < 2) return fail(ErrorKind::invalid_input, "a log of counts needs two intervals at least");
  TimeNs smallest = rows[1].at_ns - rows[0].at_ns;
  for (std::size_t i = 2; i < rows.size(); ++i) smallest = std::min(smallest, rows[i].at_ns - rows[i - 1].at_ns);
  if (smallest < base::kSecond || smallest > base::kHour || smallest % base::kSecond != 0) {
    return fail(ErrorKind::invalid_input,
                fmt::format("a log of counts has intervals of one second to one hour, whole seconds; these are {}",
                            base::format_duration(static_cast<double>(smallest) * 1e-9)));
  }
  for (const auto& row : rows) {
    if ((row.at_ns - rows.front().at_ns) % smallest != 0) {
      return fail(ErrorKind::invalid_input,
                  fmt::format("the intervals of the log are {} long, but one begins at {}",
                              base::format_duration(static_cast<double>(smallest) * 1e-9), base::format_time(row.at_ns)));
    }
  }
  return smallest;
}

// The intervals that the log has left out are unknown only where it writes the empty ones, and so at least as many of them: a log of
// rounded rates has some zeros too.
bool leaves_out_the_unknown(const std::vector<CountRow>& rows, TimeNs interval_ns) {
  const auto zeros = std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.amount == 0; });
  const auto all = (rows.back().at_ns - rows.front().at_ns) / interval_ns + 1;
  return zeros > 0 && zeros >= all - static_cast<std::int64_t>(rows.size());
}

}  // namespace

Result<ArrivalSummary> fold_counts(std::vector<CountRow> rows, const CountOptions& options) {
  for (const auto& row : rows) {
    if (!(row.amount >= 0) || row.amount > 1e15) {
      return fail(ErrorKind::invalid_input, fmt::format("{} at {} is no count", row.amount, base::format_time(row.at_ns)));
    }
  }
  combine(rows);
  TRY_ASSIGN(const auto interval_ns, interval_of(rows));
  const double interval_s = static_cast<double>(interval_ns) * 1e-9;
  const bool unknown = options.missing_is_unknown || leaves_out_the_unknown(rows, interval_ns);
  ArrivalSummary out{.origin_ns = rows.front().at_ns, .first_ns = rows.front().at_ns, .last_ns = rows.back().at_ns + interval_ns};
  out.bin_s = interval_ns / base::kSecond;
  out.quantum_s = interval_s;
  out.counted = options.counted;
  double silence_s = 0;
  TimeNs expected = out.first_ns;
  for (const auto& row : rows) {
    if (row.at_ns > expected && unknown) out.unwritten.push_back({expected, row.at_ns});
    silence_s = unknown && row.at_ns > expected ? 0 : silence_s + static_cast<double>(row.at_ns - expected) * 1e-9;
    expected = row.at_ns + interval_ns;
    const auto amount = std::llround(options.is_rate ? row.amount * interval_s : row.amount);
    if (amount == 0) silence_s += interval_s;
    out.longest_silence_s = std::max(out.longest_silence_s, silence_s);
    if (amount == 0) continue;
    silence_s = 0;
    out.count += amount;
    out.seconds.push_back({(row.at_ns - out.origin_ns) / base::kSecond, amount});
    const auto hour = base::start_of_hour(row.at_ns);
    if (out.hours.empty() || out.hours.back().start_ns != hour) out.hours.push_back({.start_ns = hour});
    out.hours.back().count += amount;
  }
  return out;
}

}  // namespace accelprep::intake

#include "workload/sustained.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "base/time.h"
#include "statistics/bootstrap.h"
#include "statistics/quantiles.h"
#include "workload/cycle.h"

namespace accelprep::workload {
namespace {

using evidence::Interval;

constexpr double kHourS = 3600;

// In what the log's work is counted, and how much of it one accelerator does in a second.
struct Yardstick {
  bool in_tokens = false;
  double per_s = 0;
  // Where input and output grew apart, hours needed lie between what each alone would say: factors on the value.
  double low_factor = 1;
  double high_factor = 1;
  std::string said;
};

bool close_to(double value, double reference, double tolerance) { return reference > 0 && std::abs(value / reference - 1) <= tolerance; }

Yardstick yardstick_of(const WorkInput& input, const SustainedPolicy& policy) {
  const auto& capacity = input.capacity;
  Yardstick out{.per_s = capacity.requests_per_s};
  const auto log_in = statistics::mean(input.log.input_tokens);
  const auto log_out = statistics::mean(input.log.output_tokens);
  if (!log_in || !log_out || !capacity.input_tokens_mean || !capacity.output_tokens_mean) {
    out.said = "in requests; token lengths are not known on both sides, so that they match is assumed";
    return out;
  }
  const double in_ratio = *log_in / *capacity.input_tokens_mean;
  const double out_ratio = *log_out / *capacity.output_tokens_mean;
  if (close_to(in_ratio, 1, policy.length_tolerance) && close_to(out_ratio, 1, policy.length_tolerance)) {
    out.said = fmt::format("in requests; the soak's token lengths match the log's within {:.0f} %", 100 * policy.length_tolerance);
    return out;
  }
  const double whole = *capacity.input_tokens_mean + *capacity.output_tokens_mean;
  const double ratio = (*log_in + *log_out) / whole;
  out.in_tokens = true;
  out.per_s = capacity.tokens_per_s.value_or(capacity.requests_per_s * whole);
  out.low_factor = std::min({1.0, in_ratio / ratio, out_ratio / ratio});
  out.high_factor = std::max({1.0, in_ratio / ratio, out_ratio / ratio});
  out.said = fmt::format("in tokens; prompts are {:.2f} and answers {:.2f} times as long as in the soak", in_ratio, out_ratio);
  return out;
}

// The relative interval of a mean of hours: whole days drawn with replacement. Nothing under two days.
std::optional<Interval> relative_interval(const std::vector<double>& hours, std::uint64_t seed) {
  if (hours.size() < 48) return std::nullopt;
  const double mean = std::accumulate(hours.begin(), hours.end(), 0.0) / static_cast<double>(hours.size());
  const auto drawn = statistics::bootstrap_mean(hours, {.block_length = 24, .seed = seed});
  if (!drawn || mean <= 0) return std::nullopt;
  return Interval{drawn->low / mean, drawn->high / mean};
}

void judge_cycle(Sustained& out, double known_s, const SustainedPolicy& policy) {
  out.cycle_s = policy.cycle_s;
  out.cycle_covered = std::min(1.0, known_s / policy.cycle_s);
  out.qualifies = out.cycle_covered >= policy.cycle_min_coverage;
  const auto seen = base::format_duration(known_s);
  const auto cycle = base::format_duration(policy.cycle_s);
  if (!out.qualifies) {
    out.why = fmt::format("covers {} of a {} cycle ({:.1f} %)", seen, cycle, 100 * out.cycle_covered);
  } else if (known_s < 2 * policy.cycle_s) {
    out.why = fmt::format("covers the {} cycle once; that it repeats is not shown", cycle);
  } else {
    out.why = fmt::format("covers the {} cycle {:.0f} times", cycle, std::floor(known_s / policy.cycle_s * 1.02));
  }
}

// Hourly means of busy of one device; an hour with less than half of it covered is unknown.
std::map<std::int64_t, double> hourly_busy(const records::DeviceSummary& device) {
  struct Sum {
    double covered_s = 0;
    double weighted = 0;
  };
  std::map<std::int64_t, Sum> sums;
  for (const auto& minute : device.minutes) {
    const auto mean = minute.values[static_cast<std::size_t>(records::Metric::busy)].mean();
    if (!mean) continue;
    auto& sum = sums[minute.minute / 60];
    sum.covered_s += minute.covered_s;
    sum.weighted += minute.covered_s * *mean;
  }
  std::map<std::int64_t, double> out;
  for (const auto& [hour, sum] : sums) {
    if (sum.covered_s >= kHourS / 2) out[hour] = sum.weighted / sum.covered_s;
  }
  return out;
}

}  // namespace

Demand demand_of_work(const WorkInput& input, const SustainedPolicy& policy) {
  const auto yardstick = yardstick_of(input, policy);
  Demand out;
  for (const auto& hour : work_by_hour(input.log, input.profile.gaps, yardstick.in_tokens)) {
    const bool known = hour.work && hour.covered > 0.01;  // a sliver of an hour says nothing of its rate
    out.start_s.push_back(static_cast<double>(hour.start_ns) * 1e-9);
    out.needed.push_back(known ? std::optional(*hour.work / (yardstick.per_s * kHourS * hour.covered)) : std::nullopt);
  }
  return out;
}

Sustained sustained_of_work(const WorkInput& input, const SustainedPolicy& policy) {
  Sustained out{.of = "capacity"};
  const auto yardstick = yardstick_of(input, policy);
  const auto hours = work_by_hour(input.log, input.profile.gaps, yardstick.in_tokens);
  const auto mean = cycle_mean(hours);
  if (!mean || yardstick.per_s <= 0) {
    out.why = mean ? "the capacity is not known" : "the log holds no request";
    return out;
  }
  const double value = *mean / (yardstick.per_s * kHourS * static_cast<double>(input.accelerators));
  judge_cycle(out, known_seconds(hours), policy);
  out.value = value;
  out.bound = "point";
  out.method =
      fmt::format("hours of work in the log over the sustained capacity of {} accelerators, {}", input.accelerators, yardstick.said);
  const auto change = input.profile.change_per_week;
  if (out.qualifies && change && std::abs(*change) > policy.most_change_per_week) {
    out.qualifies = false;
    out.why =
        fmt::format("the load changed by {:+.0f} % from one week to the next: there is no steady cycle to take it over", 100 * *change);
  }
  // What the soak held is shown; what the accelerator would have held fully busy is the most it can be.
  const double busy = std::clamp(input.capacity.busy.value_or(1), 0.01, 1.0);
  const double most = input.capacity.high_per_s ? input.capacity.requests_per_s / *input.capacity.high_per_s : busy;
  const double least = input.capacity.low_per_s ? input.capacity.requests_per_s / *input.capacity.low_per_s : 1;
  if (const auto drawn = relative_interval(whole_days(hours), policy.seed)) {
    out.ci95 = Interval{value * drawn->low * most * yardstick.low_factor, value * drawn->high * least * yardstick.high_factor};
  }
  return out;
}

Sustained sustained_of_busy(const std::vector<records::DeviceSummary>& devices, const SustainedPolicy& policy) {
  Sustained out{.of = "busy", .method = "mean of each accelerator's own mean of utilization.gpu over its known hours"};
  std::map<std::int64_t, std::pair<double, int>> by_hour;
  double sum = 0;
  double least_known_s = 0;
  int counted = 0;
  for (const auto& device : devices) {
    if (device.partition) continue;
    const auto hours = hourly_busy(device);
    if (hours.empty()) continue;
    double of_device = 0;
    for (const auto& [hour, busy] : hours) {
      of_device += busy;
      by_hour[hour].first += busy;
      ++by_hour[hour].second;
    }
    sum += of_device / static_cast<double>(hours.size());
    const double known_s = static_cast<double>(hours.size()) * kHourS;
    least_known_s = counted == 0 ? known_s : std::min(least_known_s, known_s);
    ++counted;
  }
  if (counted == 0) {
    out.why = "no accelerator's busy time was recorded for half an hour or more";
    return out;
  }
  judge_cycle(out, least_known_s, policy);
  out.value = sum / counted;
  out.bound = "upper";
  std::vector<double> series;
  for (const auto& [hour, total] : by_hour) series.push_back(total.first / total.second);
  if (const auto drawn = relative_interval(series, policy.seed))
    out.ci95 = Interval{*out.value * drawn->low, std::min(1.0, *out.value * drawn->high)};
  return out;
}

evidence::Measurement sustained_measurement(const Sustained& sustained, const evidence::Origin& origin) {
  const bool of_work = sustained.of == "capacity";
  evidence::Value value = sustained.value ? evidence::Value(*sustained.value) : evidence::Value(evidence::Absent{sustained.why});
  auto out = evidence::measured_from(origin, {.id = of_work ? "sustained_utilization" : "busy_over_cycle",
                                              .value = std::move(value),
                                              .method = sustained.method,
                                              .ci95 = sustained.ci95});
  out.attributes = {{"of", sustained.of},
                    {"bound", sustained.bound},
                    {"qualifies", sustained.qualifies ? "yes" : "no"},
                    {"why", sustained.why},
                    {"cycle_covered", fmt::format("{:.3f}", sustained.cycle_covered)}};
  return out;
}

std::vector<evidence::Series> demand_series(const Demand& demand) {
  evidence::Series hourly{.id = "demand",
                          .title = "Accelerators needed, hour by hour",
                          .x_unit = "unix_s",
                          .x = demand.start_s,
                          .columns = {{.name = "needed", .unit = "accelerators", .y = demand.needed}}};
  evidence::Series duration{.id = "load_duration",
                            .title = "Use of the n-th accelerator",
                            .x_unit = "accelerator",
                            .columns = {{.name = "utilization", .unit = "fraction"}}};
  std::vector<double> needed;
  for (const auto& hour : demand.needed) {
    if (hour) needed.push_back(*hour);
  }
  if (!needed.empty()) {
    const double peak = *std::max_element(needed.begin(), needed.end());
    const auto accelerators = std::min<std::int64_t>(4096, std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(peak))));
    for (std::int64_t n = 1; n <= accelerators; ++n) {
      double used = 0;
      for (const double hour : needed) used += std::clamp(hour - static_cast<double>(n - 1), 0.0, 1.0);
      duration.x.push_back(static_cast<double>(n));
      duration.columns[0].y.emplace_back(used / static_cast<double>(needed.size()));
    }
  }
  return {std::move(hourly), std::move(duration)};
}

}  // namespace accelprep::workload

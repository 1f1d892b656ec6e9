#include "workload/soak.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/time.h"
#include "statistics/normal.h"
#include "statistics/quantiles.h"
#include "workload/device_use.h"
#include "workload/steadiness.h"

namespace accelprep::workload {
namespace {

using records::DeviceSummary;
using records::Metric;
using records::Throttle;

using Devices = std::vector<const DeviceSummary*>;

constexpr std::array kThermal{Throttle::sw_thermal, Throttle::hw_thermal, Throttle::hw_power_brake};

double percent(double fraction) { return fraction * 100; }

std::optional<double> mean_of(const Devices& devices, Metric metric) {
  double sum = 0;
  double count = 0;
  for (const auto* device : devices) {
    if (!device->has(metric)) continue;
    sum += *statistics::mean(device->sketch(metric));
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

Metric load_metric(const DeviceSummary& device) { return device.has(Metric::busy) ? Metric::busy : Metric::sm_active; }

class Judge {
 public:
  Judge(const SoakInput& input, const SoakPolicy& policy) : input_(input), policy_(policy) {
    soak_.setting = input.setting;
    soak_.inlet_c = input.inlet_c;
  }

  Soak judge() {
    find_loaded();
    measure_window();
    judge_window();
    judge_steadiness();
    judge_thermal();
    judge_clock();
    judge_requests();
    describe_load();
    soak_.qualifies = soak_.reasons.empty();
    if (soak_.qualifies) measure_capacity();
    soak_.why = sentence();
    return std::move(soak_);
  }

 private:
  void fails(std::string_view id, std::string text) { soak_.reasons.push_back({.id = id, .text = std::move(text)}); }
  void find_loaded();
  void measure_window();
  void judge_window();
  void judge_steadiness();
  void judge_drift(const DeviceSummary& device);
  void judge_thermal();
  void judge_clock();
  void judge_requests();
  void describe_load();
  void measure_capacity();
  [[nodiscard]] std::string sentence() const;

  const SoakInput& input_;
  const SoakPolicy& policy_;
  Soak soak_;
  Devices loaded_;
};

void Judge::find_loaded() {
  bool load_recorded = false;
  for (const auto& device : input_.devices) {
    if (device.partition) continue;
    const auto load = statistics::mean(device.sketch(load_metric(device)));
    load_recorded = load_recorded || load.has_value();
    if (load.value_or(0) >= policy_.soak_loaded_busy) {
      loaded_.push_back(&device);
      soak_.loaded.push_back(device.id);
    } else {
      soak_.idle.push_back(device.id);
    }
  }
  if (!loaded_.empty()) return;
  if (soak_.idle.empty() && !input_.devices.empty()) {
    return fails("not_loaded",
                 "only parts of accelerators (MIG instances) were recorded, and what a part holds says nothing of a whole one");
  }
  fails("not_loaded", load_recorded ? fmt::format("no accelerator was busy {:.0f} % of the time or more", percent(policy_.soak_loaded_busy))
                                    : "neither busy nor SM active was recorded, so that no load is shown");
}

void Judge::measure_window() {
  Devices seen = loaded_;
  if (seen.empty()) {
    for (const auto& device : input_.devices) {
      if (!device.partition) seen.push_back(&device);
    }
  }
  if (seen.empty()) return;
  soak_.window = {.from_ns = seen.front()->first_ns, .to_ns = seen.front()->last_ns};
  soak_.duration_s = covered_seconds(*seen.front());
  for (const auto* device : seen) {
    soak_.window.from_ns = std::min(soak_.window.from_ns, device->first_ns);
    soak_.window.to_ns = std::max(soak_.window.to_ns, device->last_ns);
    soak_.duration_s = std::min(soak_.duration_s, covered_seconds(*device));
  }
  soak_.window_s = static_cast<double>(soak_.window.to_ns - soak_.window.from_ns) * 1e-9;
  if (soak_.window_s > 0) soak_.coverage = std::min(1.0, soak_.duration_s / soak_.window_s);
}

void Judge::judge_window() {
  if (soak_.duration_s < policy_.soak_min_s) {
    fails("too_short", fmt::format("it covers {} of the {} that are needed", base::format_duration(soak_.duration_s),
                                   base::format_duration(policy_.soak_min_s)));
  }
  if (soak_.coverage && *soak_.coverage < policy_.soak_min_coverage) {
    fails("gaps", fmt::format("samples cover {:.0f} % of the window, of {:.0f} % that are needed", percent(*soak_.coverage),
                              percent(policy_.soak_min_coverage)));
  }
}

void Judge::judge_steadiness() {
  for (const auto* device : loaded_) judge_drift(*device);
}

void Judge::judge_drift(const DeviceSummary& device) {
  const auto metric = load_metric(device);
  const auto steady = steadiness_of(device, metric);
  if (!steady) return;  // under a quarter of an hour: too short as it is
  const auto label = records::kMetricRows[static_cast<std::size_t>(metric)].label;
  const double errors = statistics::errors_for_comparisons(policy_.soak_drift_standard_errors, static_cast<int>(loaded_.size()));
  const double always = policy_.soak_max_drift * statistics::mean(device.sketch(metric)).value_or(0);
  const double allowed = std::clamp(errors * steady->change_error, always, std::max(always, policy_.soak_max_unclear_drift));
  if (std::abs(steady->change) > allowed && !soak_.has_reason("drift")) {
    fails("drift", fmt::format("{} of accelerator {} drifts by {:+.1f} points over the window; {:.1f} are allowed", label, device.id,
                               percent(steady->change), percent(allowed)));
  }
  if (steady->swing > policy_.soak_max_swing && !soak_.has_reason("unsteady")) {
    fails("unsteady", fmt::format("{} of accelerator {} swings by {:.0f} points between five-minute means; {:.0f} are allowed", label,
                                  device.id, percent(steady->swing), percent(policy_.soak_max_swing)));
  }
}

void Judge::judge_thermal() {
  std::vector<std::string_view> unknown;
  for (const auto reason : kThermal) {
    const auto index = static_cast<std::size_t>(reason);
    const bool known = std::any_of(loaded_.begin(), loaded_.end(), [&](const auto* device) { return device->throttle_known[index]; });
    if (!known) {
      unknown.push_back(records::kThrottleNames[index]);
      continue;
    }
    soak_.thermal_throttle_s = soak_.thermal_throttle_s.value_or(0);
    for (const auto* device : loaded_) *soak_.thermal_throttle_s += throttled_seconds(*device, reason);
  }
  if (soak_.thermal_throttle_s && !unknown.empty()) {
    soak_.caveats.push_back(fmt::format("{} was not recorded", fmt::join(unknown, ", ")));
  }
  if (soak_.thermal_throttle_s.value_or(0) > policy_.soak_max_thermal_s) {
    fails("thermal_throttle",
          fmt::format("heat or the power brake slowed it down for {}", base::format_duration(*soak_.thermal_throttle_s)));
  }
  double capped_s = 0;
  double covered_s = 0;
  for (const auto* device : loaded_) {
    capped_s += throttled_seconds(*device, Throttle::sw_power_cap);
    covered_s += covered_seconds(*device);
  }
  if (capped_s > 0 && covered_s > 0) {
    soak_.caveats.push_back(fmt::format("the power limit held the clock {:.0f} % of the time, which is normal at full load",
                                        percent(std::min(1.0, capped_s / covered_s))));
  }
}

struct Cool {
  double clock_hz = 0;
  std::optional<double> power_w;
};

// The card's own clock before it is warm: the median of its first busy minutes.
std::optional<Cool> cool_clock(const DeviceSummary& device, std::int64_t minutes) {
  std::vector<double> clocks_hz;
  std::vector<double> powers_w;
  for (const auto& cell : device.minutes) {
    const auto busy = cell.values[static_cast<std::size_t>(Metric::busy)].mean();
    const auto clock_hz = cell.busy_clock_hz.mean();
    if (busy.value_or(0) < records::kBusyAtLeast || !clock_hz) continue;
    clocks_hz.push_back(*clock_hz);
    if (const auto power_w = cell.values[static_cast<std::size_t>(Metric::power_w)].mean()) powers_w.push_back(*power_w);
    if (std::ssize(clocks_hz) == minutes) break;
  }
  const auto clock_hz = statistics::median(clocks_hz);
  if (!clock_hz || !(*clock_hz > 0)) return std::nullopt;
  return Cool{.clock_hz = *clock_hz, .power_w = statistics::median(powers_w)};
}

// By the minute: a card at its power cap trades clock for load from one second to the next, around a clock that it holds.
double low_clock_hz(const DeviceSummary& device) {
  std::vector<double> clocks_hz;
  for (const auto& cell : device.minutes) {
    if (const auto clock_hz = cell.busy_clock_hz.mean()) clocks_hz.push_back(*clock_hz);
  }
  return statistics::quantile(clocks_hz, 0.05).value_or(0);
}

void Judge::judge_clock() {
  for (const auto* device : loaded_) {
    const auto cool = cool_clock(*device, policy_.soak_cool_minutes);
    if (!cool) continue;
    const double held = low_clock_hz(*device) / cool->clock_hz;
    if (soak_.clock_held_fraction_p05 && *soak_.clock_held_fraction_p05 <= held) continue;
    soak_.clock_held_fraction_p05 = held;
    if (held >= policy_.soak_min_clock_held) continue;
    std::erase_if(soak_.reasons, [](const auto& reason) { return reason.id == "clock_not_held"; });  // a better card's
    const auto power = statistics::mean(device->sketch(Metric::power_w));
    const auto at_power =
        cool->power_w && power ? fmt::format(", at {:.0f} W then and {:.0f} W over the window", *cool->power_w, *power) : "";
    fails("clock_not_held", fmt::format("accelerator {} held {:.0f} % of the {:.0f} MHz of its first {} busy minutes, of {:.0f} % that are "
                                        "needed{}",
                                        device->id, percent(held), cool->clock_hz * 1e-6, policy_.soak_cool_minutes,
                                        percent(policy_.soak_min_clock_held), at_power));
  }
  if (loaded_.empty()) return;
  if (!soak_.clock_held_fraction_p05 && !soak_.thermal_throttle_s) {
    soak_.caveats.emplace_back("clocks and throttle reasons were not recorded: throttling cannot be ruled out");
  } else if (!soak_.clock_held_fraction_p05) {
    soak_.caveats.emplace_back("the clock under load was not recorded; throttle reasons were");
  } else if (!soak_.thermal_throttle_s) {
    soak_.caveats.emplace_back("throttle reasons were not recorded; the clock was");
  }
}

void Judge::judge_requests() {
  const auto* requests = input_.requests;
  if (requests == nullptr || requests->count == 0) return;
  soak_.input_tokens_mean = statistics::mean(requests->input_tokens);
  soak_.output_tokens_mean = statistics::mean(requests->output_tokens);
  const double failed = static_cast<double>(requests->failed) / static_cast<double>(requests->count);
  if (failed > policy_.soak_max_failed_share) {
    fails("requests_failed",
          fmt::format("{:.1f} % of its requests failed; {:.1f} % are allowed", percent(failed), percent(policy_.soak_max_failed_share)));
  }
  const auto finished = requests->count - requests->failed;
  if (!input_.sla_declared) {
    soak_.caveats.emplace_back("no SLA was declared: every finished request counts");
  } else if (finished > 0) {
    const double within = static_cast<double>(requests->within_sla) / static_cast<double>(finished);
    if (within < policy_.soak_min_within_sla) {
      fails("sla_missed", fmt::format("{:.1f} % of its requests were within the SLA, of {:.1f} % that are needed", percent(within),
                                      percent(policy_.soak_min_within_sla)));
    }
  }
}

std::optional<double> ratio(double late, double early) { return early > 0 ? std::optional(late / early) : std::nullopt; }

std::optional<double> requests_late_vs_early(const records::ArrivalSummary& requests) {
  const double span_s = static_cast<double>(requests.last_ns - requests.first_ns) * 1e-9;
  const double from_s = static_cast<double>(requests.first_ns - requests.origin_ns) * 1e-9;
  double early = 0;
  double late = 0;
  for (const auto& [second, count] : requests.seconds) {
    const double at = (static_cast<double>(second) + 0.5 - from_s) / span_s;
    if (at < 1.0 / 3) early += static_cast<double>(count);
    if (at >= 2.0 / 3) late += static_cast<double>(count);
  }
  return ratio(late, early);
}

struct Weighted {
  double sum = 0;
  double weight = 0;
};

std::optional<double> load_late_vs_early(const Devices& devices, const evidence::Window& window) {
  Weighted early;
  Weighted late;
  const double from = static_cast<double>(window.from_ns) / 6e10;
  const double length = static_cast<double>(window.to_ns - window.from_ns) / 6e10;
  for (const auto* device : devices) {
    for (const auto& cell : device->minutes) {
      const auto mean = cell.values[static_cast<std::size_t>(load_metric(*device))].mean();
      if (!mean) continue;
      const double at = (static_cast<double>(cell.minute) + 0.5 - from) / length;
      auto* third = at < 1.0 / 3 ? &early : at >= 2.0 / 3 ? &late : nullptr;
      if (third == nullptr) continue;
      third->sum += *mean * cell.covered_s;
      third->weight += cell.covered_s;
    }
  }
  return early.weight > 0 && late.weight > 0 ? ratio(late.sum / late.weight, early.sum / early.weight) : std::nullopt;
}

void Judge::describe_load() {
  soak_.busy = mean_of(loaded_, Metric::busy);
  soak_.sm_active = mean_of(loaded_, Metric::sm_active);
  for (const auto* device : loaded_) {
    const auto hot = statistics::quantile(device->sketch(Metric::temperature_c), 0.99);
    if (hot) soak_.temperature_max_c = std::max(soak_.temperature_max_c.value_or(*hot), *hot);
  }
  const bool has_requests = input_.requests != nullptr && input_.requests->count > 0;
  if (has_requests) {
    soak_.late_vs_early_of = "requests";
  } else if (!loaded_.empty()) {
    soak_.late_vs_early_of = records::kMetricRows[static_cast<std::size_t>(load_metric(*loaded_.front()))].key;
  }
  soak_.late_vs_early = has_requests ? requests_late_vs_early(*input_.requests) : load_late_vs_early(loaded_, soak_.window);
}

// Over the whole window, gaps of the telemetry included: requests went on in them.
void Judge::measure_capacity() {
  const auto* requests = input_.requests;
  if (requests == nullptr || requests->count == 0) return;
  const double span_s = static_cast<double>(requests->last_ns - requests->first_ns) * 1e-9;
  const auto good = input_.sla_declared ? requests->within_sla : requests->count - requests->failed;
  soak_.capacity_per_s = static_cast<double>(good) / std::max(soak_.window_s, span_s) / static_cast<double>(loaded_.size());
  if (soak_.input_tokens_mean && soak_.output_tokens_mean) {
    soak_.capacity_tokens_per_s = *soak_.capacity_per_s * (*soak_.input_tokens_mean + *soak_.output_tokens_mean);
  }
}

std::string Judge::sentence() const {
  if (!soak_.qualifies) {
    std::vector<std::string> texts;
    for (const auto& reason : soak_.reasons) texts.push_back(reason.text);
    return fmt::format("Not a soak: {}.", fmt::join(texts, "; "));
  }
  const auto load =
      soak_.busy ? fmt::format("{:.0f} % busy", percent(*soak_.busy)) : fmt::format("{:.0f} % SM active", percent(*soak_.sm_active));
  const auto clock =
      soak_.clock_held_fraction_p05 ? fmt::format(", {:.0f} % of the cool clock held", percent(*soak_.clock_held_fraction_p05)) : "";
  const auto caveats = soak_.caveats.empty() ? "" : fmt::format("; {}", fmt::join(soak_.caveats, "; "));
  return fmt::format("{} of steady load on {} accelerator{}, {}{}{}.", base::format_duration(soak_.duration_s), loaded_.size(),
                     loaded_.size() == 1 ? "" : "s", load, clock, caveats);
}

}  // namespace

bool Soak::has_reason(std::string_view id) const {
  return std::any_of(reasons.begin(), reasons.end(), [&](const auto& reason) { return reason.id == id; });
}

Soak judge_soak(const SoakInput& input, const SoakPolicy& policy) { return Judge(input, policy).judge(); }

}  // namespace accelprep::workload

// The telemetry report for a terminal.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "base/time.h"
#include "report/format.h"
#include "report/server_report.h"
#include "report/sparkline.h"
#include "report/telemetry_report.h"
#include "report/text_table.h"
#include "workload/distribution_use.h"
#include "workload/fleet_use.h"

namespace accelprep::report {

const std::string_view kBusyMeans =
    "busy is nvidia-smi's utilization.gpu: the share of time in which at least one kernel was running. It cannot show how much of the "
    "accelerator was used: a card at 100 % busy may keep one of its multiprocessors at work, and be full at 35 %.";

namespace {

using records::DeviceSummary;
using records::Metric;
using workload::DeviceUse;
using Align = TextTable::Align;

constexpr std::size_t kSparkWidth = 72;
constexpr std::size_t kTextWidth = 96;

std::string paragraph(const std::string& text) {
  std::string out;
  for (const auto& line : wrapped(text, kTextWidth)) out += fmt::format("  {}\n", line);
  return out;
}

// Mean busy of equal stretches of whole minutes, at most kSparkWidth of them. A mean: a peak of one minute would paint an idle day busy.
std::vector<std::optional<double>> busy_stretches(const DeviceSummary& device) {
  if (device.minutes.empty()) return {};
  const auto first = device.minutes.front().minute;
  const auto minutes = static_cast<std::size_t>(device.minutes.back().minute - first) + 1;
  const std::size_t stretch = (minutes + kSparkWidth - 1) / kSparkWidth;
  std::vector<records::Average> sums((minutes + stretch - 1) / stretch);
  for (const auto& cell : device.minutes) {
    const auto mean = cell.values[static_cast<std::size_t>(Metric::busy)].mean();
    if (!mean) continue;
    auto& into = sums[static_cast<std::size_t>(cell.minute - first) / stretch];
    into.sum += *mean;
    ++into.count;
  }
  std::vector<std::optional<double>> out;
  for (const auto& sum : sums) out.push_back(sum.mean());
  return out;
}

std::string spark_of(const DeviceSummary& device, records::TimeBase times) {
  const auto stretches = busy_stretches(device);
  if (stretches.size() < 3 || !device.has(Metric::busy)) return "";
  const auto line = sparkline(stretches, kSparkWidth, 1);
  const bool dated = times == records::TimeBase::calendar;
  const auto from = dated ? base::format_time(device.first_ns).substr(0, 16) : std::string("0");
  const auto to = dated ? base::format_time(device.last_ns).substr(0, 16)
                        : base::format_duration(static_cast<double>(device.last_ns - device.first_ns) * 1e-9);
  const std::size_t width = std::max(display_width(line), from.size() + to.size() + 2);
  return fmt::format("  {}\n  {}{:>{}}\n", line, from, to, width - from.size());
}

std::string_view unit_of(Metric metric) {
  switch (metric) {
    case Metric::memory_used_bytes:
      return "bytes";
    case Metric::power_w:
      return "W";
    case Metric::temperature_c:
    case Metric::memory_temperature_c:
      return "degC";
    case Metric::sm_clock_hz:
      return "Hz";
    case Metric::busy:
    case Metric::sm_active:
    case Metric::sm_occupancy:
    case Metric::tensor_active:
    case Metric::dram_active:
      break;
  }
  return "fraction";
}

std::string shown(double value, Metric metric) { return format_value(value, unit_of(metric)); }
std::string share(double value) { return format_value(value, "fraction"); }

void add_metrics(const DeviceUse& use, TextTable& table) {
  for (std::size_t i = 0; i < records::kMetricCount; ++i) {
    if (!use.metrics[i]) continue;
    const auto metric = static_cast<Metric>(i);
    const auto& found = *use.metrics[i];
    table.add({std::string(records::kMetricRows[i].label), shown(found.mean, metric), shown(found.p50, metric), shown(found.p95, metric),
               shown(found.max, metric)});
  }
}

std::string idle_line(const DeviceUse& use) {
  if (!use.busy || !use.idle) return "";
  if (use.busy->zero_share == 0)
    return paragraph(fmt::format("Never exactly 0; below 5 % in {} of the samples.", share(use.busy->below_5pct_share)));
  const auto held = use.idle->share_holding_memory;
  return paragraph(
      fmt::format("Exactly 0 in {} of the samples, below 5 % in {}. Idle {} of the time{}; the longest idle run took {}, "
                  "and {} of the idle time lies in runs over 10 min.",
                  share(use.busy->zero_share), share(use.busy->below_5pct_share), share(use.idle->share),
                  held ? fmt::format(" (while holding over 1 GB of memory: {})", share(*held)) : "",
                  base::format_duration(use.idle->longest_run_s), share(use.idle->share_in_runs_over_600s)));
}

std::string throttle_line(const DeviceUse& use) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    if (use.throttle_share[i]) parts.push_back(fmt::format("{} {}", records::kThrottleNames[i], share(*use.throttle_share[i])));
  }
  return parts.empty() ? "  Throttle reasons were not recorded.\n" : paragraph(fmt::format("Slowed down: {}.", fmt::join(parts, ", ")));
}

std::string sampling_line(const DeviceUse& use) {
  if (!use.interval_median_s) {
    return fmt::format("{} sample{}: no interval, no time covered.", use.samples, use.samples == 1 ? "" : "s");
  }
  return fmt::format("{} samples over {}, one every {}; {} hole{}, the longest gap {}; {} of the time is covered.",
                     format_count(use.samples), base::format_duration(use.span_s), base::format_duration(*use.interval_median_s), use.holes,
                     use.holes == 1 ? "" : "s", base::format_duration(*use.interval_max_s),
                     use.coverage ? share(*use.coverage) : "an unknown share");
}

std::string device_text(const DeviceSummary& device, records::TimeBase times) {
  const auto use = workload::use_of(device);
  std::string out = fmt::format("Device {}{}\n", use.id, use.name.empty() ? "" : "  " + use.name);
  out += spark_of(device, times);
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add({"", "mean", "p50", "p95", "max"});
  add_metrics(use, table);
  out += table.text();
  out += use.busy ? idle_line(use) : "  busy was not recorded.\n";
  out += throttle_line(use);
  out += paragraph(sampling_line(use));
  return out + "\n";
}

std::string fleet_text(std::span<const DeviceSummary> devices) {
  const auto fleet = workload::fleet_of(devices);
  if (!fleet || !fleet->busy || !fleet->device_mean_busy) return "";
  const auto& means = *fleet->device_mean_busy;
  std::string out = fmt::format("All {} devices together\n", format_count(fleet->devices));
  out += paragraph(fmt::format(
      "Busy, over all {} readings: mean {}, p50 {}, p90 {}, p95 {}; exactly 0 in {} of them. A device's own mean lies between {} "
      "and {}, in the middle at {}.",
      format_count(fleet->samples), share(fleet->busy->mean), share(fleet->busy->p50), share(fleet->busy->p90), share(fleet->busy->p95),
      share(fleet->busy->zero_share), share(means.min), share(means.max), share(means.p50)));
  if (fleet->idle) {
    const auto& idle = *fleet->idle;
    out += paragraph(fmt::format("Idle in {} of the readings; {} of these lie in runs over 10 min, the longest of which took {}{}.",
                                 share(idle.share), share(idle.share_in_runs_over_600s), base::format_duration(idle.longest_run_s),
                                 idle.share_holding_memory ? fmt::format("; idle while holding over 1 GB of memory in {} of the readings",
                                                                         share(*idle.share_holding_memory))
                                                           : ""));
  }
  return out + "\n";
}

std::string distribution_text(const records::Distribution& distribution) {
  const auto use = workload::use_of(distribution);
  const auto show = [&](const std::optional<double>& value) {
    return value ? shown(*value, distribution.metric) : std::string("not known");
  };
  return fmt::format("Distribution of {}: {}\n", records::kMetricRows[static_cast<std::size_t>(distribution.metric)].label,
                     distribution.source) +
         paragraph(fmt::format("Mean {} (its points allow {} to {}), p50 {}, p90 {}, p95 {}; exactly 0 in {}. {} points, which describe {} "
                               "of the readings; no times and no devices, so that nothing follows about idle runs, soaks or cycles.",
                               show(use.mean), show(use.mean_low), show(use.mean_high), show(use.p50), show(use.p90), show(use.p95),
                               share(use.zero_share), format_count(static_cast<std::int64_t>(distribution.points.size())),
                               share(use.described_share))) +
         "\n";
}

// Beyond this many each has a line: blocks of them nobody reads.
constexpr std::size_t kDevicesInFull = 16;

std::string devices_table(std::span<const DeviceSummary> devices) {
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"device", "busy", "p95", "idle", "memory", "power", "samples"});
  const auto mean = [](const DeviceUse& use, Metric metric) { return use.metric(metric) ? shown(use.metric(metric)->mean, metric) : "-"; };
  for (const auto& device : devices) {
    const auto use = workload::use_of(device);
    table.add({use.id, use.busy ? share(use.busy->mean) : "-", use.busy ? share(use.busy->p95) : "-",
               use.idle ? share(use.idle->share) : "-", mean(use, Metric::memory_used_bytes), mean(use, Metric::power_w),
               format_count(use.samples)});
  }
  return table.text() + paragraph("Each device in full: --format=json.") + "\n";
}

std::string soak_text(const workload::Soak& soak) {
  std::string out = fmt::format("Soak: {}\n", soak.qualifies ? "qualifies" : "does not qualify");
  out += paragraph(soak.why);
  if (soak.capacity_per_s) {
    out += paragraph(fmt::format("Sustained capacity of one accelerator: {}{}.", format_value(*soak.capacity_per_s, "1/s"),
                                 soak.capacity_tokens_per_s ? ", " + format_value(*soak.capacity_tokens_per_s, "tokens/s") : ""));
  }
  return out;
}

std::string sustained_text(const workload::Sustained& sustained) {
  if (!sustained.value) return fmt::format("Sustained: not known\n{}", paragraph(sustained.why));
  return fmt::format("Sustained: at most {}{}\n{}", format_value(*sustained.value, "fraction", sustained.ci95),
                     sustained.qualifies ? "" : ", which qualifies for nothing",
                     paragraph(fmt::format("Busy over the cycle is an upper bound of sustained utilization. It {}.", sustained.why)));
}

std::string achieved_text(const capacity::Achieved& achieved) {
  std::string out = fmt::format("Peak against achieved, a card: {}", format_value(achieved.tokens_per_s, "tokens/s"));
  if (achieved.mfu) out += fmt::format(", {} of the dense peak FLOP/s", share(*achieved.mfu));
  if (achieved.mbu) out += fmt::format(", {} of the peak memory bandwidth", share(*achieved.mbu));
  const auto limit = achieved.limiting == "none" ? std::string("nothing that shows") : base::replaced(achieved.limiting, "_", " ");
  return out + "\n" + paragraph(fmt::format("Held back by {}: {}.", limit, achieved.why));
}

}  // namespace

std::string telemetry_text(const TelemetryReport& report) {
  std::string out;
  if (report.devices.size() > kDevicesInFull) {
    out += devices_table(report.devices);
  } else {
    for (const auto& device : report.devices) out += device_text(device, report.times);
  }
  out += fleet_text(report.devices);
  for (const auto& distribution : report.distributions) out += distribution_text(distribution);
  out += server_text(report.servers, report.devices);
  if (!report.devices.empty()) {
    out += soak_text(report.soak);
    out += sustained_text(report.sustained);
    if (report.achieved != nullptr) out += achieved_text(*report.achieved);
  }
  if (!report.devices.empty() || !report.distributions.empty()) out += "\n" + paragraph(std::string(kBusyMeans));
  for (const auto& rows : report.rejected) {
    out += paragraph(fmt::format("Left out: {} rows, {} (first {}).", format_count(rows.count), rows.reason, rows.first));
  }
  for (const auto& note : report.notes) out += paragraph("Note: " + note);
  return out;
}

}  // namespace accelprep::report

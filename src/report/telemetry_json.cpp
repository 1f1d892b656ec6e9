// The telemetry report as JSON: docs/schema/telemetry.json.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "report/server_report.h"
#include "report/telemetry_report.h"
#include "workload/distribution_use.h"
#include "workload/fleet_use.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;
using records::Metric;
using workload::DeviceUse;
using workload::MetricUse;
using workload::Soak;

Json metric_json(const std::optional<MetricUse>& use) {
  if (!use) return nullptr;
  return {{"mean", use->mean}, {"p50", use->p50}, {"p95", use->p95}, {"max", use->max}};
}

Json busy_json(const std::optional<workload::BusyUse>& busy) {
  if (!busy) return nullptr;
  return {{"mean", busy->mean},
          {"p50", busy->p50},
          {"p90", busy->p90},
          {"p95", busy->p95},
          {"zero_share", busy->zero_share},
          {"below_5pct_share", busy->below_5pct_share}};
}

Json idle_json(const std::optional<workload::IdleUse>& idle) {
  if (!idle) return nullptr;
  return {{"share", idle->share},
          {"longest_run_s", idle->longest_run_s},
          {"share_in_runs_over_600s", idle->share_in_runs_over_600s},
          {"share_holding_memory", number_or_null(idle->share_holding_memory)}};
}

constexpr std::string_view kFleetPooled =
    "busy and idle: every reading of every device counts once; idle.share_in_runs_over_600s is of the idle readings, "
    "idle.share_holding_memory of the readings that carry both busy and memory; device_mean_busy: every device counts once";

Json fleet_json(std::span<const records::DeviceSummary> devices) {
  const auto fleet = workload::fleet_of(devices);
  if (!fleet) return nullptr;
  Json means = nullptr;
  if (const auto& of = fleet->device_mean_busy) {
    means = {{"min", of->min}, {"p10", of->p10}, {"p50", of->p50}, {"p90", of->p90}, {"max", of->max}};
  }
  return {{"devices", fleet->devices},      {"devices_with_busy", fleet->devices_with_busy},
          {"samples", fleet->samples},      {"device_mean_busy", std::move(means)},
          {"busy", busy_json(fleet->busy)}, {"idle", idle_json(fleet->idle)},
          {"pooled", kFleetPooled}};
}

Json distribution_json(const records::Distribution& distribution) {
  const auto use = workload::use_of(distribution);
  return {{"source", distribution.source},
          {"metric", records::kMetricRows[static_cast<std::size_t>(distribution.metric)].key},
          {"points", distribution.points.size()},
          {"described_share", use.described_share},
          {"mean", use.mean},
          {"mean_bounds", {use.mean_low, use.mean_high}},
          {"p50", number_or_null(use.p50)},
          {"p90", number_or_null(use.p90)},
          {"p95", number_or_null(use.p95)},
          {"zero_share", use.zero_share},
          {"below_5pct_share", number_or_null(use.below_5pct_share)}};
}

void add_missing_of_all(const TelemetryReport& report, std::vector<MissingItem>& out) {
  const auto fleet = workload::fleet_of(report.devices);
  if (!fleet) {
    out.push_back({"fleet", "fewer than two devices"});
    return;
  }
  if (!fleet->busy) out.push_back({"fleet.busy", "no device's busy was recorded"});
  if (!fleet->idle) {
    out.push_back({"fleet.idle", "no device's busy was recorded"});
  } else if (!fleet->idle->share_holding_memory) {
    out.push_back({"fleet.idle.share_holding_memory", "no reading carries both busy and memory"});
  }
}

void add_missing_metric(std::span<const records::DeviceSummary> devices, std::size_t metric, std::vector<MissingItem>& out) {
  std::vector<std::string> without;
  for (const auto& device : devices) {
    if (device.sketches[metric].count == 0) without.push_back(device.id);
  }
  if (devices.empty() || without.empty()) return;
  const auto whom = without.size() == devices.size() ? std::string("any device") : fmt::format("device {}", fmt::join(without, ", "));
  out.push_back({fmt::format("devices.{}", records::kMetricRows[metric].key),
                 fmt::format("no sample of {} carries it: not recorded, or a placeholder such as [N/A] throughout", whom)});
}

void add_missing_of_soak(const Soak& soak, std::vector<MissingItem>& out) {
  const std::string load = "no accelerator is loaded, or its log does not carry it";
  const std::string requests = soak.qualifies ? "no log of the soak's requests was given, or it carries no such figure" : soak.why;
  const auto add = [&](std::string_view key, const std::optional<double>& value, const std::string& reason) {
    if (!value) out.push_back({fmt::format("soak.{}", key), reason});
  };
  add("coverage", soak.coverage, "fewer than two samples");
  add("inlet_c", soak.inlet_c, "not given: --inlet");
  add("busy", soak.busy, load);
  add("sm_active", soak.sm_active, load);
  add("clock_held_fraction_p05", soak.clock_held_fraction_p05, load);
  add("thermal_throttle_s", soak.thermal_throttle_s, load);
  add("late_vs_early", soak.late_vs_early, load);
  add("temperature_max_c", soak.temperature_max_c, load);
  add("capacity_per_s", soak.capacity_per_s, requests);
  add("capacity_tokens_per_s", soak.capacity_tokens_per_s, requests);
  add("input_tokens_mean", soak.input_tokens_mean, "no log of the soak's requests was given, or it carries no such figure");
  add("output_tokens_mean", soak.output_tokens_mean, "no log of the soak's requests was given, or it carries no such figure");
}

void add_missing_of_achieved(const capacity::Achieved* achieved, std::vector<MissingItem>& out) {
  if (achieved == nullptr) {
    out.push_back({"achieved", "not asked for: --requests of the run, and --model"});
    return;
  }
  if (!achieved->mfu) out.push_back({"achieved.mfu", "the catalog knows no dense peak of the model's dtype"});
  if (!achieved->mbu) {
    out.push_back({"achieved.mbu", "the requests carry no first token and end, so no time per output token, or the catalog no bandwidth"});
  }
}

Json achieved_json(const capacity::Achieved& achieved) {
  Json uses = Json::array();
  for (const auto& use : achieved.uses) {
    uses.push_back({{"resource", use.resource}, {"share", use.share}, {"of", use.of}, {"limits", use.limits}});
  }
  return {{"tokens_per_s", achieved.tokens_per_s},
          {"output_tokens_per_s", achieved.output_tokens_per_s},
          {"flops_per_s", achieved.flops_per_s},
          {"mfu", number_or_null(achieved.mfu)},
          {"bytes_per_s", number_or_null(achieved.bytes_per_s)},
          {"mbu", number_or_null(achieved.mbu)},
          {"batch", number_or_null(achieved.batch)},
          {"uses", std::move(uses)},
          {"limiting", achieved.limiting},
          {"why", achieved.why}};
}

}  // namespace

Json device_json(const DeviceUse& use) {
  Json out = {{"id", use.id},
              {"name", use.name.empty() ? Json(nullptr) : Json(use.name)},
              {"memory_total_bytes", number_or_null(use.memory_total_bytes)},
              {"samples", use.samples},
              {"span_s", use.span_s},
              {"interval_s", {{"median", number_or_null(use.interval_median_s)}, {"max_gap", number_or_null(use.interval_max_s)}}},
              {"holes", use.holes},
              {"covered_s", use.covered_s},
              {"coverage", number_or_null(use.coverage)},
              {"busy", busy_json(use.busy)}};
  for (std::size_t i = 0; i < records::kMetricCount; ++i) {
    if (static_cast<Metric>(i) != Metric::busy) out[std::string(records::kMetricRows[i].key)] = metric_json(use.metrics[i]);
  }
  Json throttle = Json::object();
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    throttle[fmt::format("{}_share", records::kThrottleNames[i])] = number_or_null(use.throttle_share[i]);
  }
  out["throttle"] = std::move(throttle);
  out["idle"] = idle_json(use.idle);
  return out;
}

Json soak_json(const Soak& soak) {
  Json reasons = Json::array();
  for (const auto& reason : soak.reasons) reasons.push_back({{"id", reason.id}, {"text", reason.text}});
  return {{"qualifies", soak.qualifies},
          {"why", soak.why},
          {"reasons", std::move(reasons)},
          {"caveats", soak.caveats},
          {"from", base::format_time(soak.window.from_ns)},
          {"to", base::format_time(soak.window.to_ns)},
          {"duration_s", soak.duration_s},
          {"coverage", number_or_null(soak.coverage)},
          {"setting", evidence::name_of(soak.setting)},
          {"inlet_c", number_or_null(soak.inlet_c)},
          {"loaded_accelerators", soak.loaded.size()},
          {"loaded", soak.loaded},
          {"idle", soak.idle},
          {"busy", number_or_null(soak.busy)},
          {"sm_active", number_or_null(soak.sm_active)},
          {"clock_held_fraction_p05", number_or_null(soak.clock_held_fraction_p05)},
          {"thermal_throttle_s", number_or_null(soak.thermal_throttle_s)},
          {"late_vs_early", number_or_null(soak.late_vs_early)},
          {"late_vs_early_of", soak.late_vs_early_of.empty() ? Json(nullptr) : Json(soak.late_vs_early_of)},
          {"temperature_max_c", number_or_null(soak.temperature_max_c)},
          {"capacity_per_s", number_or_null(soak.capacity_per_s)},
          {"capacity_tokens_per_s", number_or_null(soak.capacity_tokens_per_s)},
          {"input_tokens_mean", number_or_null(soak.input_tokens_mean)},
          {"output_tokens_mean", number_or_null(soak.output_tokens_mean)}};
}

Json sustained_json(const workload::Sustained& sustained) {
  return {{"value", number_or_null(sustained.value)},
          {"ci95", interval_or_null(sustained.ci95)},
          {"of", sustained.of},
          {"bound", sustained.bound},
          {"cycle_s", sustained.cycle_s > 0 ? Json(sustained.cycle_s) : Json(nullptr)},
          {"cycle_covered", sustained.cycle_covered},
          {"qualifies", sustained.qualifies},
          {"why", sustained.why}};
}

std::vector<MissingItem> missing_of(const TelemetryReport& report) {
  const auto& devices = report.devices;
  std::vector<MissingItem> out;
  if (devices.empty()) out.push_back({"devices", "no device: a distribution has neither devices nor times"});
  for (std::size_t i = 0; i < records::kMetricCount; ++i) add_missing_metric(devices, i, out);
  for (std::size_t i = 0; i < records::kThrottleCount; ++i) {
    const auto has_share = [&](const auto& device) { return device.throttle_known[i] && workload::covered_seconds(device) > 0; };
    if (std::all_of(devices.begin(), devices.end(), has_share)) continue;
    out.push_back({fmt::format("devices.throttle.{}_share", records::kThrottleNames[i]),
                   "the reason was not recorded of every device, or a device has a single sample, which stands for no time"});
  }
  if (std::any_of(devices.begin(), devices.end(), [](const auto& device) { return device.samples < 2; })) {
    out.push_back({"devices.interval_s", "a single sample has no interval, and covers no time"});
  } else if (report.times == records::TimeBase::none) {
    out.push_back({"devices.interval_s", "no sample bears a time"});
  }
  if (std::any_of(devices.begin(), devices.end(), [](const auto& device) { return !device.memory_total_bytes; })) {
    out.push_back({"devices.memory_total_bytes", "the log does not carry it"});
  }
  add_missing_of_all(report, out);
  add_missing_of_soak(report.soak, out);
  add_missing_of_achieved(report.achieved, out);
  if (report.times != records::TimeBase::calendar) {
    for (const auto* end : {"soak.from", "soak.to"}) out.push_back({end, "the recording's times are no dates"});
  } else if (devices.empty()) {
    for (const auto* end : {"soak.from", "soak.to"}) out.push_back({end, "no accelerator was recorded"});
  }
  add_missing_of_servers(report.servers, out);
  if (!report.sustained.value) out.push_back({"sustained.value", report.sustained.why});
  if (!report.sustained.ci95) out.push_back({"sustained.ci95", "it takes two days or more"});
  return out;
}

std::string telemetry_json(const TelemetryReport& report) {
  auto json = begin_json(report.envelope);
  Json devices = Json::array();
  for (const auto& device : report.devices) {
    devices.push_back(device_json(workload::use_of(device)));
    devices.back()["kind"] = device.partition ? "partition" : records::is_node(device.id) ? "node" : "accelerator";
  }
  Json distributions = Json::array();
  for (const auto& distribution : report.distributions) distributions.push_back(distribution_json(distribution));
  json["busy_means"] = kBusyMeans;
  json["times"] = records::kTimeBaseNames[static_cast<std::size_t>(report.times)];
  json["time_zone_known"] = report.time_zone_known;
  json["devices"] = std::move(devices);
  json["server"] = server_json(report.servers, report.devices);
  json["fleet"] = fleet_json(report.devices);
  json["distributions"] = std::move(distributions);
  json["soak"] = soak_json(report.soak);
  if (report.times != records::TimeBase::calendar || report.devices.empty()) {
    for (const auto* end : {"from", "to"}) json["soak"][end] = nullptr;
  }
  json["sustained"] = sustained_json(report.sustained);
  json["achieved"] = report.achieved != nullptr ? achieved_json(*report.achieved) : Json(nullptr);
  json["rejected_rows"] = rejected_json(report.rejected);
  json["notes"] = report.notes;
  auto envelope = report.envelope;
  const auto missing = missing_of(report);
  envelope.missing.insert(envelope.missing.end(), missing.begin(), missing.end());
  return finish_json(std::move(json), envelope);
}

}  // namespace accelprep::report

// A soak as measurements and as the series behind its pictures.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workload/soak.h"

namespace accelprep::workload {
namespace {

using evidence::Absent;
using evidence::Measurement;
using evidence::Value;
using records::Metric;
using records::MinuteCell;
using records::Throttle;

Value number_or(const std::optional<double>& value, std::string reason) { return value ? Value(*value) : Value(Absent{std::move(reason)}); }

std::string no_capacity(const Soak& soak) { return soak.qualifies ? "no log of the soak's requests" : soak.why; }

std::vector<std::pair<std::string, std::string>> judgement(const Soak& soak) {
  std::vector<std::string_view> ids;
  for (const auto& reason : soak.reasons) ids.push_back(reason.id);
  std::vector<std::pair<std::string, std::string>> out{{"why", soak.why}};
  if (!ids.empty()) out.emplace_back("reasons", fmt::format("{}", fmt::join(ids, ",")));
  if (!soak.caveats.empty()) out.emplace_back("caveats", fmt::format("{}", fmt::join(soak.caveats, "; ")));
  return out;
}

double unix_s(std::int64_t ns) { return static_cast<double>(ns) * 1e-9; }

struct Column {
  Metric metric;
  std::string_view name;
  std::string_view unit;
};
constexpr std::array kColumns{
    Column{Metric::busy, "busy", "fraction"},   Column{Metric::sm_active, "sm_active", "fraction"},
    Column{Metric::sm_clock_hz, "clock", "Hz"}, Column{Metric::temperature_c, "temperature", "degC"},
    Column{Metric::power_w, "power", "W"},
};

bool is_hot(const MinuteCell& cell) {
  const auto seconds = [&](Throttle reason) { return cell.throttled_s[static_cast<std::size_t>(reason)]; };
  return seconds(Throttle::sw_thermal) + seconds(Throttle::hw_thermal) + seconds(Throttle::hw_power_brake) > 0;
}

void add_throttled(const records::DeviceSummary& device, evidence::Series& out) {
  for (const auto& cell : device.minutes) {
    if (!is_hot(cell)) continue;
    const double from = static_cast<double>(cell.minute) * 60;
    auto* last = out.bands.empty() ? nullptr : &out.bands.back();
    if (last != nullptr && last->kind == "throttled" && last->to == from) {
      last->to = from + 60;
    } else {
      out.bands.push_back({.from = from, .to = from + 60, .kind = "throttled", .label = "slowed down by heat or the power brake"});
    }
  }
}

}  // namespace

std::vector<Measurement> soak_measurements(const Soak& soak, evidence::Origin origin) {
  origin.subject.count = static_cast<std::int64_t>(soak.loaded.size());
  origin.subject.setting = soak.setting;
  origin.subject.inlet_c = soak.inlet_c;
  origin.window = soak.window;
  std::vector<Measurement> out;
  const auto add = [&](std::string_view id, Value value, std::string method) -> Measurement& {
    out.push_back(evidence::measured_from(origin, {.id = id, .value = std::move(value), .method = std::move(method)}));
    return out.back();
  };
  add("soak_duration", soak.duration_s, "time the samples stand for, of the least covered loaded accelerator");
  add("soak_qualifies", Value(std::string(soak.qualifies ? "yes" : "no")), "length, coverage, load, drift, swing, heat, clock, requests")
      .attributes = judgement(soak);
  auto& capacity = add("sustained_capacity", number_or(soak.capacity_per_s, no_capacity(soak)),
                       "requests within the SLA over the soak's length and its loaded accelerators");
  if (soak.input_tokens_mean) capacity.attributes.emplace_back("input_tokens_mean", fmt::format("{:.6g}", *soak.input_tokens_mean));
  if (soak.output_tokens_mean) capacity.attributes.emplace_back("output_tokens_mean", fmt::format("{:.6g}", *soak.output_tokens_mean));
  add("sustained_capacity_tokens",
      number_or(soak.capacity_tokens_per_s, soak.capacity_per_s ? "the requests carry no token counts" : no_capacity(soak)),
      "that rate times the mean input and output tokens of its requests");
  add("clock_held_p05", number_or(soak.clock_held_fraction_p05, "the SM clock under load was not recorded"),
      "5th percentile of the busy SM clock over its median in the first busy minutes, worst accelerator");
  add("thermal_throttle", number_or(soak.thermal_throttle_s, "throttle reasons were not recorded"),
      "seconds of sw_thermal, hw_thermal and hw_power_brake, over the loaded accelerators");
  add("late_vs_early", number_or(soak.late_vs_early, "the window has no load in its first third"),
      fmt::format("{} in the last third of the window over the first third", soak.late_vs_early_of));
  add("temperature_max", number_or(soak.temperature_max_c, "the temperature was not recorded"),
      "99th percentile of the samples of the hottest loaded accelerator");
  return out;
}

evidence::Series device_minutes(const records::DeviceSummary& device, const Soak& soak) {
  evidence::Series out{.id = "device_minutes/" + device.id,
                       .title = fmt::format("Accelerator {}{}", device.id, device.name.empty() ? "" : ", " + device.name),
                       .x_unit = "unix_s"};
  std::vector<Metric> metrics;
  for (const auto& column : kColumns) {
    if (!device.has(column.metric)) continue;
    metrics.push_back(column.metric);
    out.columns.push_back({.name = std::string(column.name), .unit = std::string(column.unit)});
  }
  std::optional<std::int64_t> before;
  for (const auto& cell : device.minutes) {
    if (before && cell.minute > *before + 1) {  // one unknown point breaks the line
      out.x.push_back(static_cast<double>(*before + 1) * 60);
      for (auto& column : out.columns) column.y.emplace_back();
    }
    out.x.push_back(static_cast<double>(cell.minute) * 60);
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      out.columns[i].y.push_back(cell.values[static_cast<std::size_t>(metrics[i])].mean());
    }
    before = cell.minute;
  }
  add_throttled(device, out);
  for (const auto& hole : device.holes) {
    out.bands.push_back({.from = unix_s(hole.from_ns), .to = unix_s(hole.to_ns), .kind = "gap", .label = "no samples"});
  }
  if (soak.qualifies && std::find(soak.loaded.begin(), soak.loaded.end(), device.id) != soak.loaded.end()) {
    out.bands.push_back({.from = unix_s(soak.window.from_ns), .to = unix_s(soak.window.to_ns), .kind = "qualified", .label = "soak"});
  }
  return out;
}

}  // namespace accelprep::workload

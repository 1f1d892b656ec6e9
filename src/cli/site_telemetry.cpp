#include "cli/site_telemetry.h"

#include <fmt/format.h>

#include "base/file.h"
#include "cli/session.h"
#include "intake/telemetry/telemetry.h"
#include "workload/soak.h"

namespace accelprep::cli {
namespace {

base::Status check_same_accelerator(const Invocation& invocation, const records::SitePlan& plan, const intake::Telemetry& telemetry) {
  if (plan.node.accelerator.empty()) return {};
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  const auto wanted = catalog.accelerator(plan.node.accelerator);
  for (const auto& device : telemetry.devices) {
    const auto recorded = device.name.empty() ? wanted : catalog.accelerator(device.name);
    if (!wanted || !recorded || (*wanted)->id == (*recorded)->id) continue;
    return base::fail(base::ErrorKind::invalid_input,
                      fmt::format("is a recording of {}, and [node] accelerator is {}: its temperatures say nothing about the node",
                                  (*recorded)->id, (*wanted)->id),
                      telemetry.files.empty() ? "" : telemetry.files.front().path);
  }
  return {};
}

}  // namespace

base::Result<CoolingTelemetry> read_cooling(const Invocation& invocation, const std::string& site_path, const records::SitePlan& plan) {
  TRY_ASSIGN(const auto files, base::expand_globs(plan.cooling.telemetry, base::directory_of(site_path)));
  TRY_ASSIGN(const auto telemetry, intake::read_telemetry(files, {}, invocation.progress));
  TRY(check_same_accelerator(invocation, plan, telemetry));
  const auto setting = evidence::setting_named(plan.cooling.measured_in).value_or(evidence::Setting::unknown);
  const auto soak = workload::judge_soak({.devices = telemetry.devices, .setting = setting});
  CoolingTelemetry out;
  out.facts = {.duration_s = soak.loaded.empty() ? std::nullopt : std::optional(soak.duration_s),
               .clock_held_p05 = soak.clock_held_fraction_p05,
               .thermal_throttle_s = soak.thermal_throttle_s,
               .temperature_max_c = soak.temperature_max_c,
               .setting = setting,
               .basis = telemetry.basis};
  out.notes = telemetry.notes;
  if (!soak.qualifies) out.notes.push_back("the recording is no soak: " + soak.why);
  for (const auto& file : telemetry.files) {
    TRY_ASSIGN(auto source, source_of(file, "telemetry: " + file.kind));
    out.sources.push_back(std::move(source));
  }
  return out;
}

}  // namespace accelprep::cli

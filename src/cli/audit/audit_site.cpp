// [site]: does the rack carry and cool the loaded node?
#include "base/file.h"
#include "cli/audit/audit_run.h"
#include "intake/site/site_toml.h"
#include "site/cooling.h"
#include "site/power.h"
#include "site/site_evidence.h"

namespace accelprep::cli {
namespace {

constexpr PartReader<records::SitePlan> kSite{intake::site_from_toml, intake::read_site_toml, "site"};

// What the soak of this audit showed stands before what site.toml states.
site::CoolingFacts cooling_facts(const AuditRun& run, const records::SitePlan& plan) {
  auto facts = site::stated_facts(plan.cooling);
  if (run.soak) {
    facts.duration_s = run.soak->duration_s;
    facts.clock_held_p05 = run.soak->clock_held_fraction_p05;
    facts.thermal_throttle_s = run.soak->thermal_throttle_s;
    facts.temperature_max_c = run.soak->temperature_max_c;
    facts.setting = run.soak->setting;
    facts.inlet_c = run.soak->inlet_c;
    facts.basis = records::Basis::imported;
  }
  if (!facts.limit_c && run.accelerator != nullptr && run.accelerator->max_operating_c) {
    facts.limit_c = run.accelerator->max_operating_c;
    facts.limit_source = "catalog, " + run.accelerator->id;
  }
  return facts;
}

site::CoolingPolicy cooling_policy(const AuditRun& run) {
  return {.reserve_k = run.threshold("cooling_reserve"),
          .clock_held_min = run.threshold("clock_held_min"),
          .duration_min_s = run.threshold("soak_min_s")};
}

}  // namespace

base::Status audit_site(AuditRun& run) {
  TRY_ASSIGN(const auto stated, read_part(run, run.plan.site, kSite));
  if (!stated.plan && !run.soak) return {};
  const auto plan = stated.plan.value_or(records::SitePlan{});
  std::vector<std::string> sources;
  if (stated.plan) sources.push_back(stated.path);
  const auto facts = cooling_facts(run, plan);
  const auto cooling = site::judge_cooling(facts, cooling_policy(run));
  const auto power = site::judge_power(plan, {.peak_over_sustained = run.threshold("peak_over_sustained")});
  auto measurements = site::site_measurements({.plan = plan, .power = power, .facts = facts, .cooling = cooling},
                                              run.origin(records::Basis::assumed, sources));
  for (auto& check : power.checks) {
    if (stated.plan) run.dossier.checks.push_back(check);
  }
  for (auto& check : cooling.checks) run.dossier.checks.push_back(check);
  for (auto& one : measurements) {
    const bool about_power = one.id.starts_with("power_") || one.id.starts_with("node_");
    if (stated.plan || !about_power) run.dossier.measurements.push_back(std::move(one));
  }
  return {};
}

}  // namespace accelprep::cli

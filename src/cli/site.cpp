#include <fmt/format.h>

#include "base/file.h"
#include "cli/session.h"
#include "cli/site_run.h"
#include "cli/verbs.h"
#include "intake/site/site_toml.h"
#include "report/site_report.h"
#include "site/site_evidence.h"

namespace accelprep::cli {
namespace {

// What site.toml states goes before what telemetry shows only where telemetry is silent.
site::CoolingFacts merged(const site::CoolingFacts& shown, const site::CoolingFacts& stated) {
  site::CoolingFacts out = shown;
  const auto fill = [](auto& target, const auto& other) {
    if (!target) target = other;
  };
  fill(out.duration_s, stated.duration_s);
  fill(out.clock_held_p05, stated.clock_held_p05);
  fill(out.thermal_throttle_s, stated.thermal_throttle_s);
  fill(out.temperature_max_c, stated.temperature_max_c);
  fill(out.limit_c, stated.limit_c);
  fill(out.inlet_c, stated.inlet_c);
  fill(out.target_inlet_c, stated.target_inlet_c);
  if (out.limit_source.empty()) out.limit_source = stated.limit_source;
  if (out.setting == evidence::Setting::unknown) out.setting = stated.setting;
  return out;
}

// The temperature at which the accelerator begins to slow down, from the catalog.
void fill_limit(const catalog::Catalog& catalog, const std::string& accelerator, site::CoolingFacts& facts) {
  if (facts.limit_c || accelerator.empty()) return;
  const auto found = catalog.accelerator(accelerator);
  if (!found) return;
  const auto& row = **found;
  facts.limit_c = row.max_operating_c ? row.max_operating_c : row.slowdown_c;
  if (facts.limit_c) {
    facts.limit_source = fmt::format("{} {}, {}", row.id, row.max_operating_c ? "maximum operating temperature" : "slowdown temperature",
                                     row.citation.source);
  }
}

struct Judged {
  records::SitePlan plan;
  site::CoolingFacts facts;
  site::PowerResult power;
  site::CoolingResult cooling;
  std::vector<evidence::Source> sources;
};

base::Result<Judged> judge(const Invocation& invocation, const CoolingReader& read_telemetry) {
  const auto& path = invocation.arguments.positional[0];
  Judged out;
  TRY_ASSIGN(out.plan, intake::read_site_toml(path));
  TRY_ASSIGN(auto source, source_of(path, "site plan", static_cast<std::int64_t>(out.plan.feeds.size())));
  out.sources.push_back(std::move(source));
  out.facts = site::stated_facts(out.plan.cooling);
  if (read_telemetry && !out.plan.cooling.telemetry.empty()) {
    TRY_ASSIGN(const auto files, base::expand_globs(out.plan.cooling.telemetry, base::directory_of(path)));
    TRY_ASSIGN(auto telemetry, read_telemetry({.files = files, .accelerator = out.plan.node.accelerator}));
    out.facts = merged(telemetry.facts, out.facts);
    out.sources.insert(out.sources.end(), telemetry.sources.begin(), telemetry.sources.end());
  }
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  fill_limit(catalog, out.plan.node.accelerator, out.facts);
  out.power = site::judge_power(out.plan);
  out.cooling = site::judge_cooling(out.facts);
  return out;
}

base::Result<int> run(Invocation& invocation) { return run_site(invocation, {}); }

}  // namespace

base::Result<int> run_site(Invocation& invocation, const CoolingReader& read_telemetry) {
  evidence::Dossier dossier;
  dossier.context = context_of(invocation, "site");
  TRY_ASSIGN(const auto judged, judge(invocation, read_telemetry));
  const site::SiteFindings findings{.plan = judged.plan, .power = judged.power, .facts = judged.facts, .cooling = judged.cooling};
  report::Envelope envelope{.context = dossier.context, .sources = judged.sources, .missing = {}};
  if (!read_telemetry && !judged.plan.cooling.telemetry.empty()) {
    envelope.missing.push_back({"cooling.telemetry", "the recordings that site.toml names are read by audit"});
  }
  TRY(emit(invocation, invocation.json() ? report::site_json(findings, envelope) : report::site_text(findings)));
  dossier.sources = judged.sources;
  dossier.checks = judged.power.checks;
  dossier.checks.insert(dossier.checks.end(), judged.cooling.checks.begin(), judged.cooling.checks.end());
  evidence::Origin origin;
  origin.subject.accelerator = judged.plan.node.accelerator;
  origin.subject.count = judged.plan.node.accelerators.value_or(0);
  for (const auto& source : dossier.sources) origin.sources.push_back(source.path);
  origin.taken_at_ns = dossier.context.started_ns;
  dossier.measurements = site::site_measurements(findings, origin);
  dossier.context.ended_ns = invocation.clock.now_ns();
  TRY(keep(invocation, dossier));
  return report::required_failures(findings).empty() ? kDone : kFails;
}

Verb site_verb() {
  return {
      .name = "site",
      .arguments = "FILE",
      .summary = "do power and cooling of the target rack carry the loaded node?",
      .description =
          "Holds the node's peak draw that FILE (site.toml) states against supplies, feeds and breakers: in normal operation, after the\n"
          "loss of any one supply or feed, and at start-up; and projects temperatures under load to the rack's inlet air.\n"
          "Exits 1 when a check fails that the file does not list under optional.",
      .examples = "$ site site.toml\n$ site site.toml --format=json",
      .min_positional = 1,
      .max_positional = 1,
      .flags = {},
      .run = run};
}

}  // namespace accelprep::cli

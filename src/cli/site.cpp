#include <fmt/format.h>

#include "cli/session.h"
#include "cli/site_telemetry.h"
#include "cli/verbs.h"
#include "intake/site/site_toml.h"
#include "report/site_report.h"
#include "site/site_evidence.h"

namespace accelprep::cli {
namespace {

// What the telemetry shows, and what site.toml states where that is silent.
site::CoolingFacts merged(const site::CoolingFacts& shown, const site::CoolingFacts& stated) {
  site::CoolingFacts out = stated;
  const auto prefer = [](auto& target, const auto& better) {
    if (better) target = better;
  };
  prefer(out.duration_s, shown.duration_s);
  prefer(out.clock_held_p05, shown.clock_held_p05);
  prefer(out.thermal_throttle_s, shown.thermal_throttle_s);
  prefer(out.temperature_max_c, shown.temperature_max_c);
  const bool all_shown = shown.duration_s && shown.clock_held_p05 && shown.thermal_throttle_s && shown.temperature_max_c;
  out.basis = all_shown ? shown.basis : records::weaker(shown.basis, stated.basis);
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
  std::vector<std::string> notes;
};

base::Result<Judged> judge(const Invocation& invocation) {
  const auto& path = invocation.arguments.positional[0];
  Judged out;
  TRY_ASSIGN(out.plan, intake::read_site_toml(path));
  TRY_ASSIGN(auto source, source_of(path, "site plan", static_cast<std::int64_t>(out.plan.feeds.size())));
  out.sources.push_back(std::move(source));
  out.facts = site::stated_facts(out.plan.cooling);
  if (!out.plan.cooling.telemetry.empty()) {
    TRY_ASSIGN(const auto telemetry, read_cooling(invocation, path, out.plan));
    out.facts = merged(telemetry.facts, out.facts);
    out.sources.insert(out.sources.end(), telemetry.sources.begin(), telemetry.sources.end());
    out.notes = telemetry.notes;
  }
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  fill_limit(catalog, out.plan.node.accelerator, out.facts);
  out.power = site::judge_power(out.plan);
  out.cooling = site::judge_cooling(out.facts);
  return out;
}

evidence::Dossier dossier_of(const Judged& judged, const site::SiteFindings& findings, evidence::Context context) {
  evidence::Dossier dossier{.context = std::move(context), .sources = judged.sources, .notes = judged.notes};
  dossier.checks = judged.power.checks;
  dossier.checks.insert(dossier.checks.end(), judged.cooling.checks.begin(), judged.cooling.checks.end());
  evidence::Origin origin;
  origin.subject.accelerator = judged.plan.node.accelerator;
  origin.subject.count = judged.plan.node.accelerators.value_or(0);
  for (const auto& source : judged.sources) origin.sources.push_back(source.path);
  origin.taken_at_ns = dossier.context.started_ns;
  dossier.measurements = site::site_measurements(findings, origin);
  return dossier;
}

base::Result<int> run(Invocation& invocation) {
  auto context = context_of(invocation, "site");
  TRY_ASSIGN(const auto judged, judge(invocation));
  const site::SiteFindings findings{.plan = judged.plan, .power = judged.power, .facts = judged.facts, .cooling = judged.cooling};
  const report::SiteReport report{.findings = findings, .notes = judged.notes};
  TRY(emit(invocation, invocation.json() ? report::site_json(report, {.context = context, .sources = judged.sources, .missing = {}})
                                         : report::site_text(report)));
  context.ended_ns = invocation.clock.now_ns();
  TRY(keep(invocation, dossier_of(judged, findings, std::move(context))));
  return report::required_failures(findings).empty() ? kDone : kFails;
}

}  // namespace

Verb site_verb() {
  return {
      .name = "site",
      .arguments = "FILE",
      .summary = "do power and cooling of the target rack carry the loaded node?",
      .description =
          "Holds the node's peak draw that FILE (site.toml) states against supplies, feeds and breakers: in normal operation, after the\n"
          "loss of any one supply or feed, and at start-up; and projects temperatures under load to the rack's inlet air.\n"
          "Exits 1 when a check fails that the file does not list under optional.",
      .examples = "$ site examples/plan/site.toml\n$ site examples/plan/site.toml --format=json",
      .min_positional = 1,
      .max_positional = 1,
      .flags = {},
      .run = run};
}

}  // namespace accelprep::cli

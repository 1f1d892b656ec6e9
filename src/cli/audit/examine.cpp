#include "cli/audit/examine.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/session.h"
#include "intake/audit/audit_toml.h"
#include "readiness/policy.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using base::Status;

std::vector<std::string> policy_keys() {
  std::vector<std::string> keys;
  for (const auto& row : readiness::policy_rows()) keys.emplace_back(row.key);
  return keys;
}

// Every threshold as it is applied, whether changed or not; one that is off unless set is left out while it is off.
std::vector<evidence::PolicyValue> applied_policy(const records::AuditPlan& plan) {
  std::vector<evidence::PolicyValue> out;
  for (const auto& row : readiness::policy_rows()) {
    const auto set = std::find_if(plan.policy.begin(), plan.policy.end(), [&](const auto& one) { return one.first == row.key; });
    const bool is_set = set != plan.policy.end();
    if (!is_set && !row.default_value) continue;
    const double value = is_set ? set->second : *row.default_value;
    // A row without a default is a change whenever it is set.
    out.push_back({std::string(row.key), value, row.default_value.value_or(value - 1)});
  }
  return out;
}

std::string path_of_audit(const std::string& argument) {
  return base::is_directory(argument) || !argument.ends_with(".toml") ? base::join_path(argument, "audit.toml") : argument;
}

Result<records::AuditPlan> read_plan(const std::string& path, const std::string& program) {
  auto plan = intake::read_audit_toml(path, policy_keys());
  if (!plan && plan.error().kind == ErrorKind::not_found) {
    const auto directory = base::shell_quoted(base::directory_of(path));
    return fail(ErrorKind::not_found, fmt::format("no such file; {} init {} writes one for the files that lie there", program, directory),
                path);
  }
  return plan;
}

Status find_accelerator(AuditRun& run) {
  if (!run.plan.target) return {};
  const auto found = run.catalog.accelerator(run.plan.target->accelerator);
  if (!found) return fail(found.error().kind, "[target] accelerator: " + found.error().message, run.plan.path);
  run.accelerator = *found;
  const auto& target = *run.plan.target;
  run.dossier.target = {.accelerator = run.accelerator->id,
                        .accelerator_name = run.accelerator->name,
                        .count = target.count,
                        .nodes = target.nodes,
                        .power_limit_w = target.power_limit_w,
                        .driver = target.driver};
  return {};
}

Result<AuditRun> start(Invocation& invocation, const std::string& argument) {
  const auto path = path_of_audit(argument);
  TRY_ASSIGN(auto plan, read_plan(path, invocation.program));
  TRY_ASSIGN(auto catalog, load_catalog(invocation));
  AuditRun run{.invocation = invocation, .plan = std::move(plan), .directory = base::directory_of(path), .catalog = std::move(catalog)};
  run.dossier.context = context_of(invocation, "audit");
  run.decision_date = run.plan.decision_date.empty() ? base::format_date(run.dossier.context.started_ns) : run.plan.decision_date;
  run.dossier.context.audit_name = run.plan.name;
  run.dossier.context.decision_date = run.decision_date;
  run.dossier.context.audit_directory = run.directory;
  run.dossier.synthetic = run.plan.synthetic;
  run.dossier.policy = applied_policy(run.plan);
  return run;
}

Status examine(AuditRun& run) {
  TRY(find_accelerator(run));
  TRY(run.add_source(run.plan.path, "audit", 1));
  for (const auto part : {audit_workload, audit_memory, audit_results, audit_hardware, audit_stack, audit_site, audit_economics}) {
    TRY(part(run));
    if (run.invocation.progress.cancelled()) return fail(ErrorKind::cancelled, "interrupted; nothing was written to the ledger");
  }
  return {};
}

// Recordings grow old; what a person declared does not.
void set_expiry(AuditRun& run) {
  const auto age_ns = static_cast<base::TimeNs>(run.threshold("evidence_max_age_days")) * base::kDay;
  for (auto& measurement : run.dossier.measurements) {
    if (measurement.window && !measurement.expires_at_ns) measurement.expires_at_ns = measurement.window->to_ns + age_ns;
  }
}

// Staleness is judged at the decision, so that an audit says the same next year.
base::TimeNs decision_time(const AuditRun& run) {
  const auto parsed = base::parse_time(run.decision_date);
  return parsed ? parsed->ns : run.dossier.context.started_ns;
}

}  // namespace

Result<AuditRun> examine_audit(Invocation& invocation, const std::string& directory_or_file) {
  TRY_ASSIGN(auto run, start(invocation, directory_or_file));
  TRY(examine(run));
  set_expiry(run);
  run.dossier.context.ended_ns = invocation.clock.now_ns();
  return run;
}

readiness::Assessment assess_audit(const AuditRun& run, const evidence::Dossier& dossier) {
  return readiness::assess(dossier, {.program = run.invocation.program, .directory = run.directory, .now_ns = decision_time(run)});
}

}  // namespace accelprep::cli

// [stack]: will it run there, on the fast path?
#include "base/file.h"
#include "cli/audit/audit_run.h"
#include "intake/inventory/read_inventory.h"
#include "stack/assessment.h"
#include "stack/facts.h"

namespace accelprep::cli {
namespace {

evidence::Table chain_table(const stack::Assessment& assessment) {
  evidence::Table table{.id = "chain",
                        .title = "The chain from driver to framework",
                        .columns = {{"link", ""}, {"version", ""}, {"status", ""}, {"why", ""}}};
  for (const auto& link : assessment.chain) {
    table.rows.push_back({std::string(stack::name_of(link.link)), link.version, std::string(stack::name_of(link.status)), link.why});
  }
  return table;
}

}  // namespace

base::Status audit_stack(AuditRun& run) {
  if (run.plan.stack_evidence.empty()) return {};
  run.invocation.progress.stage("examining the stack");
  TRY_ASSIGN(const auto files, base::expand_globs(run.plan.stack_evidence, run.directory));
  TRY_ASSIGN(const auto inventory, intake::read_inventory(files));
  for (const auto& source : inventory.sources) TRY(run.add_source(source.path, "stack: " + source.kind, source.statements));
  const stack::Target target{.accelerator = run.accelerator->id, .driver = run.plan.target->driver, .count = run.plan.target->count};
  TRY_ASSIGN(const auto assessment, stack::assess(inventory, target, stack::facts_of(run.catalog)));
  run.add(stack::measurements_of(assessment, run.origin(inventory.weakest_basis(), files)));
  for (const auto& finding : assessment.findings) run.dossier.findings.push_back(finding);
  for (auto& check : stack::checks_of(assessment)) run.dossier.checks.push_back(std::move(check));
  run.dossier.tables.push_back(chain_table(assessment));
  for (const auto& note : assessment.notes) run.note("stack: " + note);
  return {};
}

}  // namespace accelprep::cli

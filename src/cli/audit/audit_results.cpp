// [workload] results: what other load generators measured, as evidence with its grade. No axis rests on it.
#include <fmt/format.h>

#include "base/file.h"
#include "cli/audit/audit_run.h"
#include "intake/results/results.h"
#include "workload/result_grade.h"

namespace accelprep::cli {
namespace {

// The catalog's id of what the file names, so that it is held against the target; its own name where the catalog does not know it.
std::string accelerator_of(const AuditRun& run, const std::string& name) {
  const auto row = run.catalog.accelerator(name);
  return !name.empty() && row ? (*row)->id : name;
}

}  // namespace

base::Status audit_results(AuditRun& run) {
  if (!run.plan.workload || run.plan.workload->results.empty()) return {};
  const auto& plan = *run.plan.workload;
  intake::ResultOptions options;
  if (!plan.timezone.empty()) {
    TRY_ASSIGN(options.zone, base::Zone::find(plan.timezone));
  }
  TRY_ASSIGN(const auto paths, base::expand_globs(plan.results, run.directory));
  TRY_ASSIGN(auto results, intake::read_results(paths, options, run.invocation.progress));
  records::merge(run.dossier.rejected, results.rejected);
  for (auto& file : results.files) {
    TRY(run.add_source(file.path, "result: " + file.kind, file.rows));
    for (auto& one : file.runs) {
      one.accelerator = accelerator_of(run, one.accelerator);
      const auto judgement = workload::judge_result(one, {});
      auto origin = run.origin(records::Basis::imported, {file.path});
      origin.subject = {};  // the file's own: that it ran on the target is nowhere said
      run.add(workload::result_measurements({.run = one, .judgement = judgement}, workload::result_origin(one, origin)));
      run.note(fmt::format("result {}{}: graded {}{}", base::file_name_of(file.path), one.label.empty() ? "" : ", " + one.label,
                           workload::name_of(judgement.grade), judgement.reasons.empty() ? "" : ": " + judgement.reasons.front().text));
    }
  }
  return {};
}

}  // namespace accelprep::cli

// Runs an audit's examination without keeping anything: `audit` keeps it, `init` looks at what is missing.
#pragma once

#include <string>

#include "cli/audit/audit_run.h"
#include "readiness/assessment.h"

namespace accelprep::cli {

base::Result<AuditRun> examine_audit(Invocation& invocation, const std::string& directory_or_file);

// `dossier` is the run's own, or that with the history of its ledger. Staleness is judged at the decision date.
readiness::Assessment assess_audit(const AuditRun& run, const evidence::Dossier& dossier);

}  // namespace accelprep::cli

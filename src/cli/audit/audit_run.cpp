#include "cli/audit/audit_run.h"

#include "base/file.h"
#include "cli/session.h"
#include "readiness/policy.h"

namespace accelprep::cli {

double AuditRun::threshold(std::string_view policy_key) const { return readiness::threshold(dossier, policy_key); }

std::string AuditRun::path_of(const std::string& name) const { return base::join_path(directory, name); }

evidence::Origin AuditRun::origin(records::Basis basis, std::vector<std::string> sources) const {
  evidence::Origin out{
      .basis = basis, .synthetic = plan.synthetic, .sources = std::move(sources), .taken_at_ns = dossier.context.started_ns};
  if (accelerator != nullptr) {
    out.subject.accelerator = accelerator->id;
    out.subject.count = plan.target->count;
    out.subject.power_limit_w = plan.target->power_limit_w;
  }
  return out;
}

base::Status AuditRun::add_source(const std::string& path, const std::string& kind, std::int64_t rows_used) {
  TRY_ASSIGN(auto source, source_of(path, kind, rows_used));
  dossier.sources.push_back(std::move(source));
  return {};
}

void AuditRun::add(std::vector<evidence::Measurement> measurements) {
  for (auto& one : measurements) dossier.measurements.push_back(std::move(one));
}

}  // namespace accelprep::cli

// An audit while it runs: what audit.toml names, what has been found so far, and what one part hands to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "cli/verb.h"
#include "evidence/dossier.h"
#include "intake/requests/request_log.h"
#include "records/audit_plan.h"
#include "workload/arrival.h"
#include "workload/soak.h"
#include "workload/sustained.h"

namespace accelprep::cli {

struct AuditRun {
  Invocation& invocation;
  records::AuditPlan plan;
  std::string directory;
  catalog::Catalog catalog;
  const catalog::Accelerator* accelerator = nullptr;  // the target's; null without a [target]
  std::string decision_date;                          // of the audit, else today
  evidence::Dossier dossier;

  // From the workload: the log and its profile.
  std::optional<intake::RequestLog> log;
  std::optional<workload::ArrivalProfile> profile;
  std::vector<std::string> log_sources;

  // From the hardware.
  std::optional<workload::Soak> soak;
  std::optional<workload::HeldCapacity> capacity;
  evidence::Origin capacity_origin;
  std::optional<workload::Sustained> sustained;  // of work or, without a capacity, of busy
  records::Basis sustained_basis = records::Basis::imported;
  std::optional<workload::Demand> demand;

  [[nodiscard]] double threshold(std::string_view policy_key) const;
  [[nodiscard]] std::string path_of(const std::string& name) const;  // beside audit.toml
  // About the target, taken now; `sources` are paths.
  [[nodiscard]] evidence::Origin origin(records::Basis basis, std::vector<std::string> sources) const;
  // Adds a file to the dossier's sources, with its digest.
  base::Status add_source(const std::string& path, const std::string& kind, std::int64_t rows_used);
  void add(std::vector<evidence::Measurement> measurements);
  void note(std::string text) { dossier.notes.push_back(std::move(text)); }
};

// Each reads what its section names and adds to the dossier; nothing where the section is missing.
base::Status audit_workload(AuditRun& run);
base::Status audit_memory(AuditRun& run);
base::Status audit_hardware(AuditRun& run);
base::Status audit_stack(AuditRun& run);
base::Status audit_site(AuditRun& run);
base::Status audit_economics(AuditRun& run);

}  // namespace accelprep::cli

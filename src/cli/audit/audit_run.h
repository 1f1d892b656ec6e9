// An audit while it runs: what audit.toml names, what has been found so far, and what one part hands to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "cli/session.h"
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
  template <class File>  // one that was read, with its digest: intake::FileUse, intake::TelemetryFile
  base::Status add_source(const File& file, const std::string& kind) {
    TRY_ASSIGN(auto source, source_of(file, kind));
    dossier.sources.push_back(std::move(source));
    return {};
  }
  void add(std::vector<evidence::Measurement> measurements);
  void note(std::string text) { dossier.notes.push_back(std::move(text)); }
};

// How a part is read, from tables or from a file, and what it is in the list of sources.
template <class Plan>
struct PartReader {
  base::Result<Plan> (*from_tables)(const base::TomlTable&, const std::string& path);
  base::Result<Plan> (*from_file)(const std::string& path);
  std::string_view kind;
};

// A plan and the file it stands in.
template <class Plan>
struct PartRead {
  std::optional<Plan> plan;
  std::string path;
};

template <class Plan>
base::Result<PartRead<Plan>> read_part(AuditRun& run, const records::AuditPart& part, const PartReader<Plan>& reader) {
  PartRead<Plan> out;
  if (!part.given()) return out;
  out.path = part.here ? run.plan.path : run.path_of(part.file);
  TRY_ASSIGN(out.plan, part.here ? reader.from_tables(*part.here, out.path) : reader.from_file(out.path));
  if (!part.here) TRY(run.add_source(out.path, std::string(reader.kind), 1));
  return out;
}

// Each reads what its section names and adds to the dossier; nothing where the section is missing.
base::Status audit_workload(AuditRun& run);
base::Status audit_memory(AuditRun& run);
base::Status audit_results(AuditRun& run);
base::Status audit_hardware(AuditRun& run);
base::Status audit_stack(AuditRun& run);
base::Status audit_site(AuditRun& run);
base::Status audit_economics(AuditRun& run);

}  // namespace accelprep::cli

// What a verb starts and ends with: the run's context, sources with their digests, the catalog, the ledger.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "cli/verb.h"
#include "evidence/dossier.h"
#include "intake/requests/request_log.h"
#include "intake/telemetry/telemetry.h"

namespace accelprep::cli {

evidence::Context context_of(const Invocation& invocation, std::string_view verb);

// Size and SHA-256 of a file that was read.
base::Result<evidence::Source> source_of(const std::string& path, std::string kind, std::int64_t rows_used);
// With the digests that were taken already.
base::Result<evidence::Source> source_of(const intake::FileUse& file, std::string kind);
base::Result<evidence::Source> source_of(const intake::TelemetryFile& file, std::string kind);

base::Result<catalog::Catalog> load_catalog(const Invocation& invocation);

// Appends the dossier to --ledger where that is given.
base::Status keep(const Invocation& invocation, const evidence::Dossier& dossier);

std::uint64_t seed_of(const Invocation& invocation);

}  // namespace accelprep::cli

// The summary of the SQL table `load` (load_table.h), computed by the engine.
#pragma once

#include "base/duckdb.h"
#include "intake/requests/request_log.h"

namespace accelprep::intake {

// Leaves rejected and has_zone to the caller. An empty table gives an empty summary.
base::Result<records::ArrivalSummary> summarise_load(base::DuckDb& engine, const RequestLogOptions& options, base::Progress& progress);

}  // namespace accelprep::intake

// The rows of a log that are load, as the SQL table `load(row, file, at_ns, input, output, ttft, e2e, ok)`, and the ones that are not.
#pragma once

#include <string>
#include <vector>

#include "base/duckdb.h"
#include "intake/requests/log_source.h"
#include "intake/requests/request_log.h"

namespace accelprep::intake {

struct LoadTable {
  std::vector<records::RejectedRows> rejected;
  bool has_zone = false;
  std::vector<std::string> notes;
};

// Makes the table. Columns: at_ns = Unix ns (UTC, or as written where no zone is known), input and output tokens (null where not
// known), ttft and e2e in seconds, ok.
base::Result<LoadTable> make_load_table(base::DuckDb& engine, const LogSource& source, const RequestLogOptions& options);

}  // namespace accelprep::intake

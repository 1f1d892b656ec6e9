// The files of a log as one SQL relation with text columns, `accelprep_file` and `accelprep_row` (0-based, in the file's order).
#pragma once

#include <string>
#include <vector>

#include "base/duckdb.h"
#include "base/result.h"

namespace accelprep::intake {

struct LogSource {
  std::string relation;              // what to put behind FROM
  std::vector<std::string> columns;  // the log's own
  int header_lines = 0;              // lines before the first row, to turn rows into lines
};

base::Result<LogSource> open_log(base::DuckDb& engine, const std::vector<std::string>& paths, base::Progress& progress);

}  // namespace accelprep::intake

// One file of a log as an SQL relation.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/duckdb.h"
#include "base/result.h"

namespace accelprep::intake {

struct LogColumn {
  std::string name;
  std::string type;  // DuckDB's: "VARCHAR", "BIGINT", "DOUBLE", "TIMESTAMP", "BIGINT[]"
};

struct LogFile {
  std::string path;
  std::string format;    // where the lines themselves told it, as an access log's do
  std::string relation;  // what to put behind FROM
  std::vector<LogColumn> columns;
  int header_lines = 0;   // lines before the first row, to turn rows into lines
  bool is_table = false;  // rows have no lines (Parquet)
  bool is_csv = false;

  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const LogColumn* find(std::string_view name) const;  // whatever its case
};

// CSV, JSON lines, Parquet or an access log, by content; plain, gzip or zstd.
base::Result<LogFile> open_log_file(base::DuckDb& engine, const std::string& path);

// A CSV file whose columns hold what they are said to, by name ("BIGINT", "TIMESTAMP_NS"), else text: several times quicker to read, and
// the first cell that is something else ends the query.
LogFile with_types(const LogFile& csv, const std::map<std::string, std::string>& types);

// What one SELECT makes of the file's rows, which it finds as the table `log`.
base::Result<LogFile> select_from(base::DuckDb& engine, const LogFile& file, const std::string& sql);

}  // namespace accelprep::intake

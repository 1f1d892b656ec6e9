// What is to be read of a log's files: their formats, their columns' meanings, one query a file.
#pragma once

#include <string>
#include <vector>

#include "intake/requests/log_source.h"
#include "intake/requests/request_log.h"
#include "intake/requests/row_query.h"

namespace accelprep::intake {

struct LogPart {
  LogFile file;
  RowQuery query;
  bool is_large = false;
  std::string typed_sql;  // of a large CSV file: the same rows, quicker, or an error; "" where there is no such way

  // Rows are read in their order, by one core, where the file is small or order says something.
  [[nodiscard]] bool in_order() const { return !is_large || query.blocks || query.session || query.id; }
  [[nodiscard]] bool reads_by_type() const { return !typed_sql.empty() && !in_order(); }
};

struct LogPlan {
  std::vector<LogPart> parts;  // one a file
  std::string format;          // "Azure LLM inference trace", "by --map", "by --sql"
  std::vector<std::string> notes;
  bool has_zone = false;   // of all files
  bool is_counts = false;  // rows are intervals; their queries are count_query's
  bool is_rate = false;
  std::string counted = "requests";
  bool missing_is_unknown = false;
  std::int64_t block_tokens = 0;  // 0: not known
};

Result<LogPlan> plan_log(base::DuckDb& engine, const std::vector<std::string>& paths, const RequestLogOptions& options);

}  // namespace accelprep::intake

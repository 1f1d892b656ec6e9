// A log file's rows in our own terms, as one SELECT.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/duckdb.h"
#include "intake/requests/column_map.h"
#include "intake/requests/log_source.h"

namespace accelprep::intake {

// The columns of RowQuery::sql, in this order.
enum RowColumn : std::uint8_t {
  kAt,         // BIGINT: Unix ns, UTC or as written where no zone is known; null where the cell is no time
  kInput,      // BIGINT, tokens; null where not known
  kOutput,     // BIGINT
  kTtft,       // DOUBLE, s since arrival
  kE2e,        // DOUBLE
  kFailed,     // BOOLEAN
  kBadTokens,  // BOOLEAN: a token cell holds something that is no number
  kColumns,    // how many every query has
};

struct RowQuery {
  std::string sql;
  // Columns behind those, where the map has them.
  std::optional<std::size_t> blocks;         // BIGINT[]
  std::optional<std::size_t> session;        // BIGINT: a hash
  std::optional<std::size_t> id;             // BIGINT: a hash
  bool has_zone = false;                     // the stamps name their zone, or are an epoch
  std::string unit;                          // of an arrival that is a number
  std::vector<std::string> notes;            // what was detected and could be wrong
  std::map<std::string, std::string> types;  // of the columns of text: what their cells seem to be, for with_types
};

struct RowQueryOptions {
  ColumnMap map;
  bool no_answer_is_failed = false;  // zero output tokens: the request failed
};

// Errors: a column that is not there, a number that is no epoch without a unit, units that change on the way.
base::Result<RowQuery> row_query(base::DuckDb& engine, const LogFile& file, const RowQueryOptions& options);

// Of a log of counts (the map has a count or a rate): kAt as above, then the amount as DOUBLE.
base::Result<RowQuery> count_query(base::DuckDb& engine, const LogFile& file, const ColumnMap& map);

}  // namespace accelprep::intake

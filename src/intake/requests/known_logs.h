// Request logs that are known by their columns.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "intake/requests/column_map.h"
#include "intake/requests/log_source.h"

namespace accelprep::intake {

struct KnownLog {
  std::string format;
  ColumnMap map;
  std::string sql;                   // a SELECT over `log` that makes the columns of the map; "" where they are there
  std::string note;                  // what a reader of the profile should know of this format
  bool no_answer_is_failed = false;  // zero output tokens: the request failed
  bool missing_is_unknown = false;   // an interval that is left out was not seen
  std::int64_t block_tokens = 0;     // of the prompt blocks that it names
  std::string counted = "requests";  // what a count or rate is of
};

std::optional<KnownLog> recognise_log(std::span<const std::string> columns);

}  // namespace accelprep::intake

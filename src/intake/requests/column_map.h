// Which column of a log means what: "arrival=ts:ms,input=prompt_tokens,output=completion_tokens,latency=took:s".
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace accelprep::intake {

struct MappedColumn {
  std::string column;
  std::string unit;  // "ns", "us", "ms", "s", "min", "h", "ticks" (100 ns), "" where it is to be found out
};

// By role: arrival, input, output, first_token (a time), ttft (a duration), end (a time), latency (a duration), status, blocks (a list of
// ids of the prompt's prefixes), session (the conversation it is of), id (its own: a second row with it is no load); or, where a row is an
// interval and not a request, count (in it) or rate (a second, over it).
using ColumnMap = std::map<std::string, MappedColumn, std::less<>>;

base::Result<ColumnMap> parse_column_map(std::string_view text);

// Seconds of one unit; nothing for an unknown unit.
std::optional<double> seconds_of_unit(std::string_view unit);

// The roles that these columns have by their own names ("arrival", "input", ...).
ColumnMap map_by_name(std::span<const std::string> columns);

// A guess by the names, to be shown to the user, who decides: "arrival=when,input=p_toks,output=c_toks,latency=ms:ms".
std::string suggest_map(std::span<const std::string> columns);

}  // namespace accelprep::intake

#include "intake/requests/access_log.h"

#include <fmt/format.h>

#include "base/duckdb.h"

namespace accelprep::intake {
namespace {

// What stands between the first brackets, where a quoted request follows them.
std::string_view stamp_of(std::string_view line) {
  const auto open = line.find('[');
  const auto close = line.find("] \"", open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  return line.substr(open + 1, close - open - 1);
}

// Whole lines: no character of a log is the separator or a quote.
std::string lines_of(const std::string& path) {
  return fmt::format(
      "read_csv({}, columns = {{'line': 'VARCHAR'}}, delim = '\x01', quote = '', escape = '', header = false, auto_detect = "
      "false, strict_mode = false)",
      base::sql_text(path));
}

// $time_local is when the request ended; $request_time (s, three decimals) is commonly logged last, and is what the arrival is found by.
constexpr const char* kCombined =
    "(SELECT CAST(epoch_ns(try_strptime(p.t, '%d/%b/%Y:%H:%M:%S %z')) - coalesce(TRY_CAST(nullif(p.took, '') AS DOUBLE), 0) * 1e9 AS "
    "BIGINT) "
    "AS arrival, TRY_CAST(nullif(p.took, '') AS DOUBLE) AS latency, p.status AS status, p.request AS request FROM (SELECT "
    "regexp_extract(line, '^\\S+ \\S+ \\S+ \\[([^\\]]+)\\] \"([^\"]*)\" (\\d{{3}}) \\S+(?:.*[ =\"](\\d+\\.\\d{{3}})\"?)?', ['t', "
    "'request', "
    "'status', 'took']) AS p FROM {}))";

// [START_TIME] "METHOD PATH PROTOCOL" CODE FLAGS BYTES_RECEIVED BYTES_SENT DURATION(ms) ...
constexpr const char* kEnvoy =
    "(SELECT epoch_ns(TRY_CAST(nullif(p.t, '') AS TIMESTAMP_NS)) AS arrival, TRY_CAST(nullif(p.took, '') AS DOUBLE) / 1000 AS latency, "
    "p.status AS "
    "status, p.request AS request FROM (SELECT regexp_extract(line, '^\\[([^\\]]+)\\] \"([^\"]*)\" (\\d+) (?:\\S+ )+?\\d+ \\d+ (\\d+) ', "
    "['t', "
    "'request', 'status', 'took']) AS p FROM {}))";

}  // namespace

std::optional<AccessLog> recognise_access_log(std::string_view first_line, const std::string& path) {
  const auto stamp = stamp_of(first_line);
  const bool clf = stamp.size() == 26 && stamp[2] == '/' && stamp[6] == '/' && stamp[11] == ':';
  if (clf) return AccessLog{"nginx or Apache access log", fmt::format(fmt::runtime(kCombined), lines_of(path))};
  const bool iso = first_line.starts_with('[') && stamp.size() >= 20 && stamp[4] == '-' && stamp[10] == 'T';
  if (iso) return AccessLog{"Envoy access log", fmt::format(fmt::runtime(kEnvoy), lines_of(path))};
  return std::nullopt;
}

}  // namespace accelprep::intake

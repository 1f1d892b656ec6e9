#include "intake/requests/load_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using base::DuckDb;
using base::ErrorKind;
using base::fail;
using base::Result;
using base::sql_name;

// Why a row is no load; null where it is.
constexpr const char* kReason =
    "CASE WHEN at_ns IS NULL THEN 'no time of arrival' WHEN bad_tokens THEN 'a token count that is no number' "
    "WHEN input < 0 OR output < 0 THEN 'a negative token count' "
    "WHEN coalesce(input, 0) = 0 AND coalesce(output, 0) = 0 AND (input IS NOT NULL OR output IS NOT NULL) THEN 'no tokens' END";

std::string as_text(const std::string& column) { return fmt::format("trim(CAST({} AS VARCHAR))", sql_name(column)); }

// Epochs in s, ms, us and ns differ by a factor of 1000, and any year from 2001 on tells them apart.
std::string unit_of_epoch(double value) {
  if (value >= 1e18) return "ns";
  if (value >= 1e15) return "us";
  if (value >= 1e12) return "ms";
  return value >= 1e9 ? "s" : "";
}

struct TimeSql {
  std::string sql;        // ns, null where the cell is no time
  bool has_zone = false;  // the first stamp names its zone, or is an epoch
  std::string note;       // the unit that was detected
};

// SQL expressions for what the columns mean.
class RowSql {
 public:
  RowSql(DuckDb& engine, const LogSource& source, const ColumnMap& map) : engine_(engine), source_(source), map_(map) {}

  Result<TimeSql> time(const MappedColumn& mapped) {
    TRY_ASSIGN(const auto sample, first_cell(mapped.column));
    const auto text = as_text(mapped.column);
    const auto number = base::parse_number(sample);
    if (!number) {
      const auto parsed = base::parse_time(sample);
      return TimeSql{.sql = fmt::format("epoch_ns(TRY_CAST({} AS TIMESTAMP_NS))", text), .has_zone = parsed && parsed->has_zone};
    }
    const auto unit = mapped.unit.empty() ? unit_of_epoch(*number) : mapped.unit;
    if (unit.empty()) {
      return fail(
          ErrorKind::invalid_input,
          fmt::format(
              "column \"{0}\" holds numbers such as {1} that are no epoch; say their unit: --map=arrival={0}:s (or ms, us, ns, ticks)",
              mapped.column, sample));
    }
    const double seconds = *seconds_of_unit(unit);
    // Whole numbers keep all their digits; a fraction goes through a decimal, not a double. Relative times are of no day, so of no zone.
    return TimeSql{.sql = fmt::format("CAST(TRY_CAST({} AS DECIMAL(38, 9)) * {} AS BIGINT)", text, std::llround(seconds * 1e9)),
                   .has_zone = *number * seconds >= 1e9,
                   .note = fmt::format("{}: numbers such as {} read as {}", mapped.column, sample, unit)};
  }

  // Seconds from arrival, from a column that is a duration or from one that is a time.
  Result<std::string> since_arrival(std::string_view duration_role, std::string_view time_role) {
    if (const auto duration = map_.find(duration_role); duration != map_.end()) {
      const double seconds = seconds_of_unit(duration->second.unit).value_or(1);
      return fmt::format("(TRY_CAST({} AS DOUBLE) * {})", as_text(duration->second.column), seconds);
    }
    const auto moment = map_.find(time_role);
    if (moment == map_.end()) return std::string("CAST(NULL AS DOUBLE)");
    TRY_ASSIGN(const auto time_of, time(moment->second));
    TRY_ASSIGN(const auto arrival, time(map_.at("arrival")));
    return fmt::format("(({} - {}) / 1e9)", time_of.sql, arrival.sql);
  }

  [[nodiscard]] std::string tokens(std::string_view role) const {
    const auto found = map_.find(role);
    return found == map_.end() ? "CAST(NULL AS BIGINT)"
                               : fmt::format("CAST(TRY_CAST({} AS DOUBLE) AS BIGINT)", as_text(found->second.column));
  }

  // A token cell that holds something and is no number.
  [[nodiscard]] std::string bad_tokens(std::string_view role) const {
    const auto found = map_.find(role);
    if (found == map_.end()) return "false";
    return fmt::format("({0} <> '' AND upper({0}) NOT IN ('NULL', 'NONE', 'NAN', 'N/A') AND TRY_CAST({0} AS DOUBLE) IS NULL)",
                       as_text(found->second.column));
  }

  [[nodiscard]] std::string ok() const {
    const auto found = map_.find("status");
    if (found == map_.end()) return "true";
    return fmt::format(
        "coalesce(lower({0}) IN ('', 'ok', 'success', 'succeed', 'succeeded', 'true', 'completed', 'done') OR "
        "coalesce(TRY_CAST({0} AS INTEGER) BETWEEN 200 AND 299, false), true)",
        as_text(found->second.column));
  }

 private:
  // The first cell of a column that holds anything; "" where none does.
  Result<std::string> first_cell(const std::string& column) {
    base::NoProgress quiet;
    const auto text = as_text(column);
    TRY_ASSIGN(auto rows, engine_.query(fmt::format("SELECT {0} FROM {1} WHERE {0} <> '' LIMIT 1", text, source_.relation), quiet));
    return rows.next() ? rows.text(0) : std::string();
  }

  DuckDb& engine_;
  const LogSource& source_;
  const ColumnMap& map_;
};

base::Status check_columns(const LogSource& source, const ColumnMap& map) {
  for (const auto& [role, mapped] : map) {
    const bool there = std::any_of(source.columns.begin(), source.columns.end(),
                                   [&](const auto& column) { return base::equals_ignoring_case(column, mapped.column); });
    if (!there) {
      return fail(ErrorKind::invalid_input,
                  fmt::format("--map: {}: there is no column \"{}\"{}; the log has {}", role, mapped.column,
                              base::did_you_mean(mapped.column, source.columns), base::join(source.columns, ", ")));
    }
  }
  return {};
}

Result<std::vector<records::RejectedRows>> read_rejected(DuckDb& engine, int header_lines) {
  base::NoProgress quiet;
  std::vector<records::RejectedRows> out;
  TRY_ASSIGN(auto rows, engine.query("WITH firsts AS (SELECT file, min(row) AS first_row FROM parsed GROUP BY file) "
                                     "SELECT reason::VARCHAR, count(*)::BIGINT, arg_min(p.file, row)::VARCHAR, "
                                     "CAST(arg_min(row - first_row, row) AS BIGINT) "
                                     "FROM parsed p JOIN firsts USING (file) WHERE reason IS NOT NULL GROUP BY reason ORDER BY 2 DESC, 1",
                                     quiet));
  while (rows.next()) {
    out.push_back({rows.text(0), rows.integer(1), fmt::format("{}:{}", rows.text(2), rows.integer(3) + 1 + header_lines)});
  }
  // Rows whose shape the CSV reader refused. The table exists only where a CSV was read.
  auto refused = engine.query(
      "SELECT error_type::VARCHAR, count(DISTINCT (file_path, line))::BIGINT, any_value(file_path)::VARCHAR, min(line)::BIGINT "
      "FROM reject_errors e JOIN reject_scans s ON s.scan_id = e.scan_id AND s.file_id = e.file_id GROUP BY 1",
      quiet);
  while (refused && refused->next()) {
    const auto reason = base::lower(base::replaced(refused->text(0), "_", " "));
    out.push_back({"a row of another shape: " + reason, refused->integer(1), fmt::format("{}:{}", refused->text(2), refused->integer(3))});
  }
  return out;
}

// Stamps without a zone are local time of `timezone`: SQL that turns them into UTC, one branch a change of the offset.
Result<std::string> to_utc_sql(DuckDb& engine, const std::string& timezone) {
  base::NoProgress quiet;
  TRY_ASSIGN(const auto zone, base::Zone::find(timezone));
  TRY_ASSIGN(auto bounds, engine.query("SELECT min(at_ns)::BIGINT, max(at_ns)::BIGINT FROM parsed WHERE reason IS NULL", quiet));
  if (!bounds.next() || bounds.is_null(0)) return std::string("at_ns");
  const auto first = base::start_of_hour(bounds.integer(0));
  const auto last = bounds.integer(1);
  std::string sql = "CASE";
  auto offset = zone.to_utc(first) - first;
  for (auto hour = first; hour <= last; hour += base::kHour) {
    if (const auto next = zone.to_utc(hour) - hour; next != offset) {
      sql += fmt::format(" WHEN at_ns < {} THEN at_ns + ({})", hour, offset);
      offset = next;
    }
  }
  return sql + fmt::format(" WHEN true THEN at_ns + ({}) END", offset);
}

}  // namespace

Result<LoadTable> make_load_table(DuckDb& engine, const LogSource& source, const RequestLogOptions& options) {
  base::NoProgress quiet;
  const auto& map = *options.map;
  TRY(check_columns(source, map));
  RowSql row(engine, source, map);
  TRY_ASSIGN(const auto arrival, row.time(map.at("arrival")));
  TRY_ASSIGN(const auto ttft, row.since_arrival("ttft", "first_token"));
  TRY_ASSIGN(const auto e2e, row.since_arrival("latency", "end"));
  const auto columns =
      fmt::format("accelprep_row AS row, accelprep_file AS file, {} AS at_ns, {} AS input, {} AS output, {} AS ttft, {} AS e2e, {} AS ok",
                  arrival.sql, row.tokens("input"), row.tokens("output"), ttft, e2e, row.ok());
  TRY(engine.execute(fmt::format("CREATE TEMP TABLE parsed AS SELECT *, {} AS reason FROM (SELECT {}, {} OR {} AS bad_tokens FROM {})",
                                 kReason, columns, row.bad_tokens("input"), row.bad_tokens("output"), source.relation),
                     quiet));
  LoadTable table{.has_zone = arrival.has_zone};
  if (!arrival.note.empty()) table.notes.push_back(arrival.note);
  std::string at = "at_ns";
  if (!options.timezone.empty() && !table.has_zone) {
    TRY_ASSIGN(at, to_utc_sql(engine, options.timezone));
    table.has_zone = true;
  }
  TRY_ASSIGN(table.rejected, read_rejected(engine, source.header_lines));
  TRY(engine.execute(
      fmt::format("CREATE TEMP TABLE load AS SELECT row, file, {} AS at_ns, input, output, ttft, e2e, ok FROM parsed WHERE reason IS NULL",
                  at),
      quiet));
  return table;
}

}  // namespace accelprep::intake

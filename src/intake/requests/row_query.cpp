#include "intake/requests/row_query.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "base/time.h"

namespace accelprep::intake {
namespace {

using base::DuckDb;
using base::ErrorKind;
using base::fail;
using base::Result;
using base::sql_name;

constexpr int kSampleRows = 2000;

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
  std::string unit;       // of numbers
  std::string note;       // the unit that was detected
};

// Digits behind the point that a decimal of 18 digits has left beside an epoch of this unit: to 10 ns.
int fraction_digits(std::string_view unit) {
  if (unit == "ns" || unit == "ticks") return 0;
  if (unit == "us") return 2;
  return unit == "ms" ? 5 : 8;
}

bool is_text(const LogColumn& column) { return column.type == "VARCHAR" || column.type == "JSON"; }
bool is_whole(const LogColumn& column) { return column.type.ends_with("INT") || column.type == "INTEGER" || column.type == "UINTEGER"; }

// A number of `unit_ns` each. Whole numbers keep all their digits; of a fraction the whole part goes exactly and the rest as a double,
// since decimals of over 18 digits are slow.
std::string nanoseconds(const LogColumn& column, std::string_view unit, std::int64_t unit_ns) {
  const int digits = fraction_digits(unit);
  const auto name = sql_name(column.name);
  if (is_whole(column) || digits == 0)
    return fmt::format("TRY_CAST(CAST(TRY_CAST({} AS BIGINT) AS HUGEINT) * {} AS BIGINT)", name, unit_ns);
  const auto exact = fmt::format("TRY_CAST({} AS DECIMAL(18, {}))", name, digits);
  return fmt::format(
      "TRY_CAST(CAST(floor({0}) AS HUGEINT) * {1} AS BIGINT) + CAST(round(CAST({0} - floor({0}) AS DOUBLE) * {1}) AS BIGINT)", exact,
      unit_ns);
}

// SQL expressions for what the columns mean.
class RowSql {
 public:
  RowSql(DuckDb& engine, const LogFile& file, const ColumnMap& map) : engine_(engine), file_(file), map_(map) {}

  Result<TimeSql> time(const MappedColumn& mapped) {
    const auto& column = *file_.find(mapped.column);
    if (column.type.starts_with("TIMESTAMP") || column.type == "DATE") {
      return TimeSql{.sql = fmt::format("epoch_ns(CAST({} AS TIMESTAMP_NS))", sql_name(column.name)),
                     .has_zone = column.type == "TIMESTAMP WITH TIME ZONE"};
    }
    TRY_ASSIGN(const auto cells, sample(column));
    const auto first = std::find_if(cells.begin(), cells.end(), [](const auto& c) { return base::parse_number(c) || base::parse_time(c); });
    const auto number = first == cells.end() ? std::nullopt : base::parse_number(*first);
    if (!number) {
      seems(column, "TIMESTAMP_NS");
      const auto parsed = first == cells.end() ? std::nullopt : base::parse_time(*first);
      return TimeSql{.sql = fmt::format("epoch_ns(TRY_CAST({} AS TIMESTAMP_NS))", sql_name(column.name)),
                     .has_zone = parsed && parsed->has_zone};
    }
    TRY_ASSIGN(const auto unit, unit_of(mapped, cells));
    const double seconds = *seconds_of_unit(unit);
    const bool whole = std::none_of(cells.begin(), cells.end(), [](const auto& c) { return c.find('.') != std::string::npos; });
    seems(column, whole || fraction_digits(unit) == 0 ? "BIGINT" : fmt::format("DECIMAL(18, {})", fraction_digits(unit)));
    return TimeSql{.sql = nanoseconds(column, unit, std::llround(seconds * 1e9)),  // relative times are of no day, so of no zone
                   .has_zone = *number * seconds >= 1e9,
                   .unit = unit,
                   .note = fmt::format("{}: numbers such as {} read as {}", mapped.column, *first, unit)};
  }

  // Seconds from arrival, from a column that is a duration or from one that is a time.
  Result<std::string> since_arrival(std::string_view duration_role, std::string_view time_role, const TimeSql& arrival) {
    if (const auto duration = map_.find(duration_role); duration != map_.end()) {
      const double seconds = seconds_of_unit(duration->second.unit).value_or(1);
      const auto& column = *file_.find(duration->second.column);
      seems(column, "DOUBLE");
      return fmt::format("(TRY_CAST({} AS DOUBLE) * {})", sql_name(column.name), seconds);
    }
    const auto moment = map_.find(time_role);
    if (moment == map_.end()) return std::string("CAST(NULL AS DOUBLE)");
    TRY_ASSIGN(const auto time_of, time(moment->second));
    return fmt::format("(({} - {}) / 1e9)", time_of.sql, arrival.sql);
  }

  [[nodiscard]] std::string tokens(std::string_view role) {
    const auto found = map_.find(role);
    if (found == map_.end()) return "CAST(NULL AS BIGINT)";
    const auto& column = *file_.find(found->second.column);
    seems(column, "BIGINT");
    return fmt::format("TRY_CAST({} AS BIGINT)", sql_name(column.name));
  }

  // A token cell that holds something and is no number.
  [[nodiscard]] std::string bad_tokens(std::string_view role) const {
    const auto found = map_.find(role);
    if (found == map_.end() || !is_text(*file_.find(found->second.column))) return "false";
    return fmt::format(
        "CASE WHEN TRY_CAST({0} AS BIGINT) IS NULL THEN coalesce(upper(trim({0})) NOT IN ('', 'NULL', 'NONE', 'NAN', 'N/A'), false) "
        "ELSE false END",
        sql_name(file_.find(found->second.column)->name));
  }

  [[nodiscard]] std::string failed() const {
    const auto status = map_.find("status");
    if (status == map_.end()) return "false";
    return fmt::format(
        "NOT coalesce(lower({0}) IN ('', 'ok', 'success', 'succeed', 'succeeded', 'true', 'completed', 'done') OR "
        "coalesce(TRY_CAST({0} AS INTEGER) BETWEEN 200 AND 299, false), true)",
        fmt::format("trim(CAST({} AS VARCHAR))", sql_name(file_.find(status->second.column)->name)));
  }

  [[nodiscard]] const std::map<std::string, std::string>& types() const { return types_; }

 private:
  void seems(const LogColumn& column, const std::string& type) {
    if (is_text(column)) types_.emplace(column.name, type);
  }

  // The first cells of a column that hold anything.
  Result<std::vector<std::string>> sample(const LogColumn& column) {
    base::NoProgress quiet;
    std::vector<std::string> out;
    TRY_ASSIGN(auto rows, engine_.query(fmt::format("SELECT trim(CAST({} AS VARCHAR)) FROM {} LIMIT {}", sql_name(column.name),
                                                    file_.relation, kSampleRows),
                                        quiet));
    while (rows.next()) {
      if (!rows.is_null(0) && !rows.text(0).empty()) out.push_back(rows.text(0));
    }
    return out;
  }

  Result<std::string> unit_of(const MappedColumn& mapped, const std::vector<std::string>& cells) const {
    if (!mapped.unit.empty()) return mapped.unit;
    std::string unit;
    std::string first;
    for (const auto& cell : cells) {
      const auto number = base::parse_number(cell);
      if (!number) continue;
      const auto found = unit_of_epoch(*number);
      if (found.empty() && first.empty()) {
        return fail(ErrorKind::invalid_input,
                    fmt::format("column \"{0}\" holds numbers such as {1} that are no epoch; say their unit: --map=arrival={0}:s (or ms, "
                                "us, ns, ticks)",
                                mapped.column, cell),
                    file_.path);
      }
      if (!unit.empty() && !found.empty() && found != unit) {
        return fail(ErrorKind::invalid_input,
                    fmt::format("column \"{}\" mixes units: {} is an epoch in {}, {} in {}; split the file, or bring it to one unit",
                                mapped.column, first, unit, cell, found),
                    file_.path);
      }
      if (unit.empty()) unit = found, first = cell;
    }
    return unit;
  }

  DuckDb& engine_;
  const LogFile& file_;
  const ColumnMap& map_;
  std::map<std::string, std::string> types_;
};

// 63 bits that stand for what a cell holds; null where it holds nothing.
std::string hashed(const std::string& name) {
  return fmt::format("CASE WHEN trim(CAST({0} AS VARCHAR)) <> '' THEN CAST(hash({0}) >> 1 AS BIGINT) END", name);
}

base::Status check_columns(const LogFile& file, const ColumnMap& map) {
  for (const auto& [role, mapped] : map) {
    if (file.find(mapped.column) != nullptr) continue;
    return fail(ErrorKind::invalid_input,
                fmt::format("--map: {}: there is no column \"{}\"{}; the log has {}", role, mapped.column,
                            base::did_you_mean(mapped.column, file.names()), base::join(file.names(), ", ")),
                file.path);
  }
  return {};
}

}  // namespace

Result<RowQuery> row_query(DuckDb& engine, const LogFile& file, const RowQueryOptions& options) {
  const auto& map = options.map;
  TRY(check_columns(file, map));
  RowSql row(engine, file, map);
  TRY_ASSIGN(const auto arrival, row.time(map.at("arrival")));
  TRY_ASSIGN(const auto ttft, row.since_arrival("ttft", "first_token", arrival));
  TRY_ASSIGN(const auto e2e, row.since_arrival("latency", "end", arrival));
  auto failed = row.failed();
  if (options.no_answer_is_failed) failed = fmt::format("({} OR coalesce({} = 0, false))", failed, row.tokens("output"));
  auto sql = fmt::format("SELECT {} AS at_ns, {}, {}, {}, {}, {}, {} OR {}", arrival.sql, row.tokens("input"), row.tokens("output"), ttft,
                         e2e, failed, row.bad_tokens("input"), row.bad_tokens("output"));
  RowQuery out{.sql = "", .has_zone = arrival.has_zone, .unit = arrival.unit, .notes = {}, .types = row.types()};
  std::size_t columns = kColumns;
  for (const auto& [role, place] : {std::pair("blocks", &out.blocks), std::pair("session", &out.session), std::pair("id", &out.id)}) {
    const auto found = map.find(role);
    if (found == map.end()) continue;
    const auto name = sql_name(file.find(found->second.column)->name);
    sql += ", " + (place == &out.blocks ? fmt::format("TRY_CAST({} AS BIGINT[])", name) : hashed(name));
    *place = columns++;
  }
  out.sql = fmt::format("{} FROM {}", sql, file.relation);
  if (!arrival.note.empty()) out.notes.push_back(arrival.note);
  return out;
}

Result<RowQuery> count_query(DuckDb& engine, const LogFile& file, const ColumnMap& map) {
  TRY(check_columns(file, map));
  RowSql row(engine, file, map);
  TRY_ASSIGN(const auto begin, row.time(map.at("arrival")));
  const auto& amount = map.contains("count") ? map.at("count") : map.at("rate");
  RowQuery out{.sql = fmt::format("SELECT {} AS at_ns, TRY_CAST({} AS DOUBLE) FROM {}", begin.sql, sql_name(file.find(amount.column)->name),
                                  file.relation),
               .has_zone = begin.has_zone,
               .unit = begin.unit,
               .notes = {},
               .types = {}};
  if (!begin.note.empty()) out.notes.push_back(begin.note);
  return out;
}

}  // namespace accelprep::intake

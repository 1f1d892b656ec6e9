// What analyses say besides numbers: findings, checks against limits, series behind pictures, tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace accelprep::evidence {

enum class Severity : std::uint8_t { error, warning, info };
std::string_view name_of(Severity severity);

struct EvidenceLine {
  std::string source;  // a path
  int line = 0;        // 0 where the source has no lines
  std::string text;    // what stands there
  bool operator==(const EvidenceLine&) const = default;
};

struct CitedFact {
  std::string fact;
  std::string source;
  std::string as_of;
  bool operator==(const CitedFact&) const = default;
};

// One thing found in a stack or a site.
struct Finding {
  std::string id;
  Severity severity = Severity::info;
  std::string summary;
  std::string explanation;
  std::string fix;
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
  bool operator==(const Finding&) const = default;
};

enum class CheckStatus : std::uint8_t { pass, fail, unknown };
std::string_view name_of(CheckStatus status);

// A value held against a limit.
struct Check {
  std::string id;
  std::string group;  // "power", "cooling", "stack"
  CheckStatus status = CheckStatus::unknown;
  std::optional<double> value;
  std::optional<double> limit;
  std::optional<double> margin;  // positive is good, whatever the direction of the limit
  std::string unit;
  std::string why;
  bool operator==(const Check&) const = default;
};

// Numbers over an axis, for pictures. A missing y is a gap, never a zero.
struct SeriesColumn {
  std::string name;
  std::string unit;
  std::vector<std::optional<double>> y;
  bool operator==(const SeriesColumn&) const = default;
};
struct SeriesBand {
  double from = 0;
  double to = 0;
  std::string kind;  // "gap", "qualified", "throttled"
  std::string label;
  bool operator==(const SeriesBand&) const = default;
};
struct Series {
  std::string id;  // "arrival_rate", "device_minutes/0"
  std::string title;
  std::string x_unit;  // "unix_s", "hour_of_week", "fraction", "month", "s"
  std::vector<double> x;
  std::vector<SeriesColumn> columns;
  std::vector<SeriesBand> bands;
  bool operator==(const Series&) const = default;
};

using Cell = std::variant<std::monostate, double, std::string>;  // monostate: not known
struct TableColumn {
  std::string name;
  std::string unit;
  bool operator==(const TableColumn&) const = default;
};
struct Table {
  std::string id;  // "offers", "own_breakdown"
  std::string title;
  std::vector<TableColumn> columns;
  std::vector<std::vector<Cell>> rows;
  bool operator==(const Table&) const = default;
};

}  // namespace accelprep::evidence

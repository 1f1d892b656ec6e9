#include "intake/requests/column_map.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

const std::vector<std::string>& roles() {
  static const std::vector<std::string> kRoles{"arrival", "input", "output", "first_token", "ttft",    "end", "latency",
                                               "status",  "count", "rate",   "blocks",      "session", "id"};
  return kRoles;
}

struct UnitRow {
  std::string_view name;
  double seconds;
};
constexpr std::array<UnitRow, 7> kUnits{{{"ns", 1e-9}, {"ticks", 1e-7}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}}};

// Parts of names that give a role away, likeliest first.
struct Hint {
  std::string_view role;
  std::vector<std::string_view> parts;
};
const std::vector<Hint>& hints() {
  static const std::vector<Hint> kHints{
      {"arrival", {"arriv", "timestamp", "time", "when", "created", "start", "date", "ts"}},
      {"input", {"prompt_tok", "input_tok", "context", "p_tok", "in_tok", "prompt", "input", "request_tok"}},
      {"output", {"completion_tok", "output_tok", "generated", "c_tok", "out_tok", "completion", "output", "response_tok"}},
      {"ttft", {"ttft", "first_token"}},
      {"latency", {"latency", "duration", "elapsed", "took", "e2e", "ms"}},
      {"status", {"status", "outcome", "code"}},
      {"session", {"session", "conversation", "chat_id", "thread"}},
      {"id", {"request_id", "req_id", "uuid"}},
  };
  return kHints;
}

}  // namespace

std::optional<double> seconds_of_unit(std::string_view unit) {
  const auto* found = std::find_if(kUnits.begin(), kUnits.end(), [&](const auto& row) { return row.name == unit; });
  return found == kUnits.end() ? std::nullopt : std::optional(found->seconds);
}

base::Result<ColumnMap> parse_column_map(std::string_view text) {
  ColumnMap map;
  for (const auto part : base::split(text, ',')) {
    const auto equals = part.find('=');
    const std::string role(base::trim(part.substr(0, equals)));
    if (equals == std::string_view::npos || base::trim(part.substr(equals + 1)).empty()) {
      return fail(ErrorKind::invalid_input, fmt::format("--map: \"{}\": expected ROLE=COLUMN or ROLE=COLUMN:UNIT", part));
    }
    if (std::find(roles().begin(), roles().end(), role) == roles().end()) {
      return fail(ErrorKind::invalid_input, fmt::format("--map: there is no role \"{}\"{}; the roles are {}", role,
                                                        base::did_you_mean(role, roles()), base::join(roles(), ", ")));
    }
    std::string column(base::trim(part.substr(equals + 1)));
    std::string unit;
    if (const auto colon = column.rfind(':'); colon != std::string::npos && seconds_of_unit(column.substr(colon + 1))) {
      unit = column.substr(colon + 1);
      column.erase(colon);
    }
    map[role] = {std::move(column), std::move(unit)};
  }
  if (!map.contains("arrival"))
    return fail(ErrorKind::invalid_input, "--map names no arrival: add arrival=COLUMN, the time a request came in");
  return map;
}

ColumnMap map_by_name(std::span<const std::string> columns) {
  ColumnMap map;
  for (const auto& role : roles()) {
    for (const auto& column : columns) {
      if (base::equals_ignoring_case(column, role)) map[role] = {column, ""};
    }
  }
  return map;
}

std::string suggest_map(std::span<const std::string> columns) {
  std::vector<std::string> parts;
  std::vector<std::string> taken;
  for (const auto& hint : hints()) {
    std::string best;
    for (const auto part : hint.parts) {
      for (const auto& column : columns) {
        const bool free = std::find(taken.begin(), taken.end(), column) == taken.end();
        if (best.empty() && free && base::contains_ignoring_case(column, part)) best = column;
      }
    }
    if (best.empty()) continue;
    taken.push_back(best);
    const bool duration = hint.role == "latency" || hint.role == "ttft";
    const char* unit = !duration ? "" : (base::contains_ignoring_case(best, "ms") ? ":ms" : ":s");
    parts.push_back(fmt::format("{}={}{}", hint.role, best, unit));
  }
  return base::join(parts, ",");
}

}  // namespace accelprep::intake

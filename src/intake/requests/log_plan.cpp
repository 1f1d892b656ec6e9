#include "intake/requests/log_plan.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "intake/requests/known_logs.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

std::unexpected<base::Error> unknown_columns(const LogFile& file) {
  const auto names = file.names();
  const auto suggestion = suggest_map(names);
  return fail(ErrorKind::invalid_input,
              fmt::format("its columns are not those of a known request log. Seen: {}. {}", base::join(names, ", "),
                          suggestion.starts_with("arrival=") ? fmt::format("Say which means what, for instance --map={}", suggestion)
                                                             : "Say which means what: --map=arrival=COLUMN,input=COLUMN,output=COLUMN"),
              file.path);
}

// How the first file is to be understood; the others must be like it.
Result<KnownLog> understand(base::DuckDb& engine, const LogFile& file, const RequestLogOptions& options) {
  if (!options.sql.empty()) {
    TRY_ASSIGN(const auto selected, select_from(engine, file, options.sql));
    KnownLog known{.format = "by --sql", .map = options.map.value_or(map_by_name(selected.names())), .sql = options.sql};
    if (!known.map.contains("arrival")) {
      return fail(ErrorKind::invalid_input,
                  fmt::format("--sql: makes {}, and no column arrival; name the columns as the roles: SELECT ts AS arrival, ...",
                              base::join(selected.names(), ", ")),
                  file.path);
    }
    return known;
  }
  if (options.map) return KnownLog{.format = "by --map", .map = *options.map};
  auto known = recognise_log(file.names());
  if (!known) return unknown_columns(file);
  if (!file.format.empty()) known->format = file.format;
  return std::move(*known);
}

Result<LogPart> plan_part(base::DuckDb& engine, LogFile file, const KnownLog& known) {
  LogPart part{.file = std::move(file), .query = {}};
  if (!known.sql.empty()) {
    TRY_ASSIGN(part.file, select_from(engine, part.file, known.sql));
  }
  const bool is_counts = known.map.contains("count") || known.map.contains("rate");
  TRY_ASSIGN(part.query,
             is_counts ? count_query(engine, part.file, known.map) : row_query(engine, part.file, {known.map, known.no_answer_is_failed}));
  return part;
}

void plan_typed(base::DuckDb& engine, LogPart& part, const KnownLog& known) {
  if (!part.file.is_csv || !known.sql.empty() || part.query.types.empty()) return;
  const auto query = row_query(engine, with_types(part.file, part.query.types), {known.map, known.no_answer_is_failed});
  if (query) part.typed_sql = query->sql;
}

}  // namespace

Result<LogPlan> plan_log(base::DuckDb& engine, const std::vector<std::string>& paths, const RequestLogOptions& options) {
  LogPlan plan;
  std::optional<KnownLog> known;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto file, open_log_file(engine, path));
    if (!known) {
      TRY_ASSIGN(known, understand(engine, file, options));
    }
    TRY_ASSIGN(auto part, plan_part(engine, std::move(file), *known));
    if (!plan.parts.empty() && part.query.unit != plan.parts.front().query.unit) {
      return fail(ErrorKind::invalid_input,
                  fmt::format("holds arrivals in {}, and {} holds them in {}", part.query.unit, plan.parts.front().file.path,
                              plan.parts.front().query.unit),
                  path);
    }
    // A user's SQL is not to see the function that a scan brings with it.
    part.is_large = options.sql.empty() && base::file_size(path).value_or(0) >= options.large_file_bytes;
    if (part.is_large) plan_typed(engine, part, *known);
    plan.parts.push_back(std::move(part));
  }
  plan.format = known->format;
  plan.notes = plan.parts.front().query.notes;
  if (!known->note.empty()) plan.notes.push_back(known->note);
  plan.has_zone = std::all_of(plan.parts.begin(), plan.parts.end(), [](const auto& part) { return part.query.has_zone; });
  plan.is_rate = known->map.contains("rate");
  plan.is_counts = plan.is_rate || known->map.contains("count");
  plan.counted = known->counted;
  plan.missing_is_unknown = known->missing_is_unknown;
  plan.block_tokens = known->block_tokens;
  return plan;
}

}  // namespace accelprep::intake

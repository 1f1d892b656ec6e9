#include "intake/requests/request_log.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "intake/requests/load_table.h"
#include "intake/requests/log_source.h"
#include "intake/requests/summarise_sql.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

std::unexpected<base::Error> unknown_columns(const LogSource& source, const std::string& path) {
  const auto suggestion = suggest_map(source.columns);
  return fail(ErrorKind::invalid_input,
              fmt::format("its columns are not those of a known request log. Seen: {}. {}", base::join(source.columns, ", "),
                          suggestion.starts_with("arrival=") ? fmt::format("Say which means what, for instance --map={}", suggestion)
                                                             : "Say which means what: --map=arrival=COLUMN,input=COLUMN,output=COLUMN"),
              path);
}

std::string rejected_text(const std::vector<records::RejectedRows>& rejected) {
  std::string out;
  for (const auto& rows : rejected) out += fmt::format("; {} rows rejected: {}, first at {}", rows.count, rows.reason, rows.first);
  return out;
}

Result<std::vector<FileUse>> count_files(base::DuckDb& engine, const std::vector<std::string>& paths) {
  base::NoProgress quiet;
  std::vector<FileUse> out;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto rows, engine.query("SELECT count(*)::BIGINT FROM load WHERE file = " + base::sql_text(path), quiet));
    rows.next();
    out.push_back({path, rows.integer(0)});
  }
  return out;
}

}  // namespace

Result<RequestLog> read_request_log(const std::vector<std::string>& paths, const RequestLogOptions& options, base::Progress& progress) {
  TRY_ASSIGN(auto engine, base::DuckDb::open());
  progress.stage(fmt::format("reading {}", paths.size() == 1 ? paths.front() : fmt::format("{} request logs", paths.size())));
  TRY_ASSIGN(const auto source, open_log(engine, paths, progress));
  RequestLogOptions chosen = options;
  RequestLog log;
  log.format = "by --map";
  if (!chosen.map) {
    auto known = recognise_log(source.columns);
    if (!known) return unknown_columns(source, paths.front());
    log.format = known->format;
    chosen.map = std::move(known->map);
  }
  auto table = make_load_table(engine, source, chosen);
  if (!table) {
    auto error = table.error();
    if (error.place.empty()) error.place = paths.front();
    return std::unexpected(error);
  }
  TRY_ASSIGN(log.summary, summarise_load(engine, chosen, progress));
  log.summary.rejected = std::move(table->rejected);
  for (const auto& path : paths) {  // the engine reads a cut-off gzip file to where it breaks, and says nothing
    if (const auto whole = base::check_unpacks(path); !whole) {
      log.summary.rejected.push_back({"the file is cut off or damaged; what lay behind is lost", 1, path});
    }
  }
  log.summary.has_zone = table->has_zone;
  log.notes = std::move(table->notes);
  if (log.summary.count == 0) {
    return fail(ErrorKind::invalid_input, "holds no usable row" + rejected_text(log.summary.rejected), paths.front());
  }
  TRY_ASSIGN(log.files, count_files(engine, paths));
  return log;
}

}  // namespace accelprep::intake

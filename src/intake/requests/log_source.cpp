#include "intake/requests/log_source.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "intake/requests/access_log.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;

constexpr std::string_view kCsv = "all_varchar = true, header = true, strict_mode = false";

Result<std::string> first_line_of(const std::string& path) {
  constexpr std::size_t kLongestLine = std::size_t{64} << 20U;
  TRY_ASSIGN(auto reader, base::LineReader::open(path, kLongestLine));
  TRY_ASSIGN(const auto line, reader.next());
  if (!line) return fail(ErrorKind::invalid_input, "is empty; expected a request log", path);
  return std::string(base::trim(*line));
}

// The file without its columns.
Result<LogFile> recognise_file(const std::string& path) {
  const auto file = base::sql_text(path);
  if (path.ends_with(".parquet") && base::file_exists(path)) {
    return LogFile{.path = path, .format = "", .relation = fmt::format("read_parquet({})", file), .columns = {}, .is_table = true};
  }
  TRY_ASSIGN(const auto start, first_line_of(path));
  if (auto access = recognise_access_log(start, path)) {
    return LogFile{.path = path, .format = std::move(access->format), .relation = std::move(access->relation), .columns = {}};
  }
  if (start.starts_with('{') || start.starts_with('[')) {
    return LogFile{
        .path = path, .format = "", .relation = fmt::format("read_json_auto({}, maximum_object_size = 67108864)", file), .columns = {}};
  }
  // Everything as text: our own casts decide and count what they refuse. Rows of a wrong shape go to reject_errors.
  return LogFile{.path = path,
                 .format = "",
                 .relation = fmt::format("read_csv({}, {}, store_rejects = true)", file, kCsv),
                 .columns = {},
                 .header_lines = 1,
                 .is_csv = true};
}

base::Status describe(base::DuckDb& engine, LogFile& file) {
  base::NoProgress quiet;
  TRY_ASSIGN(auto described,
             engine.query("SELECT column_name::VARCHAR, column_type::VARCHAR FROM (DESCRIBE SELECT * FROM " + file.relation + ")", quiet));
  file.columns.clear();
  while (described.next()) file.columns.push_back({described.text(0), described.text(1)});
  return {};
}

// DuckDB's messages carry advice for its own users after the first lines.
std::string first_line(const std::string& message) { return message.substr(0, message.find('\n')); }

}  // namespace

std::vector<std::string> LogFile::names() const {
  std::vector<std::string> out;
  for (const auto& column : columns) out.push_back(column.name);
  return out;
}

const LogColumn* LogFile::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return base::equals_ignoring_case(c.name, name); });
  return found == columns.end() ? nullptr : &*found;
}

Result<LogFile> open_log_file(base::DuckDb& engine, const std::string& path) {
  TRY_ASSIGN(auto file, recognise_file(path));
  if (const auto described = describe(engine, file); !described) {
    if (described.error().kind == ErrorKind::cancelled) return std::unexpected(described.error());
    return fail(ErrorKind::invalid_input, "cannot be read as a table: " + first_line(described.error().message), path);
  }
  return file;
}

LogFile with_types(const LogFile& csv, const std::map<std::string, std::string>& types) {
  auto out = csv;
  std::vector<std::string> list;
  for (auto& column : out.columns) {
    const auto type = types.find(column.name);
    if (type == types.end()) continue;
    column.type = type->second;
    list.push_back(fmt::format("{}: {}", base::sql_text(column.name), base::sql_text(column.type)));
  }
  out.relation = fmt::format("read_csv({}, {}, types = {{{}}})", base::sql_text(csv.path), kCsv, base::join(list, ", "));
  return out;
}

Result<LogFile> select_from(base::DuckDb& engine, const LogFile& file, const std::string& sql) {
  auto out = file;
  std::string select(base::trim(sql));
  while (select.ends_with(';')) select = std::string(base::trim(std::string_view(select).substr(0, select.size() - 1)));
  out.relation = fmt::format("(WITH log AS (SELECT * FROM {}) SELECT * FROM ({}\n))", file.relation, select);
  if (const auto described = describe(engine, out); !described) {
    return fail(ErrorKind::invalid_input,
                fmt::format("--sql: {}. It takes one SELECT over the table log, which has {}", first_line(described.error().message),
                            base::join(file.names(), ", ")),
                file.path);
  }
  return out;
}

}  // namespace accelprep::intake

#include "intake/requests/log_source.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;

enum class Shape : std::uint8_t { csv, json, parquet };

Result<std::string> first_line_of(const std::string& path) {
  constexpr std::size_t kLongestLine = std::size_t{64} << 20U;
  TRY_ASSIGN(auto reader, base::LineReader::open(path, kLongestLine));
  TRY_ASSIGN(const auto line, reader.next());
  if (!line) return fail(ErrorKind::invalid_input, "is empty; expected a request log", path);
  return std::string(base::trim(*line));
}

Result<Shape> shape_of(const std::string& path) {
  if (path.ends_with(".parquet") && base::file_exists(path)) return Shape::parquet;
  TRY_ASSIGN(const auto start, first_line_of(path));
  return start.starts_with('{') || start.starts_with('[') ? Shape::json : Shape::csv;
}

std::string reader_of(Shape shape, const std::string& path) {
  const auto file = base::sql_text(path);
  switch (shape) {
    case Shape::parquet:
      return fmt::format("read_parquet({}, filename = 'accelprep_file')", file);
    case Shape::json:
      return fmt::format("read_json_auto({}, filename = 'accelprep_file', maximum_object_size = 67108864)", file);
    case Shape::csv:
      break;
  }
  // Everything as text: our own casts decide and count what they refuse. Rows of a wrong shape go to reject_errors.
  return fmt::format(
      "read_csv({}, all_varchar = true, header = true, filename = 'accelprep_file', strict_mode = false, store_rejects = true)", file);
}

// The files one after the other, columns matched by name, rows numbered in the order in which they lie.
std::string relation_of(Shape shape, const std::vector<std::string>& paths) {
  constexpr std::int64_t kRowsPerFile = std::int64_t{1} << 40U;
  std::string out;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    out += fmt::format("{}SELECT *, {} + row_number() OVER () - 1 AS accelprep_row FROM {}", i > 0 ? " UNION ALL BY NAME " : "",
                       static_cast<std::int64_t>(i) * kRowsPerFile, reader_of(shape, paths[i]));
  }
  return "(" + out + ")";
}

// DuckDB's messages carry advice for its own users after the first lines.
std::string first_line(const std::string& message) { return message.substr(0, message.find('\n')); }

}  // namespace

Result<LogSource> open_log(base::DuckDb& engine, const std::vector<std::string>& paths, base::Progress& progress) {
  if (paths.empty()) return fail(ErrorKind::invalid_input, "no request log is named");
  Shape shape = Shape::csv;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    TRY_ASSIGN(const auto one, shape_of(paths[i]));
    if (i > 0 && one != shape)
      return fail(ErrorKind::invalid_input, "has another format than the files before it; read them in two runs", paths[i]);
    shape = one;
  }
  LogSource source{.relation = relation_of(shape, paths), .header_lines = shape == Shape::csv ? 1 : 0};
  auto described = engine.query("SELECT column_name::VARCHAR FROM (DESCRIBE SELECT * FROM " + source.relation + ")", progress);
  if (!described) {
    if (described.error().kind == ErrorKind::cancelled) return std::unexpected(described.error());
    return fail(ErrorKind::invalid_input, "cannot be read as a table: " + first_line(described.error().message), paths.front());
  }
  while (described->next()) {
    if (auto name = described->text(0); !name.starts_with("accelprep_")) source.columns.push_back(std::move(name));
  }
  return source;
}

}  // namespace accelprep::intake

#include "base/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace accelprep::base {
namespace {

std::unexpected<Error> failed(sqlite3* database) {
  const int code = sqlite3_errcode(database);
  const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
  const bool missing = code == SQLITE_CANTOPEN;
  const ErrorKind kind = damaged ? ErrorKind::corrupt : (missing ? ErrorKind::not_found : ErrorKind::io);
  const char* file = sqlite3_db_filename(database, "main");
  return fail(kind, sqlite3_errmsg(database), file != nullptr ? file : "");
}

}  // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void SqliteDatabase::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

SqliteStatement& SqliteStatement::bind(int index, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}
SqliteStatement& SqliteStatement::bind(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
  return *this;
}
SqliteStatement& SqliteStatement::bind(int index, double value) {
  sqlite3_bind_double(statement_.get(), index, value);
  return *this;
}
SqliteStatement& SqliteStatement::bind_null(int index) {
  sqlite3_bind_null(statement_.get(), index);
  return *this;
}

Result<bool> SqliteStatement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return failed(database_);
}

Status SqliteStatement::run() {
  for (bool more = true; more;) {
    TRY_ASSIGN(more, step());
  }
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  return {};
}

int SqliteStatement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string SqliteStatement::column_text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return text == nullptr ? "" : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)));
}
std::int64_t SqliteStatement::column_integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double SqliteStatement::column_number(int column) const { return sqlite3_column_double(statement_.get(), column); }
bool SqliteStatement::column_is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

std::string SqliteStatement::column_image(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_NULL:
      return "n";
    case SQLITE_INTEGER:
      return fmt::format("i{}", column_integer(column));
    case SQLITE_FLOAT:
      return fmt::format("f{:a}", column_number(column));
    case SQLITE_TEXT:
      return "t" + column_text(column);
    default:
      return "b" + column_text(column);
  }
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& path, Mode mode) {
  sqlite3* handle = nullptr;
  const int flags = mode == Mode::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  SqliteDatabase database(handle);
  if (code != SQLITE_OK) {
    auto error = failed(handle);
    error.error().place = path;
    return error;
  }
  sqlite3_busy_timeout(handle, 10'000);
  return database;
}

Status SqliteDatabase::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return failed(database_.get());
  return {};
}

Result<SqliteStatement> SqliteDatabase::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK) {
    return failed(database_.get());
  }
  return SqliteStatement(database_.get(), statement);
}

std::int64_t SqliteDatabase::last_row_id() const { return sqlite3_last_insert_rowid(database_.get()); }

}  // namespace accelprep::base

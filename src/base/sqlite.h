// SQLite behind two types. Every call that can fail returns a Status; no statement outlives its database.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace accelprep::base {

class SqliteStatement {
 public:
  SqliteStatement& bind(int index, std::string_view text);  // indexes from 1
  SqliteStatement& bind(int index, std::int64_t value);
  SqliteStatement& bind(int index, double value);
  SqliteStatement& bind_null(int index);

  Result<bool> step();  // true: a row is ready; false: done
  Status run();         // step to the end, then reset so that it can be bound again

  [[nodiscard]] int columns() const;
  [[nodiscard]] std::string column_text(int column) const;  // columns from 0
  [[nodiscard]] std::int64_t column_integer(int column) const;
  [[nodiscard]] double column_number(int column) const;
  [[nodiscard]] bool column_is_null(int column) const;
  // The value with its storage class, as one unambiguous text: what a digest is taken over.
  [[nodiscard]] std::string column_image(int column) const;

 private:
  friend class SqliteDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(sqlite3* database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class SqliteDatabase {
 public:
  enum class Mode : std::uint8_t { create, read_only };
  static Result<SqliteDatabase> open(const std::string& path, Mode mode);

  Status execute(const std::string& sql);
  Result<SqliteStatement> prepare(std::string_view sql);
  [[nodiscard]] std::int64_t last_row_id() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit SqliteDatabase(sqlite3* database) : database_(database) {}
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace accelprep::base

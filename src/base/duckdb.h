// DuckDB's C API behind two types: an in-memory engine that reads the files it is told to and nothing else (no extension is
// downloaded or attached), and the rows of a result.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"

namespace accelprep::base {

class DuckRows {
 public:
  DuckRows(DuckRows&&) noexcept;
  DuckRows& operator=(DuckRows&&) noexcept;
  ~DuckRows();

  bool next();  // moves to the first, then each further row
  [[nodiscard]] std::size_t columns() const;
  [[nodiscard]] std::string column_name(std::size_t column) const;
  [[nodiscard]] bool is_null(std::size_t column) const;
  // The column must have that SQL type: BIGINT, DOUBLE, VARCHAR. Cast in the query.
  [[nodiscard]] std::int64_t integer(std::size_t column) const;
  [[nodiscard]] double number(std::size_t column) const;
  [[nodiscard]] std::string text(std::size_t column) const;

 private:
  friend class DuckDb;
  struct State;
  explicit DuckRows(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class DuckDb {
 public:
  static Result<DuckDb> open();
  DuckDb(DuckDb&&) noexcept;
  DuckDb& operator=(DuckDb&&) noexcept;
  ~DuckDb();

  // Reports its progress; an interrupted query is ErrorKind::cancelled.
  Result<DuckRows> query(const std::string& sql, Progress& progress);
  Status execute(const std::string& sql, Progress& progress);

 private:
  struct State;
  explicit DuckDb(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

std::string sql_text(std::string_view value);  // 'quoted', for a literal
std::string sql_name(std::string_view name);   // "quoted", for a column

}  // namespace accelprep::base

// DuckDB's C API behind two types: an in-memory engine that reads the files it is told to and nothing else (no extension is
// downloaded or attached), and the rows of a result.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
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

// Which rows of a column hold a value.
class DuckValidity {
 public:
  DuckValidity(const std::uint64_t* words, std::size_t rows) : words_(words), rows_(rows) {}
  [[nodiscard]] bool operator[](std::size_t row) const { return words_ == nullptr || ((words_[row / 64] >> (row % 64)) & 1U) != 0; }
  [[nodiscard]] bool any() const;

 private:
  const std::uint64_t* words_;  // a bit a row; null where all do
  std::size_t rows_;
};

// Some rows of a running query, column by column. A column must have the SQL type that is asked for; what a null holds is anything.
class DuckChunk {
 public:
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::span<const std::int64_t> integers(std::size_t column) const;               // BIGINT
  [[nodiscard]] std::span<const double> numbers(std::size_t column) const;                      // DOUBLE
  [[nodiscard]] std::span<const bool> flags(std::size_t column) const;                          // BOOLEAN
  [[nodiscard]] std::span<const std::int64_t> list(std::size_t column, std::size_t row) const;  // BIGINT[], without nulls in it
  [[nodiscard]] bool is_null(std::size_t column, std::size_t row) const { return !validity(column)[row]; }
  [[nodiscard]] DuckValidity validity(std::size_t column) const;

 private:
  friend class DuckDb;
  struct State;
  explicit DuckChunk(const State& state) : state_(state) {}
  template <class T>
  [[nodiscard]] std::span<const T> values(std::size_t column) const;
  const State& state_;
};

class DuckDb {
 public:
  static Result<DuckDb> open();
  DuckDb(DuckDb&&) noexcept;
  DuckDb& operator=(DuckDb&&) noexcept;
  ~DuckDb();

  // From now on no statement reads or writes any other file: for SQL that a user wrote.
  Status confine_to(const std::vector<std::string>& paths);

  // Reports its progress; an interrupted query is ErrorKind::cancelled.
  Result<DuckRows> query(const std::string& sql, Progress& progress);
  Status execute(const std::string& sql, Progress& progress);
  // Hands the rows over in the query's order, on this thread, and holds no more than a few chunks of them. Stops at the first failure of
  // `use`.
  using Use = std::function<Status(const DuckChunk&)>;
  Status stream(const std::string& sql, Progress& progress, const Use& use);
  // Hands the rows over on all of the engine's threads at once: `use` must bear that, and rows are in no order but within a chunk.
  Status scan(const std::string& sql, Progress& progress, const Use& use);

 private:
  struct State;
  explicit DuckDb(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

std::string sql_text(std::string_view value);  // 'quoted', for a literal
std::string sql_name(std::string_view name);   // "quoted", for a column

}  // namespace accelprep::base

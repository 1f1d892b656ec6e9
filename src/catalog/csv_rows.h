// CSV tables with a header row that names every column, read cell by cell; a mistake names file, line and column.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace accelprep::catalog {

// One row. The first mistake is kept and returned by finish(); until then reads go on and give nothing.
class CsvRow {
 public:
  CsvRow(std::span<const std::string> columns, std::vector<std::string> cells, std::string place);

  std::string text(std::string_view column);     // "" for an empty cell
  std::string require(std::string_view column);  // an empty cell is a mistake
  std::string version(std::string_view column);  // "525.60.13", "9.0a"; "" for an empty cell
  double positive(std::string_view column);      // a number above 0
  std::int64_t count(std::string_view column);   // a whole number from 0
  bool yes(std::string_view column);             // "yes" or "no"
  std::string one_of(std::string_view column, std::span<const std::string_view> allowed);
  std::vector<std::string> list(std::string_view column);  // parted by ";"

  void complain(std::string_view column, const std::string& message);
  [[nodiscard]] base::Status finish() const;

 private:
  const std::string& cell(std::string_view column) const;

  std::span<const std::string> columns_;
  std::vector<std::string> cells_;
  std::string place_;  // "catalog/cuda.csv:14"
  std::optional<base::Error> first_;
};

class CsvRows {
 public:
  // The header must name exactly `columns`, in any order. Empty lines and lines that start with "#" are passed over.
  static base::Result<CsvRows> parse(std::string_view text, const std::string& path, std::initializer_list<std::string_view> columns);
  // Calls read(CsvRow&) for each row, which returns a Status.
  template <class Read>
  base::Status each(Read read) const {
    for (const auto& row : rows_) {
      CsvRow cells(columns_, row.cells, row.place);
      TRY(read(cells));
    }
    return {};
  }

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string place;
  };
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
};

}  // namespace accelprep::catalog

// The table that `nvidia-smi dmon` and `pmon` print: a header of names, a line of units, rows; the header again every so many rows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace accelprep::intake {

struct DmonHeader {
  bool commas = false;             // --format csv
  std::vector<std::string> names;  // "gpu", "pwr", "gtemp", ... in lower case; "date" and "time" with -o DT
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
};

// Nothing where `line` is no header: it has to name gpu and a column of dmon or pmon, and to begin with # or to have commas.
std::optional<DmonHeader> read_dmon_header(std::string_view line);

// "# Idx W C ...": the units, one a column.
bool is_dmon_units(std::string_view line);

// The words of a row or of the line of units. The last column takes the rest of the line: a command may have blanks in it.
void split_dmon_row(std::string_view line, const DmonHeader& header, std::vector<std::string_view>& cells);

}  // namespace accelprep::intake

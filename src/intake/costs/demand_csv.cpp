#include "intake/costs/demand_csv.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

constexpr std::string_view kColumn = "accelerators";
constexpr double kMost = 1e7;  // accelerators in one hour: beyond it a slip of the pen

base::Result<std::size_t> column_of(const std::vector<std::string>& header, const std::string& place) {
  const auto found = std::find(header.begin(), header.end(), kColumn);
  if (found == header.end()) {
    return base::fail(base::ErrorKind::invalid_input,
                      fmt::format("has no column \"{}\"; found: {}. Each row is one hour, in order", kColumn, base::join(header, ", ")),
                      place);
  }
  return static_cast<std::size_t>(found - header.begin());
}

}  // namespace

base::Result<std::vector<double>> demand_from_csv(base::LineReader& lines) {
  std::vector<double> out;
  std::optional<std::size_t> column;
  while (true) {
    TRY_ASSIGN(const auto line, lines.next());
    if (!line) break;
    if (base::trim(*line).empty()) continue;
    const auto cells = base::split_csv(*line);
    if (!column) {
      TRY_ASSIGN(column, column_of(cells, lines.place()));
      continue;
    }
    const auto value = *column < cells.size() ? base::parse_number(cells[*column]) : std::nullopt;
    if (!value || *value < 0 || *value > kMost) {
      return base::fail(base::ErrorKind::invalid_input,
                        fmt::format("{}: expected the accelerators needed in this hour, 0 or more", kColumn), lines.place());
    }
    out.push_back(*value);
  }
  if (out.empty()) return base::fail(base::ErrorKind::invalid_input, "holds no hour; expected a header and one row an hour", lines.path());
  return out;
}

}  // namespace accelprep::intake

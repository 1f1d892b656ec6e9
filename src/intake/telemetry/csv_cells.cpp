#include "intake/telemetry/csv_cells.h"

#include "base/text.h"

namespace accelprep::intake {

const std::vector<std::string_view>& CsvCells::split(std::string_view line) {
  cells_.clear();
  std::size_t from = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ',') {
      cells_.push_back(base::trim(line.substr(from, at - from)));
      from = at + 1;
    } else if (line[at] == '"') {
      unquoted_ = base::split_csv(line);
      cells_.assign(unquoted_.begin(), unquoted_.end());
      return cells_;
    }
  }
  cells_.push_back(base::trim(line.substr(from)));
  return cells_;
}

}  // namespace accelprep::intake

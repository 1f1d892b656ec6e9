#include "intake/telemetry/csv_cells.h"

#include "base/text.h"

namespace accelprep::intake {
namespace {

// Most cells have one blank before them and none behind.
std::string_view cut(std::string_view cell) {
  if (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
  const bool bare = cell.empty() || (cell.front() > ' ' && cell.back() > ' ');
  return bare ? cell : base::trim(cell);
}

}  // namespace

const std::vector<std::string_view>& CsvCells::split(std::string_view line) {
  cells_.clear();
  std::size_t from = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] > ',') continue;  // most characters are; a comma and a quote are not
    if (line[at] == ',') {
      cells_.push_back(cut(line.substr(from, at - from)));
      from = at + 1;
    } else if (line[at] == '"') {
      unquoted_ = base::split_csv(line);
      cells_.assign(unquoted_.begin(), unquoted_.end());
      return cells_;
    }
  }
  cells_.push_back(cut(line.substr(from)));
  return cells_;
}

}  // namespace accelprep::intake

// The cells of CSV lines as views, without an allocation a line: telemetry has no quotes but in names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace accelprep::intake {

class CsvCells {
 public:
  // Valid until the next call and as long as `line` is. Blanks around cells are cut.
  const std::vector<std::string_view>& split(std::string_view line);

 private:
  std::vector<std::string_view> cells_;
  std::vector<std::string> unquoted_;
};

}  // namespace accelprep::intake

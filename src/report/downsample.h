// Series as a screen can show them: for each step of a grid the lowest, the median and the highest value, so that no peak is
// averaged away.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "evidence/finding.h"

namespace accelprep::report {

struct Grid {
  double from = 0;
  double step = 1;
  std::size_t count = 0;
};

// Steps of a whole multiple of the finest spacing that reach over every series' x, at most `most` of them. `count` is 0
// where no series has a point. x must ascend.
Grid grid_over(const std::vector<const evidence::Series*>& series, std::size_t most);

struct Spread {
  double low = 0;
  double mid = 0;
  double high = 0;
};
using Spreads = std::vector<std::optional<Spread>>;  // one a step; nothing where no value is known

// Over the column `name` of all series together.
Spreads spreads(const std::vector<const evidence::Series*>& series, std::string_view name, const Grid& grid);

}  // namespace accelprep::report

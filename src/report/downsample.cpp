#include "report/downsample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/pictures.h"

namespace accelprep::report {
namespace {

Spread spread_of(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const auto half = values.size() / 2;
  const double mid = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {values.front(), mid, values.back()};
}

}  // namespace

Grid grid_over(const std::vector<const evidence::Series*>& series, std::size_t most) {
  std::optional<double> first;
  double last = -std::numeric_limits<double>::infinity();
  std::optional<double> finest;
  for (const auto* one : series) {
    if (one->x.empty()) continue;
    first = std::min(first.value_or(one->x.front()), one->x.front());
    last = std::max(last, one->x.back());
    for (std::size_t i = 1; i < one->x.size(); ++i) {
      const double step = one->x[i] - one->x[i - 1];
      if (step > 0) finest = std::min(finest.value_or(step), step);
    }
  }
  if (!first || most == 0) return {};
  const double step = finest.value_or(1);
  const double points = std::floor((last - *first) / step) + 1;
  const double merged = std::ceil(points / static_cast<double>(most));
  return {.from = *first, .step = step * merged, .count = static_cast<std::size_t>(std::ceil(points / merged))};
}

Spreads spreads(const std::vector<const evidence::Series*>& series, std::string_view name, const Grid& grid) {
  std::vector<std::vector<double>> values(grid.count);
  for (const auto* one : series) {
    const auto* column = find_column(*one, name);
    if (column == nullptr) continue;
    for (std::size_t i = 0; i < column->y.size() && i < one->x.size(); ++i) {
      // Half a millionth of a step more than it is: a point that lies on an edge belongs to what begins there.
      const auto at = static_cast<std::size_t>(std::max(0.0, (one->x[i] - grid.from) / grid.step + 5e-7));
      if (column->y[i] && at < grid.count) values[at].push_back(*column->y[i]);
    }
  }
  Spreads out(grid.count);
  for (std::size_t i = 0; i < grid.count; ++i) {
    if (!values[i].empty()) out[i] = spread_of(values[i]);
  }
  return out;
}

}  // namespace accelprep::report

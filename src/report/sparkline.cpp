#include "report/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace accelprep::report {

std::string sparkline(std::span<const std::optional<double>> values, std::size_t width, std::optional<double> top) {
  constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (values.empty() || width == 0) return "";
  double largest = top.value_or(0);
  for (const auto& value : values) largest = std::max(largest, value.value_or(0));
  const std::size_t columns = std::min(width, values.size());
  std::string out;
  for (std::size_t column = 0; column < columns; ++column) {
    std::optional<double> peak;
    for (std::size_t i = column * values.size() / columns; i < (column + 1) * values.size() / columns; ++i) {
      if (values[i]) peak = std::max(peak.value_or(0), *values[i]);
    }
    if (!peak) {
      out += ' ';
      continue;
    }
    const double share = largest > 0 ? *peak / largest : 0;
    out += kBlocks[std::min<std::size_t>(7, static_cast<std::size_t>(std::lround(share * 7)))];
  }
  return out;
}

}  // namespace accelprep::report

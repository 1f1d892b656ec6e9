#include "intake/results/written_time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace accelprep::intake {
namespace {

constexpr double kYear2000 = 946684800;
constexpr double kYear2100 = 4102444800;

bool is_compact(std::string_view text) {
  if (text.size() != 15 || text[8] != '-') return false;
  return std::all_of(text.begin(), text.end(), [&](const char& c) { return &c == &text[8] || (c >= '0' && c <= '9'); });
}

}  // namespace

std::optional<records::ResultTime> written_time(std::string_view text) {
  std::string spread;
  if (is_compact(text)) {
    spread = fmt::format("{}-{}-{}T{}:{}:{}", text.substr(0, 4), text.substr(4, 2), text.substr(6, 2), text.substr(9, 2),
                         text.substr(11, 2), text.substr(13, 2));
    text = spread;
  }
  const auto parsed = base::parse_time(text);
  if (!parsed) return std::nullopt;
  return records::ResultTime{.ns = parsed->ns, .has_zone = parsed->has_zone};
}

std::optional<records::ResultTime> unix_time(std::optional<double> seconds) {
  if (!seconds || *seconds < kYear2000 || *seconds > kYear2100) return std::nullopt;
  return records::ResultTime{.ns = static_cast<base::TimeNs>(std::llround(*seconds * 1e6)) * 1000, .has_zone = true};
}

}  // namespace accelprep::intake

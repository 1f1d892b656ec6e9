#include "catalog/toml_figures.h"

#include <cmath>
#include <fmt/format.h>

namespace accelprep::catalog {

std::optional<double> positive(base::TomlReader& reader, std::string_view key) {
  const auto number = reader.number(key);
  if (number && (!(*number > 0) || !std::isfinite(*number))) {
    reader.complain(key, fmt::format("{}: expected a number above 0; leave the key out where it is not known", key));
  }
  return number;
}

std::optional<std::int64_t> positive_integer(base::TomlReader& reader, std::string_view key) {
  const auto number = reader.integer(key);
  if (number && *number < 1) reader.complain(key, fmt::format("{}: expected a whole number from 1", key));
  return number;
}

base::Status take_id(const std::string& id, const RowPlace& place) {
  base::TomlReader row(place.row, place.path);
  if (id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") != std::string::npos) {
    return base::fail(base::ErrorKind::invalid_input, fmt::format("id \"{}\": expected lower-case letters, digits and hyphens", id),
                      row.place_of("id"));
  }
  if (!place.seen.insert(id).second) {
    return base::fail(base::ErrorKind::invalid_input, fmt::format("id \"{}\" is taken by a row above", id), row.place_of("id"));
  }
  return {};
}

}  // namespace accelprep::catalog

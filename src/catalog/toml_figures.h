// Figures of a TOML row: above 0, or left out where they are not known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/toml.h"
#include "catalog/tables.h"

namespace accelprep::catalog {

std::optional<double> positive(base::TomlReader& reader, std::string_view key);
std::optional<std::int64_t> positive_integer(base::TomlReader& reader, std::string_view key);  // from 1

struct RowPlace {
  const base::TomlTable& row;
  const std::string& path;
  Ids& seen;
};

// Notes `id` as taken. An error where it is taken already, or is not of lower-case letters, digits, hyphens and dots.
base::Status take_id(const std::string& id, const RowPlace& place);

}  // namespace accelprep::catalog

// Figures as people state them in site.toml, cost.toml and audit.toml: a plain number (then it is assumed), or a table
// { value, low, high, basis, source, as_of, declared_by, on }.
#pragma once

#include <limits>
#include <optional>
#include <string_view>

#include "base/toml.h"
#include "records/stated.h"

namespace accelprep::intake {

// What values make sense; `meaning` ends the sentence "expected ...".
struct StatedRule {
  double min = 0;
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  // min itself is refused
  std::string_view meaning = "a number of 0 or more";
};
inline constexpr StatedRule kNotNegative{};
inline constexpr StatedRule kPositive{.above_min = true, .meaning = "a number above 0"};
inline constexpr StatedRule kShare{.max = 1, .meaning = "a fraction from 0 to 1 (0.33, not 33 percent)"};
inline constexpr StatedRule kPositiveShare{.max = 1, .above_min = true, .meaning = "a fraction above 0, up to 1 (0.33, not 33 percent)"};
inline constexpr StatedRule kTemperature{.min = -40, .max = 150, .meaning = "a temperature in degrees Celsius"};

// The figure under `key`; nothing where it is not there. Mistakes (no number, out of the rule, low without high, a value outside its
// own range, basis "declared" without declared_by, an unknown key) are kept in `reader` with the place of the figure or of the key in it.
std::optional<records::Stated> read_stated(base::TomlReader& reader, std::string_view key, const StatedRule& rule = kNotNegative);

// The same where the figure must be there; a missing one is a mistake.
records::Stated require_stated(base::TomlReader& reader, std::string_view key, const StatedRule& rule = kNotNegative);

// A date under `key` as "YYYY-MM-DD"; "" where it is not there.
std::string read_date(base::TomlReader& reader, std::string_view key);

}  // namespace accelprep::intake

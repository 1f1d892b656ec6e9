// Thresholds a user may change under [policy], one row each. They are planning heuristics, and the report says so.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "evidence/dossier.h"

namespace accelprep::readiness {

struct PolicyRow {
  std::string_view key;
  std::optional<double> default_value;  // nothing: off unless set
  std::string_view unit;
  std::string_view description;
};

std::span<const PolicyRow> policy_rows();

// The value a dossier carries, else the default. The key must be a row (CHECK).
std::optional<double> policy_value(const evidence::Dossier& dossier, std::string_view key);
double threshold(const evidence::Dossier& dossier, std::string_view key);  // of a row that has a default

}  // namespace accelprep::readiness

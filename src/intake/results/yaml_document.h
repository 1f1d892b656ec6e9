// YAML read as JSON, for the view that results are read through.
#pragma once

#include <string>

#include "intake/results/json_view.h"

namespace accelprep::intake {

// The first document. Aliases are resolved; what they would blow up beyond some million values is an error. Infinities become texts, as in
// JSON.
base::Result<JsonDocument> parse_yaml(const std::string& text, const std::string& path);

}  // namespace accelprep::intake

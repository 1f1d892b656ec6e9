// traffic.toml: a traffic model as a file; docs/formats/traffic.md has the keys.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "records/traffic_model.h"

namespace accelprep::intake {

// `fit` is what is said about the fit, a sentence; it is not read back.
std::string traffic_toml(const records::TrafficModel& model, std::string_view fit);

// Errors with file, line and column: a missing or wrong key, a level or a count that is none.
base::Result<records::TrafficModel> parse_traffic_toml(std::string_view text, const std::string& path);
base::Result<records::TrafficModel> read_traffic_toml(const std::string& path);

}  // namespace accelprep::intake

// Compute capabilities as tools write them, in one spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace accelprep::records {

// "sm_120", "compute_120", "120", "12.0", "sm_90a" -> "12.0", "9.0a"; nothing where it is none.
std::optional<std::string> capability_named(std::string_view text);

// "cu128", "cu92", "cu118_full" -> "12.8", "9.2", "11.8"; "12.8", "13" stay; nothing where it names no CUDA version.
std::optional<std::string> cuda_named(std::string_view tag);

}  // namespace accelprep::records

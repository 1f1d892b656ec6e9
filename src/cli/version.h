#pragma once

namespace accelprep::cli {

inline constexpr const char* kVersion = ACCELPREP_VERSION;

}  // namespace accelprep::cli

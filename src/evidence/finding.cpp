#include "evidence/finding.h"

#include <array>

namespace accelprep::evidence {

std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 3> kNames{"error", "warning", "info"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::string_view name_of(CheckStatus status) {
  constexpr std::array<std::string_view, 3> kNames{"pass", "fail", "unknown"};
  return kNames[static_cast<std::size_t>(status)];
}

}  // namespace accelprep::evidence

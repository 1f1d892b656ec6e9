// How far a rack is from carrying a node.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace accelprep::site {

enum class Level : std::uint8_t { ready, marginal, not_ready };

inline std::string_view name_of(Level level) {
  constexpr std::array<std::string_view, 3> kNames{"ready", "marginal", "not_ready"};
  return kNames[static_cast<std::size_t>(level)];
}

}  // namespace accelprep::site

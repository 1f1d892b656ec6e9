// The bytes that libFuzzer hands over, as text and as choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace accelprep::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

}  // namespace accelprep::fuzz

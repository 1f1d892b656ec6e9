// Driver versions against what needs them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stack/facts.h"

namespace accelprep::stack {

enum class Standing : std::uint8_t { below, enough, unclear };  // unclear: "525" against 525.60.13

Standing compare_driver(std::string_view driver, std::string_view floor);

struct DriverFloor {
  std::string driver;  // "525.60.13"
  evidence::CitedFact fact;
};

// The oldest driver that runs CUDA `cuda` ("12.8"), by minor-version compatibility; nothing where the facts hold no row for it.
enum class System : std::uint8_t { linux, windows };
std::optional<DriverFloor> driver_floor(const Facts& facts, std::string_view cuda, System system);

// The newest CUDA a driver carries, by the toolkits that shipped with its branch: "570.124.06" -> "12.8"; "" where not known.
std::string cuda_of_driver(const Facts& facts, std::string_view driver);
// A driver of the branch that first carried this CUDA: "12.8" -> "570.86.10"; "" where not known.
std::string driver_of_cuda(const Facts& facts, std::string_view cuda);

// The GPU's own floor: "570" for Blackwell; nothing where none is known.
std::optional<DriverFloor> gpu_driver_floor(const Facts& facts, std::string_view capability);

int major_of(std::string_view version);                // of "12.8": 12; 0 where there is none
std::string major_minor_of(std::string_view version);  // of "12.8.1": "12.8"

}  // namespace accelprep::stack

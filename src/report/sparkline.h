// A series as a row of block characters; an unknown value is a blank.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace accelprep::report {

// Scaled to the largest value or to `top`, at most `width` characters: neighbours are joined by their largest, so that no peak is hidden.
std::string sparkline(std::span<const std::optional<double>> values, std::size_t width = 72, std::optional<double> top = std::nullopt);

}  // namespace accelprep::report

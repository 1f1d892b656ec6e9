// One cell of a telemetry table: a number in base units, or absent. A placeholder is never read as a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace accelprep::intake {

enum class Quantity : std::uint8_t { fraction, bytes, watts, celsius, hertz, seconds };

struct CellValue {
  enum class Kind : std::uint8_t { absent, number, malformed } kind = Kind::absent;
  double value = 0;  // base units: 0..1, bytes, W, degrees Celsius, Hz, s
};

// "[N/A]", "[Not Supported]", "[GPU is lost]", anything else in square brackets, "N/A", "-", "ERR!", "NULL", blank.
bool is_placeholder(std::string_view cell);

// What one `unit` ("%", "MiB", "us") is in base units; nothing where the quantity has no such unit.
std::optional<double> unit_factor(Quantity quantity, std::string_view unit);
// The unit that nvidia-smi means where neither cell nor header names one.
double default_factor(Quantity quantity);

// A number with an optional unit of its own; without one, `factor` holds. DCGM's "blank" sentinels are absent.
CellValue read_quantity(std::string_view cell, Quantity quantity, double factor);

}  // namespace accelprep::intake

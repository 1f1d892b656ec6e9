// Numbers for people, formatted in one place: always with a unit, never with more digits than the interval supports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/measurement.h"

namespace accelprep::report {

// "33 %", "10.2 kW", "$36,196 /year", "16.1 GiB", "4.1 /s", "45 min". Units are those of the measurement table.
std::string format_value(double value, std::string_view unit);
// "33 % (30 to 36)": digits as the interval's width allows.
std::string format_value(double value, std::string_view unit, const std::optional<evidence::Interval>& interval);
// "not measured: ..." for an absence.
std::string format_value(const evidence::Measurement& measurement);

std::string format_count(std::int64_t value);       // "1,429,737"
std::string format_usd(double usd);                 // "$36,196", "$3.29", "-$9,440"
std::string format_bytes(double bytes);             // "16.1 GiB"
std::string significant(double value, int digits);  // "0.0123", "12,300"

}  // namespace accelprep::report

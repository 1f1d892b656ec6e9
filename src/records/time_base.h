// What the times of a recording are.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace accelprep::records {

enum class TimeBase : std::uint8_t {
  calendar,       // dates
  running_clock,  // seconds since a start that is not known: intervals hold, dates do not
  none,           // the order is known and nothing else: every sample bears the time 0
};
inline constexpr std::array<std::string_view, 3> kTimeBaseNames{"calendar", "running_clock", "none"};

}  // namespace accelprep::records

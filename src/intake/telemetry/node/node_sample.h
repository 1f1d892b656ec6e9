// The power of a whole node, as meters and management controllers tell it: accelerators, processors, fans and losses together.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "intake/telemetry/formats.h"
#include "records/devices.h"

namespace accelprep::intake {

// A device named records::kNode that carries power alone. A reason instead, where the power or the time cannot be: below 0 or over 1 MW,
// since a rack's is no module's.
std::optional<std::string_view> impossible_of_node(base::TimeNs at_ns, double power_w);
records::DeviceSample node_sample(base::TimeNs at_ns, double power_w);

std::string node_note(const std::string& path, std::string_view meter);

// "Mon Nov 30 18:39:36 2026" and "11/30/2026 18:39:36 UTC" (or with dashes, with a fraction) as ISO 8601 has it. As it is, where it is
// neither.
std::string iso_time(std::string_view written);

}  // namespace accelprep::intake

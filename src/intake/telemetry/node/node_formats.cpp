// What meters and management controllers write of a whole node.
#include <array>

#include "intake/telemetry/formats.h"
#include "intake/telemetry/node/dcmi.h"
#include "intake/telemetry/node/ptdaemon.h"
#include "intake/telemetry/node/redfish.h"

namespace accelprep::intake {

std::span<const TelemetryFormat> node_formats() {
  static constexpr std::array kFormats{
      TelemetryFormat{.kind = "PTDaemon power log", .recognizes = is_ptdaemon_log, .read = read_ptdaemon_log},
      TelemetryFormat{.kind = "DCMI power readings", .recognizes = is_dcmi_text, .read = read_dcmi_text},
      TelemetryFormat{.kind = "Redfish power", .recognizes = is_redfish_power, .read = read_redfish_power}};
  return kFormats;
}

}  // namespace accelprep::intake

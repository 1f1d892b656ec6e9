// The family of logs that scripts write of a server's metrics.
#include "intake/telemetry/formats.h"

#include <array>

#include "intake/telemetry/server_logs/burstgpt_log.h"
#include "intake/telemetry/server_logs/server_csv.h"

namespace accelprep::intake {

std::span<const TelemetryFormat> server_log_formats() {
  static constexpr std::array kFormats{
      TelemetryFormat{"server metrics CSV", is_server_csv, read_server_csv},
      TelemetryFormat{"BurstGPT monitor JSON", is_burstgpt_log, read_burstgpt_log},
  };
  return kFormats;
}

}  // namespace accelprep::intake

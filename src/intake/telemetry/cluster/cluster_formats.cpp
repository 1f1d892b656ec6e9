// What clusters publish.
#include <array>

#include "intake/telemetry/cluster/pod_series.h"
#include "intake/telemetry/cluster/util_distribution.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {

std::span<const TelemetryFormat> cluster_formats() {
  static constexpr std::array kFormats{
      TelemetryFormat{.kind = "GenTD26 pod series", .recognizes = is_pod_series, .read = nullptr, .read_together = read_pod_series},
      TelemetryFormat{.kind = "utilization distribution", .recognizes = is_util_distribution, .read = read_util_distribution}};
  return kFormats;
}

}  // namespace accelprep::intake

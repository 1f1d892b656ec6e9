// What agents on the host record.
#include <array>

#include "intake/telemetry/formats.h"
#include "intake/telemetry/host/neuron_monitor.h"
#include "intake/telemetry/host/wandb.h"

namespace accelprep::intake {

std::span<const TelemetryFormat> host_formats() {
  static constexpr std::array kFormats{
      TelemetryFormat{.kind = "neuron-monitor JSON lines", .recognizes = is_neuron_monitor, .read = read_neuron_monitor},
      TelemetryFormat{.kind = "W&B system metrics CSV", .recognizes = is_wandb_csv, .read = read_wandb_csv},
      TelemetryFormat{.kind = "W&B system metrics JSON", .recognizes = is_wandb_json, .read = read_wandb_json}};
  return kFormats;
}

}  // namespace accelprep::intake

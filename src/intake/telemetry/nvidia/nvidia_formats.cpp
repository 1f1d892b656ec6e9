// What NVIDIA's own tools print, but for nvidia-smi's CSV.
#include <array>

#include "intake/telemetry/formats.h"
#include "intake/telemetry/nvidia/dcgmi_dmon.h"
#include "intake/telemetry/nvidia/dmon.h"
#include "intake/telemetry/nvidia/pmon.h"
#include "intake/telemetry/nvidia/query_text.h"
#include "intake/telemetry/nvidia/query_xml.h"

namespace accelprep::intake {

std::span<const TelemetryFormat> nvidia_formats() {
  static constexpr std::array kFormats{
      TelemetryFormat{"nvidia-smi dmon", is_dmon, read_dmon},
      TelemetryFormat{"nvidia-smi pmon", is_pmon, read_pmon},
      TelemetryFormat{"dcgmi dmon", is_dcgmi_dmon, read_dcgmi_dmon},
      TelemetryFormat{"nvidia-smi -q", is_query_text, read_query_text},
      TelemetryFormat{"nvidia-smi -q -x", is_query_xml, read_query_xml},
  };
  return kFormats;
}

}  // namespace accelprep::intake

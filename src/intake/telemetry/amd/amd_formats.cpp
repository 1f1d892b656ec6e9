// What AMD's tools write.
#include <array>

#include "intake/telemetry/amd/amd_csv.h"
#include "intake/telemetry/amd/amd_json.h"
#include "intake/telemetry/amd/amd_table.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {

std::span<const TelemetryFormat> amd_formats() {
  static constexpr std::array kFormats{
      TelemetryFormat{.kind = "rocm-smi JSON", .recognizes = is_rocm_smi_json, .read = read_rocm_smi_json},
      TelemetryFormat{.kind = "amdgpu_top JSON", .recognizes = is_amdgpu_top_json, .read = read_amdgpu_top_json},
      TelemetryFormat{.kind = "amd-smi JSON", .recognizes = is_amd_smi_json, .read = read_amd_smi_json},
      TelemetryFormat{.kind = "rocm-smi or amd-smi CSV", .recognizes = is_amd_csv, .read = read_amd_csv},
      TelemetryFormat{.kind = "rocm-smi table", .recognizes = is_rocm_smi_table, .read = read_rocm_smi_table},
      TelemetryFormat{.kind = "amd-smi table", .recognizes = is_amd_smi_table, .read = read_amd_smi_table}};
  return kFormats;
}

}  // namespace accelprep::intake

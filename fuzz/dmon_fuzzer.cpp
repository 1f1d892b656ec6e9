// Bytes as logs of nvidia-smi dmon, of nvidia-smi pmon and of dcgmi dmon.
#include "intake/telemetry/nvidia/dcgmi_dmon.h"
#include "intake/telemetry/nvidia/dmon.h"
#include "intake/telemetry/nvidia/pmon.h"
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  fuzz::read_and_fold(intake::read_dmon, data, size);
  fuzz::read_and_fold(intake::read_pmon, data, size);
  fuzz::read_and_fold(intake::read_dcgmi_dmon, data, size);
  return 0;
}

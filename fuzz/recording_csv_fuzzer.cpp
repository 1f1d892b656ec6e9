// Bytes as a recording of ours, through the parser and the fold.
#include "intake/telemetry/recording_csv.h"
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accelprep::fuzz::read_and_fold(accelprep::intake::read_recording_csv, data, size);
  return 0;
}

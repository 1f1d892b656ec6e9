// Bytes as Prometheus text, through the reader and the folds.
#include "intake/telemetry/prometheus/scrape_log.h"
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accelprep::fuzz::read_and_fold(accelprep::intake::read_scrape_log, data, size);
  return 0;
}

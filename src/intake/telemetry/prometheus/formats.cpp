// The family of Prometheus: what a scrape says, and what its HTTP API answers.
#include "intake/telemetry/formats.h"

#include <array>

#include "intake/telemetry/prometheus/query_range.h"
#include "intake/telemetry/prometheus/scrape_log.h"

namespace accelprep::intake {

std::span<const TelemetryFormat> prometheus_formats() {
  static constexpr std::array kFormats{
      TelemetryFormat{"Prometheus text", is_scrape_log, read_scrape_log},
      TelemetryFormat{"Prometheus query answer", is_query_range, nullptr, read_query_range},
  };
  return kFormats;
}

}  // namespace accelprep::intake

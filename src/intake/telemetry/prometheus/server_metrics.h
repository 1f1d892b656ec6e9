// The metrics of inference servers, by engine and name.
#pragma once

#include <cstdint>
#include <string_view>

#include "intake/telemetry/prometheus/exposition.h"

namespace accelprep::intake {

enum class ServerField : std::uint8_t { gauge, counter, max_batch };

struct ServerMetric {
  std::string_view engine;
  std::string_view name;  // ':' written '_', without "_total"
  ServerField field = ServerField::gauge;
  std::size_t target = 0;  // records::ServerGauge or records::ServerCounter
  double factor = 1;
  std::string_view label;  // only the series whose `label` is `wanted`, where one is named
  std::string_view wanted;
};

// Nothing (null) for a metric that is not read.
const ServerMetric* server_metric(const MetricName& metric);

}  // namespace accelprep::intake

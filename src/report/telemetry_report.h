// What accelerators did, as the verb `telemetry` shows it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "capacity/achieved.h"
#include "records/devices.h"
#include "records/distribution.h"
#include "records/server.h"
#include "records/time_base.h"
#include "report/envelope.h"
#include "workload/device_use.h"
#include "workload/soak.h"
#include "workload/sustained.h"

namespace accelprep::report {

// Said wherever busy is shown.
extern const std::string_view kBusyMeans;

struct TelemetryReport {
  Envelope envelope;
  std::span<const records::DeviceSummary> devices;
  const workload::Soak& soak;
  const workload::Sustained& sustained;          // of busy: a log of telemetry alone gives no more than an upper bound
  const capacity::Achieved* achieved = nullptr;  // where requests and model are known
  std::span<const records::Distribution> distributions;
  std::vector<records::RejectedRows> rejected;
  std::vector<std::string> notes;
  bool time_zone_known = true;
  records::TimeBase times = records::TimeBase::calendar;
  std::span<const records::ServerSummary> servers;
};

std::string telemetry_json(const TelemetryReport& report);  // accelprep.telemetry/1
std::string telemetry_text(const TelemetryReport& report);

nlohmann::ordered_json device_json(const workload::DeviceUse& use);
nlohmann::ordered_json soak_json(const workload::Soak& soak);
nlohmann::ordered_json sustained_json(const workload::Sustained& sustained);

// What is null in the report and why: metrics that no sample carries, what soak and sustained could not tell.
std::vector<MissingItem> missing_of(const TelemetryReport& report);

}  // namespace accelprep::report

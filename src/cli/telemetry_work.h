// The work that was done while the accelerators were watched: the requests of the run, and what of the cards' peaks they used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "capacity/achieved.h"
#include "cli/verb.h"
#include "evidence/dossier.h"
#include "intake/requests/request_log.h"
#include "records/devices.h"
#include "workload/soak.h"

namespace accelprep::cli {

struct TelemetryWork {
  std::optional<intake::RequestLog> requests;
  std::vector<evidence::Source> sources;
};

// --requests, --map, --timezone.
base::Result<TelemetryWork> read_work(Invocation& invocation);

struct WorkOnCards {
  const TelemetryWork& work;
  const std::vector<records::DeviceSummary>& devices;
  const workload::Soak& soak;
  std::string accelerator;  // catalog id or name
};

// --model, --tensor-parallel, --dtype beside them. Nothing without a model.
base::Result<std::optional<capacity::Achieved>> achieved_on(Invocation& invocation, const WorkOnCards& on);

}  // namespace accelprep::cli

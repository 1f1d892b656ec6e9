// The verb `site` with its telemetry reader handed in.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/verb.h"
#include "evidence/dossier.h"
#include "records/site_plan.h"
#include "site/cooling.h"

namespace accelprep::cli {

// What the recordings that site.toml names show of cooling.
struct CoolingTelemetry {
  site::CoolingFacts facts;  // setting, inlet and limit may be left open: site.toml and the catalog fill them
  std::vector<evidence::Source> sources;
};
struct CoolingRequest {
  std::vector<std::string> files;  // as paths from the working directory
  std::string accelerator;         // the node's, "" where not stated
};
// Empty where this build reads none: the checks are then unknown, and say so.
using CoolingReader = std::function<base::Result<CoolingTelemetry>(const CoolingRequest&)>;

base::Result<int> run_site(Invocation& invocation, const CoolingReader& read_telemetry);

}  // namespace accelprep::cli

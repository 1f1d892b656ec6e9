// What the recordings that site.toml names show of cooling.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "cli/verb.h"
#include "evidence/dossier.h"
#include "records/site_plan.h"
#include "site/cooling.h"

namespace accelprep::cli {

struct CoolingTelemetry {
  site::CoolingFacts facts;  // of the loaded accelerators; where and at which inlet comes from site.toml
  std::vector<evidence::Source> sources;
  std::vector<std::string> notes;  // why it is no soak, what the reader found odd
};

// The files of [cooling] telemetry, beside `site_path`. A recording of another accelerator than the node's is an error: its temperatures
// say nothing about the node.
base::Result<CoolingTelemetry> read_cooling(const Invocation& invocation, const std::string& site_path, const records::SitePlan& plan);

}  // namespace accelprep::cli

// cost.toml, or the same tables inside audit.toml. docs/formats/cost.md describes it.
#pragma once

#include <string>

#include "base/toml.h"
#include "records/cost_plan.h"

namespace accelprep::intake {

// `path` is what errors name. Refuses unknown keys, figures that make no sense, a file without currency, a rate without a date, a rate
// in a currency without a dated rate of exchange. Money comes out in USD. What is not stated stays not stated.
// [workload] hourly_accelerators may name a CSV file: it is left in `workload.hourly_file` for the caller to read (demand_csv.h).
base::Result<records::CostPlan> cost_from_toml(const base::TomlTable& table, const std::string& path);
base::Result<records::CostPlan> read_cost_toml(const std::string& path);

}  // namespace accelprep::intake

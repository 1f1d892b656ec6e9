// What `cost` and `audit` both hand to the comparison.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/catalog.h"
#include "economics/equivalence.h"
#include "evidence/dossier.h"
#include "records/cost_plan.h"

namespace accelprep::cli {

// The catalog must outlive it.
economics::HardwareLookup lookup_in(const catalog::Catalog& catalog);

// The hours named by [workload] hourly_accelerators, beside the cost file.
base::Status read_demand(const std::string& cost_path, records::CostPlan& plan, std::vector<evidence::Source>& sources);

}  // namespace accelprep::cli

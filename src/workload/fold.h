// The summary of request rows in memory: what the engine computes on files, for tests and live sampling.
#pragma once

#include <optional>
#include <vector>

#include "records/requests.h"

namespace accelprep::workload {

struct FoldOptions {
  std::optional<records::TimeNs> origin_ns;  // of the grids; else the first arrival
  std::optional<double> sla_ttft_s, sla_tpot_s, sla_e2e_s;
};

// In any order; `rows` is the order in which they were seen.
records::ArrivalSummary fold(const std::vector<records::Request>& rows, const FoldOptions& options = {});

}  // namespace accelprep::workload

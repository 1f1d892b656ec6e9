// Fits a traffic model to a log's summary.
#pragma once

#include "records/requests.h"
#include "records/traffic_model.h"
#include "workload/arrival.h"

namespace accelprep::workload {

// The rate at every step of the log, by its means over ever finer blocks (6 h, 1 h, 10 min, 1 min, 10 s): each step from a block's mean to
// its parts' means is shrunk by the share of its variance that is not Poisson's, sqrt(max(0, V - N) / V), so that a stream drawn from the
// levels has the log's variance at every scale, and not that plus chance once more.
records::TrafficModel fit_traffic(const records::ArrivalSummary& summary, const ArrivalProfile& profile);

}  // namespace accelprep::workload

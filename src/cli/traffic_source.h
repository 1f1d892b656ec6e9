// Request logs, or what stands in for one: a traffic model, or summaries made elsewhere.
#pragma once

#include <string>
#include <vector>

#include "base/progress.h"
#include "intake/requests/request_log.h"

namespace accelprep::cli {

// One file that ends in .toml is a traffic model (docs/formats/traffic.md), files that profile --summary wrote are merged, anything else is
// a log.
base::Result<intake::RequestLog> read_requests(const std::vector<std::string>& paths, const intake::RequestLogOptions& options,
                                               base::Progress& progress);

}  // namespace accelprep::cli

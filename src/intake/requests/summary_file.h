// A log's summary as a small file: made where the log lies, read and merged elsewhere. It holds counts, no request.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "records/requests.h"

namespace accelprep::intake {

std::string summary_json(const records::ArrivalSummary& summary);

// Errors: text that is no summary, a list that does not ascend, counts that do not add up.
base::Result<records::ArrivalSummary> parse_summary(std::string_view text, const std::string& path);

// By its beginning, before it is read as a log.
bool is_summary(const std::string& path);

// All of them as one. Errors: two whose grids do not fit; a log of counts.
base::Result<records::ArrivalSummary> read_summaries(const std::vector<std::string>& paths);

}  // namespace accelprep::intake

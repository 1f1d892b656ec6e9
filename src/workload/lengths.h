// What the lengths of prompts and answers say beyond their quantiles.
#pragma once

#include <optional>

#include "records/requests.h"

namespace accelprep::workload {

// A cliff: many requests end just below one length and hardly any above it. That is a limit (a context window, max_tokens), not demand.
struct LengthCap {
  double at = 0;     // tokens
  double share = 0;  // of the requests, within one per cent below it
};
std::optional<LengthCap> find_cap(const records::Sketch& tokens);

// Pearson's correlation of the logarithms of prompt and answer lengths, by their classes; nothing under 300 pairs.
std::optional<double> length_correlation(const std::vector<records::LengthCell>& lengths);

// Requests in the system on average, by Little's law: arrivals a second times mean seconds from arrival to last token.
std::optional<double> mean_concurrency(const records::ArrivalSummary& summary, double rate_per_s);

}  // namespace accelprep::workload

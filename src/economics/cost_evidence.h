// What a comparison leaves in the ledger: measurements, the tables and the series behind the report's pictures.
#pragma once

#include <vector>

#include "economics/comparison.h"
#include "evidence/finding.h"
#include "evidence/measurement.h"

namespace accelprep::economics {

struct EvidenceTerms {
  evidence::Origin origin;                                // subject, sources, time; the basis is set here
  records::Basis demand_basis = records::Basis::assumed;  // of the hourly demand
  double price_valid_days = 90;                           // a result that hangs on a rate expires so long after the date of the oldest one
};

struct CostEvidence {
  std::vector<evidence::Measurement> measurements;
  std::vector<evidence::Table> tables;   // "offers", "own_breakdown", "sensitivity", "flips"
  std::vector<evidence::Series> series;  // "cost_curve" over utilization, "cumulative_cost" over months
};

// The basis of a result is the weakest among the inputs that decide it. A rate with a date counts as imported unless the file says
// otherwise; every figure else counts as stated. The bases of single inputs are in the method's text.
CostEvidence cost_evidence(const CostInputs& inputs, const Comparison& comparison, const EvidenceTerms& terms);

// Of a rate, by that rule.
records::Basis rate_basis(const records::RentOffer& offer);

}  // namespace accelprep::economics

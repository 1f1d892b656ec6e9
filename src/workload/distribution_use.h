// The figures of a published distribution.
#pragma once

#include <optional>

#include "records/distribution.h"

namespace accelprep::workload {

struct DistributionUse {
  double mean = 0;            // with values spread evenly between two points
  double mean_low = 0;        // all of them at the lower point
  double mean_high = 0;       // all at the upper one
  std::optional<double> p50;  // nothing where the points begin above or end below that share
  std::optional<double> p90;
  std::optional<double> p95;
  double zero_share = 0;
  std::optional<double> below_5pct_share;  // of fractions only
  double described_share = 0;              // of the readings that the points reach: the means are of these alone
};

DistributionUse use_of(const records::Distribution& distribution);

}  // namespace accelprep::workload

// What the judgements on a rack leave in the ledger.
#pragma once

#include <vector>

#include "evidence/measurement.h"
#include "site/cooling.h"
#include "site/power.h"

namespace accelprep::site {

struct SiteFindings {
  const records::SitePlan& plan;
  const PowerResult& power;
  const CoolingFacts& facts;
  const CoolingResult& cooling;
};

// node_peak_power, node_sustained_power, power_normal, power_single_failure, power_startup, power_grade, temperature_margin,
// projected_margin. `origin` gives subject, sources and time; basis and setting are set here: a figure's own, and a verdict's the weaker of
// its peak's and its ratings' (attribute "ratings_basis"). A verdict's reason is its attribute "why".
std::vector<evidence::Measurement> site_measurements(const SiteFindings& findings, const evidence::Origin& origin);

}  // namespace accelprep::site

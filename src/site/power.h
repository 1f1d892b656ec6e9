// Does the rack carry the loaded node: in normal operation, after any single failure, and at start-up? All loads are the draw at the
// node's inlets. Supplies that are alive share the load evenly.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/finding.h"
#include "records/site_plan.h"
#include "site/level.h"

namespace accelprep::site {

struct PowerPolicy {
  // Start-up peak over sustained draw where only the latter is known: an 8 x B200 node drew 10.50 kW sustained and 11.88 kW for 12 s when
  // load began (MLPerf v5.1 power, 1 Hz), 13 % more; rounded up.
  double peak_over_sustained = 1.15;
  double office_capacity_w = 5000;  // below it, in all, no circuit for a node of several accelerators
};

enum class Carried : std::uint8_t { carried, fails, unknown };
std::string_view name_of(Carried carried);

struct PowerResult {
  std::optional<double> peak_w;                            // what the checks were made with
  std::string peak_why;                                    // where it comes from, or what to state
  records::Basis basis = records::Basis::assumed;          // of peak_w
  records::Basis ratings_basis = records::Basis::assumed;  // the weakest of breakers, voltages, supplies
  std::vector<evidence::Check> checks;                     // W; ids in docs/formats/site.md
  Carried normal = Carried::unknown;
  Carried single_failure = Carried::unknown;
  Carried startup = Carried::unknown;
  std::optional<bool> office_grade;
  Level level = Level::not_ready;
  std::string why;
};

// level: not_ready where normal operation fails or cannot be told, or the circuits are office grade; marginal where a single failure or the
// start-up is not carried, the peak is nobody's measurement, or nobody vouches for the ratings; else ready. Where no startup_w is stated,
// the start-up is the peak, and never less than peak_over_sustained times the sustained draw.
PowerResult judge_power(const records::SitePlan& plan, const PowerPolicy& policy = {});

}  // namespace accelprep::site

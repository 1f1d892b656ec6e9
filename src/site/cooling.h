// Does the target rack keep the loaded accelerators cool? First order: a part runs as much hotter as its inlet air is warmer, and a
// little more, because fans at their end and leakage both follow.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/finding.h"
#include "evidence/measurement.h"
#include "records/site_plan.h"
#include "site/level.h"

namespace accelprep::site {

struct CoolingPolicy {
  double reserve_k = 0.1;   // projected margin = margin - (target inlet - inlet) * (1 + k); published practice: 0 to 0.2
  double margin_min_c = 0;  // of the projected margin
  double clock_held_min = 0.97;
  double duration_min_s = 1800;  // a chassis is in steady state after 5 to 15 minutes,
  double ready_min_s = 3600;     // a room after 30 to 90
};

// What a soak showed, of the worst accelerator.
struct CoolingFacts {
  std::optional<double> duration_s;
  std::optional<double> clock_held_p05;  // 5th percentile of the clock under load, over this card's clock when cool
  std::optional<double> thermal_throttle_s;
  std::optional<double> temperature_max_c;
  std::optional<double> limit_c;  // where it begins to slow down
  std::string limit_source;
  evidence::Setting setting = evidence::Setting::unknown;
  std::optional<double> inlet_c;                   // of the air at the time
  std::optional<double> target_inlet_c;            // of the air in the target rack at its warmest
  records::Basis basis = records::Basis::assumed;  // the weakest of the above
};

struct CoolingResult {
  std::vector<evidence::Check> checks;
  std::optional<double> temperature_margin_c;  // limit - highest temperature
  std::optional<double> projected_margin_c;
  std::string why_no_projection;
  Level level = Level::not_ready;
  std::string why;
};

// level: ready where it was measured in the target rack for ready_min_s, not throttled, clocks held; marginal where that was shorter, where
// only the projection from a bench says so, or where the facts are nobody's recording; not_ready where it throttled, was too short, in a
// cloud, without its inlet temperature, or where the projected margin is below margin_min_c.
CoolingResult judge_cooling(const CoolingFacts& facts, const CoolingPolicy& policy = {});

// What site.toml itself states. Telemetry fills the rest.
CoolingFacts stated_facts(const records::CoolingPlan& plan);

}  // namespace accelprep::site

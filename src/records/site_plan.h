// What a person states about the rack a node is to stand in: site.toml, read by intake/site, judged by site/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/stated.h"

namespace accelprep::records {

// How the power supplies hang on a three-phase feed: between two lines, or between a line and neutral.
enum class Connection : std::uint8_t { not_stated, delta, wye };

// One of the rack's feeds: a circuit with its breaker, and the power supplies of each node that hang on it.
struct Feed {
  std::string name;             // "A"
  std::string id;               // "a": the end of its checks' ids
  std::optional<Stated> volts;  // line to line where it has three phases
  std::int64_t phases = 1;      // 1 or 3
  std::optional<Stated> breaker_a;
  Connection connection = Connection::not_stated;
  std::optional<Stated> continuous_factor;  // share of the breaker that a load of three hours and more may take
  std::optional<Stated> power_factor;
  std::optional<Stated> capacity_w;  // instead of volts, phases, breaker_a
  std::vector<std::int64_t> psus;    // numbered from 1; empty where not stated
};

// One node as the rack's circuits see it.
struct NodePlan {
  std::string accelerator;  // catalog id or name; "" where not stated
  std::optional<std::int64_t> accelerators;
  std::optional<Stated> peak_w;       // the highest draw of one fully loaded node
  std::optional<Stated> sustained_w;  // under steady full load
  std::optional<Stated> idle_w;
  std::optional<Stated> startup_w;  // the short rise when load begins
  std::optional<std::int64_t> psu_count;
  std::optional<Stated> psu_rating_w;       // of one supply
  std::optional<std::int64_t> psus_needed;  // alive for the node to run at full load
};

// What a person states about cooling; what the telemetry named here says comes from reading it.
struct CoolingPlan {
  std::string measured_in;               // "target_rack", "bench", "cloud", "unknown"; "" where not stated
  std::optional<Stated> inlet_c;         // of the air where it was measured
  std::optional<Stated> target_inlet_c;  // of the air in the target rack
  std::vector<std::string> telemetry;    // files
  std::optional<Stated> temperature_max_c;
  std::optional<Stated> limit_c;
  std::optional<Stated> clock_held_p05;
  std::optional<Stated> thermal_throttle_s;
  std::optional<Stated> duration_s;
};

struct SitePlan {
  std::int64_t nodes = 1;         // such nodes on these feeds
  std::optional<Stated> other_w;  // whatever else hangs on them, spread like the nodes' load
  NodePlan node;
  std::vector<Feed> feeds;
  CoolingPlan cooling;
  std::vector<std::string> optional_checks;  // ids of checks this site does not require
};

}  // namespace accelprep::records

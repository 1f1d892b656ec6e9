// Sustained utilization: over the workload's own cycle (a week unless shown shorter), the accelerator hours the work needs at the
// sustained capacity, over the hours owned. A soak has no day and no week in it, so it gives the capacity; the log gives the work.
// Where only `busy` was recorded over the cycle, that is an upper bound: enough to say "rent", never enough to say "own".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/finding.h"
#include "evidence/measurement.h"
#include "records/devices.h"
#include "workload/arrival.h"

namespace accelprep::workload {

// The work a second that one accelerator holds within the SLA.
struct HeldCapacity {
  double requests_per_s = 0;
  std::optional<double> tokens_per_s;       // input and output together
  std::optional<double> input_tokens_mean;  // of the requests it was held with
  std::optional<double> output_tokens_mean;
  std::optional<double> busy;                   // share of the time the accelerator was busy while it held this
  std::optional<double> low_per_s, high_per_s;  // a stated range
};

struct SustainedPolicy {
  double cycle_s = 7 * 86400;
  double cycle_min_coverage = 0.95;
  double length_tolerance = 0.10;  // token lengths of soak and log "match" within this share
  double most_change_per_week = 0.5;
  std::uint64_t seed = 1;
};

struct Sustained {
  std::optional<double> value;  // 0..1; above 1 the work needs more accelerators than are owned
  std::optional<evidence::Interval> ci95;
  std::string of = "capacity";  // "capacity" or "busy"
  std::string bound = "none";   // "point", "upper", "none"
  double cycle_s = 0;
  double cycle_covered = 0;  // 0..1
  bool qualifies = false;
  std::string why;
  std::string method;
};

struct WorkInput {
  const records::ArrivalSummary& log;
  const ArrivalProfile& profile;
  HeldCapacity capacity;
  std::int64_t accelerators = 1;  // owned
};

struct Demand {
  std::vector<double> start_s;                // Unix seconds of whole hours
  std::vector<std::optional<double>> needed;  // accelerators, fractions of one included; unknown in gaps
};

// Of the log at the capacity. In requests where the soak's mean token lengths match the log's, else in tokens; where lengths are
// not known on both sides, in requests, and `why` says that they could not be compared.
Sustained sustained_of_work(const WorkInput& input, const SustainedPolicy& policy);
Demand demand_of_work(const WorkInput& input, const SustainedPolicy& policy);

// The mean of each device's own mean busy, each over its known hours: an upper bound.
Sustained sustained_of_busy(const std::vector<records::DeviceSummary>& devices, const SustainedPolicy& policy);

// id: "sustained_utilization" or "busy_over_cycle".
evidence::Measurement sustained_measurement(const Sustained& sustained, const evidence::Origin& origin);
// "demand" and "load_duration".
std::vector<evidence::Series> demand_series(const Demand& demand);

}  // namespace accelprep::workload

// Own the base, rent the peaks: how many whole nodes cost least when the hours they cannot serve are rented on demand.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "economics/horizon.h"
#include "evidence/measurement.h"

namespace accelprep::economics {

struct HybridInputs {
  std::span<const double> hourly_accelerators;   // needed in each hour, in order; taken as typical of the whole horizon
  const OwnFigures& plan;                        // cost of one node = the plan's over its nodes
  double on_demand_usd_per_gpu_h = 0;            // the cheapest equivalent offer billed by the hour
  std::optional<double> reserved_usd_per_gpu_h;  // the cheapest equivalent reservation for the horizon
  Terms terms;
  std::uint64_t seed = 1;
  int resamples = 2000;
};

struct HybridOption {
  std::int64_t nodes = 0;
  double usd = 0;            // over the horizon, undiscounted, after the exit value
  double present_value = 0;  // of that cost
};

struct Hybrid {
  std::int64_t own_nodes = 0;
  double own_accelerators = 0;
  double rent_gpu_h = 0;  // over the horizon
  double rent_gpu_h_per_year = 0;
  double usd = 0;                          // over the horizon, undiscounted
  double npv_usd = 0;                      // against renting all of it, the cheaper of by the hour and reserved
  double npv_vs_best_pure_usd = 0;         // against the better of owning for the peak and renting all; 0 where that is the choice
  double saving = 0;                       // the same as a share of the better one's present value
  std::optional<evidence::Interval> ci95;  // of npv_vs_best_pure_usd
  std::string why_no_interval;
  std::int64_t nodes_for_peak = 0;       // at the 99th percentile hour
  std::vector<double> node_utilization;  // of the first, second, ... node up to nodes_for_peak
  std::vector<HybridOption> options;     // 0 to nodes_for_peak nodes
};

// Tries 0 to nodes_for_peak whole nodes and takes the least present value. The interval is a bootstrap over whole days (at least 7),
// with the number of nodes held; prices are as stated. The error says what is missing.
std::expected<Hybrid, std::string> cheapest_hybrid(const HybridInputs& inputs);

}  // namespace accelprep::economics

// A workload's traffic as a small file: enough to make arrivals and lengths like a log's, for a load generator or a simulation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/requests.h"

namespace accelprep::records {

struct TrafficModel {
  std::string log;            // what it was fitted to, for people
  double rate_per_s = 0;      // mean over the fitted span
  double span_s = 0;          // of the log
  TimeNs starts_at_ns = 0;    // of the first step
  bool has_calendar = false;  // starts_at_ns is a real time, so that hours have a name

  // The rate of each step over the mean, in the log's order. What chance alone adds to counts is taken out, so that drawing Poisson
  // arrivals from it does not count chance twice.
  std::int64_t step_s = 0;
  std::vector<double> levels;
  double batch_s = 0;      // stamps are multiples of it, where the log's clock was that coarse; else 0
  std::uint64_t seed = 1;  // whose draw is most like the log
  double gap_cv = 1;       // of the gaps within a step, by their own mean: 1 Poisson, 0 paced

  std::vector<double> hour_of_week;  // 168 means over the overall mean, Monday first; empty where a week was not seen
  std::vector<LengthCell> lengths;   // empty where the log has none

  // How much of the prompts a prefix cache of so many blocks holds, of all blocks asked for; ascending sizes, the last as good as any.
  struct Prefix {
    std::int64_t block_tokens = 0;
    bool by_session = false;
    struct Cache {
      double blocks = 0, share = 0;
    };
    std::vector<Cache> caches;
  };
  std::optional<Prefix> prefix;

  // Twentieths: the least, ..., the largest. A conversation's requests, and the time before each but the first.
  struct Sessions {
    double per_request = 0;  // new sessions for each request that is of one
    std::vector<double> turns, think_s;
  };
  std::optional<Sessions> sessions;
};

}  // namespace accelprep::records

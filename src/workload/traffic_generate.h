// Requests drawn from a traffic model, and how well they match the log it was fitted to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/requests.h"
#include "records/traffic_model.h"
#include "workload/arrival.h"

namespace accelprep::workload {

struct TrafficOptions {
  std::optional<std::uint64_t> seed;  // else the model's
  std::optional<double> span_s;       // else the model's; longer repeats the model
  // Takes 1 / compression of every hour (of every ten minutes where the log is under six hours), at the model's own rates: bursts keep
  // their speed and their height. In the stretch with the model's highest step that step is among those kept.
  double compression = 1;
};

// Ascending by arrival. Token counts where the model has lengths.
std::vector<records::Request> draw_traffic(const records::TrafficModel& model, const TrafficOptions& options);

struct FitRow {
  std::string what;  // "excess_modulation 60s|3600s"
  std::optional<double> log;
  std::optional<double> model;
};
struct FitStatement {
  bool same_class = false;
  std::vector<FitRow> rows;
  std::string why;   // a sentence
  double worst = 0;  // the largest difference over the log's figure, of figures of at least 0.03
};
FitStatement compare_traffic(const ArrivalProfile& log, const ArrivalProfile& model);

}  // namespace accelprep::workload

// Was a run a soak: production-like load held at least half an hour in steady state, not throttled? Its result is the sustained
// capacity: the work a second, at the SLA, that one accelerator holds. A soak has no day and no week in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/finding.h"
#include "evidence/measurement.h"
#include "records/devices.h"
#include "records/requests.h"

namespace accelprep::workload {

struct SoakPolicy {
  double soak_min_s = 1800;               // covered time, of every loaded accelerator
  double soak_min_coverage = 0.90;        // of the window
  double soak_loaded_busy = 0.05;         // mean busy from which an accelerator counts as loaded
  double soak_max_drift = 0.05;           // change over the window that is always allowed, of the mean load
  double soak_drift_standard_errors = 3;  // a larger one is allowed within this many of its standard errors (more, where several
                                          // accelerators are loaded, so that chance fails a soak no more often),
  double soak_max_unclear_drift = 0.10;   // but never above these points of busy
  double soak_max_swing = 0.15;           // of five-minute means around their median
  double soak_max_thermal_s = 0;          // of thermal and power-brake slowdown, all loaded accelerators
  double soak_min_clock_held = 0.97;      // 5th percentile of the minutes' busy clocks over the clock when cool
  std::int64_t soak_cool_minutes = 5;     // first busy minutes, whose clock is the reference
  double soak_max_failed_share = 0.01;    // of the requests
  double soak_min_within_sla = 0.99;      // of the requests that did not fail
};

struct SoakInput {
  std::span<const records::DeviceSummary> devices;  // of the window that is judged, and of nothing else
  evidence::Setting setting = evidence::Setting::unknown;
  std::optional<double> inlet_c;
  const records::ArrivalSummary* requests = nullptr;  // of the soak's own requests; null where there is no log of them
  bool sla_declared = false;                          // then requests->within_sla was counted against it
};

// Why a run is no soak. Ids are stable: not_loaded, too_short, gaps, drift, unsteady, thermal_throttle, clock_not_held,
// requests_failed, sla_missed.
struct SoakReason {
  std::string_view id;
  std::string text;
  bool operator==(const SoakReason&) const = default;
};

struct Soak {
  bool qualifies = false;
  std::vector<SoakReason> reasons;   // none where it qualifies
  std::string why;                   // a sentence
  std::vector<std::string> caveats;  // what a reader must know of a soak that qualifies all the same

  evidence::Window window;  // of the loaded accelerators; of all where none is loaded
  double window_s = 0;
  double duration_s = 0;  // covered, of the least covered loaded accelerator
  std::optional<double> coverage;
  evidence::Setting setting = evidence::Setting::unknown;
  std::optional<double> inlet_c;

  std::vector<std::string> loaded;  // device ids
  std::vector<std::string> idle;    // they do not count
  // Means over the loaded accelerators of each one's mean.
  std::optional<double> busy;
  std::optional<double> sm_active;
  std::optional<double> clock_held_fraction_p05;  // of the worst; nothing where clock or busy was not recorded
  std::optional<double> thermal_throttle_s;       // over all loaded ones and reasons; nothing where none of the reasons was recorded
  std::optional<double> late_vs_early;            // last third over first third
  std::string_view late_vs_early_of;              // "requests" where they are given, else "busy" or "sm_active"; "" without load
  std::optional<double> temperature_max_c;        // 99th percentile of the hottest

  // Of one accelerator; only where it qualifies and requests were given.
  std::optional<double> capacity_per_s;
  std::optional<double> capacity_tokens_per_s;  // input and output
  std::optional<double> input_tokens_mean;      // of the soak's requests
  std::optional<double> output_tokens_mean;

  [[nodiscard]] bool has_reason(std::string_view id) const;
};

// The load is judged by busy, or by SM active where busy was not recorded (MIG has none).
Soak judge_soak(const SoakInput& input, const SoakPolicy& policy = {});

// soak_duration, soak_qualifies, sustained_capacity, sustained_capacity_tokens, clock_held_p05, thermal_throttle, late_vs_early,
// temperature_max. Count, setting, inlet and window are the soak's own.
std::vector<evidence::Measurement> soak_measurements(const Soak& soak, evidence::Origin origin);

// "device_minutes/<id>": busy, SM active, clock, temperature and power by the minute, of those that were recorded; gaps, thermal
// throttling and the qualified window as bands.
evidence::Series device_minutes(const records::DeviceSummary& device, const Soak& soak);

}  // namespace accelprep::workload

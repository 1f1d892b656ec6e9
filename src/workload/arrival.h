// When requests come: the statistics of a log and its class on two axes, seasonality and burstiness.
//
// One number does not tell the classes apart: the coefficient of variation of a purely diurnal Poisson stream is 1.5 to 1.8, and
// the index of dispersion grows with the rate. The daily seasonal strength F_s and the excess modulation E do (statistics/counts.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evidence/finding.h"
#include "evidence/measurement.h"
#include "records/devices.h"
#include "records/requests.h"
#include "statistics/bootstrap.h"

namespace accelprep::workload {

enum class Seasonality : std::uint8_t { diurnal, none, undetermined };
enum class Burstiness : std::uint8_t { steady, episodic, bursty, undetermined };
enum class Pattern : std::uint8_t { steady, bursty, diurnal, mixed, undetermined };
enum class Trend : std::uint8_t { level, rising, falling, undetermined };
std::string_view name_of(Seasonality seasonality);
std::string_view name_of(Burstiness burstiness);
std::string_view name_of(Pattern pattern);
std::string_view name_of(Trend trend);

// Bursty if burstiness is bursty and seasonality is not diurnal; diurnal if diurnal and steady or undetermined; mixed if diurnal
// with episodic or bursty, or episodic without; steady if none and steady; else undetermined.
Pattern pattern_of(Seasonality seasonality, Burstiness burstiness);

// A stretch without requests that is no evidence of none: unknown is not zero.
struct Gap {
  records::TimeSpan span;
  std::string why;
  bool written = false;  // the log has a number there, which the statistics take as it is
};

struct ArrivalProfile {
  double span_s = 0;
  double known_s = 0;  // span less the gaps
  double rate_per_s = 0;
  std::vector<Gap> gaps;

  Pattern pattern = Pattern::undetermined;
  Seasonality seasonality = Seasonality::undetermined;
  Burstiness burstiness = Burstiness::undetermined;
  bool high_grade = false;          // seven days or more were seen
  std::string why;                  // a sentence for people
  std::vector<std::string> doubts;  // why this may be no traffic of users: paced by a generator, runs pasted together
  Trend trend = Trend::undetermined;
  std::optional<double> change_per_week;  // last seven days over the seven before, minus 1

  std::optional<double> interarrival_cv;
  std::optional<double> local_cv_600s;                             // median over 600 s windows with at least 30 requests
  std::map<std::string, std::optional<double>> dispersion;         // "1s", "10s", "60s", "3600s"
  std::map<std::string, std::optional<double>> excess_modulation;  // "10s|600s", "60s|1200s", "60s|3600s", "600s|21600s"
  std::optional<double> acf_24h, acf_24h_detrended, acf_168h;
  std::optional<double> seasonal_strength_24h, daily_power_share, dominant_period_h;

  // Block bootstrap of the known hours, whole days at a time; from seven days on.
  std::optional<statistics::ConfidenceInterval> rate_ci95, load_factor_ci95, peak_to_mean_ci95;
  std::optional<double> load_factor;  // mean hour over the 99th percentile hour; from 24 whole hours on
  std::optional<double> peak_to_mean_hour;
  std::optional<double> hours_below_10pct_of_peak;
  std::optional<double> weekend_over_weekday;  // mean rates; where both were seen for a whole day

  std::vector<std::optional<double>> hours;  // requests in each whole hour since the first arrival; unknown in gaps
};

struct ArrivalOptions {
  std::int64_t utc_offset_s = 0;  // of the local time that days and weekends are reckoned in
};

// Stamps are real times, so that days and hours have a name; else they count from the begin of a recording.
bool has_calendar(const records::ArrivalSummary& summary);

ArrivalProfile profile_arrivals(const records::ArrivalSummary& summary, const ArrivalOptions& options = {});

// request_count, log_span, arrival_rate, arrival_pattern, arrival_seasonality, arrival_burstiness, load_factor,
// hours_below_10pct_of_peak, load_trend, input_tokens_mean, output_tokens_mean.
std::vector<evidence::Measurement> arrival_measurements(const ArrivalProfile& profile, const records::ArrivalSummary& summary,
                                                        const evidence::Origin& origin);

// "arrival_rate" (per minute up to two days, else per hour; gaps as gaps), "hour_of_week", "dispersion_by_scale".
std::vector<evidence::Series> arrival_series(const ArrivalProfile& profile, const records::ArrivalSummary& summary,
                                             const ArrivalOptions& options = {});

}  // namespace accelprep::workload

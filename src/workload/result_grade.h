// How far the result of another load generator carries: open or closed loop, run length, warm-up, errors, requests left open, percentiles
// of few requests, made-up prompts, a vendor's own file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/measurement.h"
#include "records/result.h"

namespace accelprep::workload {

enum class ResultGrade : std::uint8_t { high, medium, low };
std::string_view name_of(ResultGrade grade);

struct ResultPolicy {
  double min_duration_s = 600;       // MLPerf LoadGen's min_duration in all scenarios
  double short_share = 0.5;          // of it: a run below it says too little at all
  double max_lost_share = 0.01;      // of the requests, failed or left open: beyond it no 99th percentile holds
  double min_achieved_share = 0.95;  // of the offered rate
  double full_achieved_share = 0.99;
};

// Ids are stable: run_length, run_length_unknown, failed_requests, errors_left_out, errors_unknown, incomplete_requests, fell_behind,
// achieved_unknown, closed_loop, all_at_once, arrival_unknown, capped, no_warmup, warmup_unknown, few_requests, requests_unknown,
// synthetic_prompts, declared_invalid, vendor.
struct GradeReason {
  std::string_view id;
  ResultGrade allows = ResultGrade::medium;  // the best grade that a run with it can have
  std::string text;
};

struct ResultJudgement {
  ResultGrade grade = ResultGrade::high;
  std::vector<GradeReason> reasons;  // those that allow least first; none where the grade is high
  std::vector<std::string> caveats;  // on what its figures can be compared with
};

struct JudgeOptions {
  ResultPolicy policy;
  std::string vendor;  // whose file it is; "" where a user ran it
};
ResultJudgement judge_result(const records::BenchmarkRun& run, const JudgeOptions& options);

// The highest quantile that so many requests support, as LoadGen's early stopping has it: the smallest n of quantile p with p^n <= 1 - 0.99
// (no request over the bound allowed). 44 requests support the 90th percentile, 459 the 99th, 4603 the 99.9th.
std::int64_t requests_for(double level);
// Of the levels from the median on that a metric shows, the highest that is supported; nothing where none is, or how many requests there
// were is not known.
std::optional<double> supported_level(const records::ResultMetric& metric, const records::BenchmarkRun& run);

// What the run's figures are as measurements; each bears its definition, the tool, the grade and what it is a statistic of as attributes.
struct GradedRun {
  const records::BenchmarkRun& run;
  const ResultJudgement& judgement;
};
std::vector<evidence::Measurement> result_measurements(const GradedRun& graded, const evidence::Origin& origin);

// `given` about this run: on the accelerators that the file names where none are given (never an empty name, which would fit every target),
// over the run's own time where its zone is known.
evidence::Origin result_origin(const records::BenchmarkRun& run, evidence::Origin given);

// Why a figure of the run is not known: the format's reason, else that the file does not carry it.
std::string reason_for(const records::BenchmarkRun& run, std::string_view key);

}  // namespace accelprep::workload

#include "workload/result_grade.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace accelprep::workload {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;

// A run with nothing to say against it.
BenchmarkRun good() {
  BenchmarkRun run{.tool = "made up", .arrival = ResultArrival::open_loop, .offered_per_s = 10, .achieved_per_s = 9.95, .duration_s = 700};
  run.warmup_excluded = true;
  run.counts = {.sent = 7000, .completed = 7000, .failed = 0, .incomplete = 0};
  run.prompts = records::ResultPrompts::dataset;
  run.metrics.push_back({.definition = "ttft.content", .name = "ttft", .mean = 0.1, .quantiles = {{0.5, 0.09}, {0.99, 0.4}}, .n = 7000});
  return run;
}

std::vector<std::string_view> ids_of(const ResultJudgement& judgement) {
  std::vector<std::string_view> out;
  for (const auto& reason : judgement.reasons) out.push_back(reason.id);
  return out;
}

using Ids = std::vector<std::string_view>;

TEST(ResultGradeTest, ARunWithNothingAgainstItIsHigh) {
  const auto judgement = judge_result(good(), {});
  EXPECT_EQ(judgement.grade, ResultGrade::high);
  EXPECT_EQ(ids_of(judgement), Ids{});
}

TEST(ResultGradeTest, EachReasonAlone) {
  struct Row {
    std::string_view id;
    ResultGrade grade;
    void (*change)(BenchmarkRun&);
  };
  const std::vector<Row> rows{
      {"run_length", ResultGrade::medium, [](BenchmarkRun& r) { r.duration_s = 599; }},
      {"run_length", ResultGrade::low, [](BenchmarkRun& r) { r.duration_s = 299; }},
      {"run_length_unknown", ResultGrade::medium, [](BenchmarkRun& r) { r.duration_s.reset(); }},
      {"fell_behind", ResultGrade::medium, [](BenchmarkRun& r) { r.achieved_per_s = 9.8; }},
      {"fell_behind", ResultGrade::low, [](BenchmarkRun& r) { r.achieved_per_s = 9.4; }},
      {"achieved_unknown", ResultGrade::medium, [](BenchmarkRun& r) { r.achieved_per_s.reset(); }},
      {"errors_unknown", ResultGrade::medium, [](BenchmarkRun& r) { r.counts.failed.reset(); }},
      {"errors_left_out", ResultGrade::medium, [](BenchmarkRun& r) { r.counts.failed = 1; }},
      {"failed_requests", ResultGrade::low, [](BenchmarkRun& r) { r.counts.failed = 100; }},
      {"incomplete_requests", ResultGrade::medium, [](BenchmarkRun& r) { r.counts.incomplete = 1; }},
      {"incomplete_requests", ResultGrade::low, [](BenchmarkRun& r) { r.counts.incomplete = 100; }},
      {"arrival_unknown", ResultGrade::medium, [](BenchmarkRun& r) { r.arrival = ResultArrival::unknown; }},
      {"closed_loop", ResultGrade::medium, [](BenchmarkRun& r) { r.arrival = ResultArrival::closed_loop; }},
      {"all_at_once", ResultGrade::low, [](BenchmarkRun& r) { r.arrival = ResultArrival::all_at_once; }},
      {"capped", ResultGrade::medium, [](BenchmarkRun& r) { r.concurrency = 64; }},
      {"no_warmup", ResultGrade::medium, [](BenchmarkRun& r) { r.warmup_excluded = false; }},
      {"warmup_unknown", ResultGrade::medium, [](BenchmarkRun& r) { r.warmup_excluded.reset(); }},
      {"few_requests", ResultGrade::medium, [](BenchmarkRun& r) { r.counts.completed = r.counts.sent = 458; }},
      {"few_requests", ResultGrade::low, [](BenchmarkRun& r) { r.counts.completed = r.counts.sent = 43; }},
      {"requests_unknown", ResultGrade::medium, [](BenchmarkRun& r) { r.counts.completed.reset(); }},
      {"synthetic_prompts", ResultGrade::medium, [](BenchmarkRun& r) { r.prompts = records::ResultPrompts::random_fixed; }},
      {"synthetic_prompts", ResultGrade::medium, [](BenchmarkRun& r) { r.prompts = records::ResultPrompts::random; }},
      {"declared_invalid", ResultGrade::low, [](BenchmarkRun& r) { r.invalid = "INVALID"; }},
  };
  for (const auto& row : rows) {
    auto run = good();
    row.change(run);
    const auto judgement = judge_result(run, {});
    EXPECT_EQ(ids_of(judgement), Ids{row.id});
    EXPECT_EQ(judgement.grade, row.grade) << row.id;
  }
}

TEST(ResultGradeTest, AVendorsFileIsNeverHigh) {
  const auto judgement = judge_result(good(), {.policy = {}, .vendor = "ACME"});
  EXPECT_EQ(judgement.grade, ResultGrade::medium);
  EXPECT_NE(judgement.reasons.front().text.find("ACME"), std::string::npos);
}

TEST(ResultGradeTest, WhatAllowsLeastComesFirst) {
  auto run = good();
  run.duration_s = 599;
  run.invalid.clear();
  run.arrival = ResultArrival::all_at_once;
  EXPECT_EQ(ids_of(judge_result(run, {})), (Ids{"all_at_once", "run_length"}));
}

TEST(ResultGradeTest, ALeastLengthIsEnoughWhereItIsLongEnough) {
  auto run = good();
  run.duration_s.reset();
  run.duration_least_s = 600;
  EXPECT_EQ(judge_result(run, {}).grade, ResultGrade::high);
}

// MLPerf LoadGen's early stopping with no request over the bound.
TEST(ResultGradeTest, RequestsThatAQuantileTakes) {
  EXPECT_EQ(requests_for(0.50), 7);
  EXPECT_EQ(requests_for(0.90), 44);
  EXPECT_EQ(requests_for(0.95), 90);
  EXPECT_EQ(requests_for(0.97), 152);
  EXPECT_EQ(requests_for(0.99), 459);
  EXPECT_EQ(requests_for(0.999), 4603);
}

TEST(ResultGradeTest, SupportedLevelIsBoundByRequestsNotByTokens) {
  auto run = good();
  run.counts.completed = 100;
  records::ResultMetric gaps{
      .definition = "itl.per_chunk", .name = "itl", .quantiles = {{0.25, 1}, {0.5, 2}, {0.95, 3}, {0.99, 4}}, .n = 100000};
  EXPECT_EQ(supported_level(gaps, run), 0.95);
  run.counts.completed = 6;
  EXPECT_EQ(supported_level(gaps, run), std::nullopt);
}

TEST(ResultGradeTest, MeasurementsBearDefinitionAndGrade) {
  auto run = good();
  run.counts.incomplete.reset();
  run.gaps.push_back({"counts.incomplete", "made up reason"});
  const auto judgement = judge_result(run, {});
  const auto measurements = result_measurements({.run = run, .judgement = judgement}, {.basis = records::Basis::imported});
  const auto p99 = std::find_if(measurements.begin(), measurements.end(), [](const auto& m) { return m.attribute("statistic") == "p99"; });
  ASSERT_NE(p99, measurements.end());
  EXPECT_EQ(p99->id, "imported_ttft");
  EXPECT_EQ(p99->number(), 0.4);
  EXPECT_EQ(p99->attribute("definition"), "ttft.content");
  EXPECT_EQ(p99->attribute("grade"), "high");
  EXPECT_EQ(p99->attribute("n"), "7000");
  EXPECT_EQ(p99->basis, records::Basis::imported);
  const auto open =
      std::find_if(measurements.begin(), measurements.end(), [](const auto& m) { return m.id == "imported_incomplete_requests"; });
  ASSERT_NE(open, measurements.end());
  EXPECT_EQ(std::get<evidence::Absent>(open->value).reason, "made up reason");
}

}  // namespace
}  // namespace accelprep::workload

#include "readiness/assessment.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <set>

#include "readiness/policy.h"
#include "readiness/rubric.h"

namespace accelprep::readiness {
namespace {

using evidence::Basis;
using evidence::Dossier;
using evidence::Interval;
using evidence::Measurement;
using evidence::Value;

constexpr evidence::TimeNs kNow = 1'790'000'000'000'000'000;

Measurement& add(Dossier& dossier, std::string_view id, Value value, Basis basis = Basis::imported) {
  evidence::Origin origin{.subject = {.accelerator = "h100-sxm", .count = 8, .setting = evidence::Setting::target_rack, .inlet_c = 27},
                          .basis = basis,
                          .taken_at_ns = kNow - 1};
  dossier.measurements.push_back(evidence::measured_from(origin, {.id = id, .value = std::move(value), .method = "test"}));
  return dossier.measurements.back();
}

Measurement& in(Dossier& dossier, std::string_view id) {
  return *std::find_if(dossier.measurements.begin(), dossier.measurements.end(), [&](const auto& m) { return m.id == id; });
}

void remove(Dossier& dossier, std::string_view id) {
  std::erase_if(dossier.measurements, [&](const auto& m) { return m.id == id; });
}

// Everything measured on the target and better than every threshold.
Dossier best_case() {
  Dossier d;
  d.target = {.accelerator = "h100-sxm", .accelerator_name = "H100 SXM5 80GB", .count = 8};
  auto& sustained = add(d, "sustained_utilization", 0.78);
  sustained.ci95 = Interval{0.74, 0.82};
  sustained.attributes = {{"of", "capacity"}, {"bound", "point"}, {"qualifies", "yes"}};
  add(d, "soak_qualifies", "yes");
  add(d, "request_count", 5e6);
  auto& line = add(d, "break_even_utilization", 0.54);
  line.ci95 = Interval{0.47, 0.61};
  add(d, "arrival_pattern", "steady");
  add(d, "arrival_burstiness", "steady");
  add(d, "load_factor", 0.86);
  add(d, "hours_below_10pct_of_peak", 0.0);
  add(d, "log_span", 14 * 86400.0);
  add(d, "load_trend", "level");
  add(d, "stack_verdict", "runs").attributes = {{"links", "ok"}};
  add(d, "stack_dispatch", "shown");
  add(d, "stack_compile", "completed");
  add(d, "stack_performance", 0.93);
  add(d, "power_normal", "carried");
  add(d, "node_peak_power", 9400.0);
  add(d, "power_single_failure", "carried");
  add(d, "power_startup", "carried");
  add(d, "power_grade", "data_center");
  add(d, "soak_duration", 3900.0);
  add(d, "clock_held_p05", 0.99);
  add(d, "thermal_throttle", 0.0);
  add(d, "ownership_horizon", 36.0, Basis::declared);
  add(d, "break_even_month_discounted", 17.0);
  auto& npv = add(d, "npv_at_horizon", 310e3);
  npv.ci95 = Interval{120e3, 500e3};
  return d;
}

Assessment assess_now(const Dossier& dossier) {
  return assess(dossier, {.program = "accelprep", .directory = "audits/my folder", .now_ns = kNow});
}

const Axis& axis_of(const Assessment& assessment, std::string_view id) {
  return *std::find_if(assessment.axes.begin(), assessment.axes.end(), [&](const auto& axis) { return axis.id == id; });
}

TEST(Assessment, TheBestCaseIsReadyAndOwns) {
  const auto assessment = assess_now(best_case());
  for (const auto& axis : assessment.axes) {
    EXPECT_EQ(axis.level, Level::ready) << axis.id << ": " << axis.why;
    EXPECT_EQ(axis.next.command, "");
  }
  EXPECT_EQ(assessment.verdict.decision, Decision::own) << assessment.verdict.why;
  EXPECT_EQ(assessment.verdict.ready_axes, 6);
  EXPECT_TRUE(assessment.plan.empty());
  EXPECT_LE(assessment.verdict.would_change.size(), 3U);
}

TEST(Assessment, NothingMeasuredIsNotReadyOnEveryAxis) {
  Dossier empty;
  const auto assessment = assess_now(empty);
  ASSERT_EQ(assessment.axes.size(), 6U);
  for (const auto& axis : assessment.axes) {
    EXPECT_EQ(axis.level, Level::not_ready) << axis.id;
    EXPECT_EQ(axis.reason, Reason::unmeasured) << axis.id;
    EXPECT_TRUE(axis.next.command.starts_with("accelprep init 'audits/my folder' --add=")) << axis.next.command;
    EXPECT_EQ(axis.basis, std::nullopt);
  }
  EXPECT_EQ(assessment.verdict.decision, Decision::profile_more);
  EXPECT_FALSE(assessment.plan.empty());
}

// One change to the best case and the level it must lead to.
struct Step {
  const char* name;
  const char* axis;
  Level level;
  Reason reason;
  std::function<void(Dossier&)> change;
};

std::vector<Step> steps() {
  using L = Level;
  using R = Reason;
  const auto set = [](const char* id, const Value& value) { return [id, value](Dossier& d) { in(d, id).value = value; }; };
  const auto drop = [](const char* id) { return [id](Dossier& d) { remove(d, id); }; };
  return {
      {"no figure", "sustained_utilization", L::not_ready, R::unmeasured, drop("sustained_utilization")},
      {"not qualified", "sustained_utilization", L::not_ready, R::fails,
       [](Dossier& d) { in(d, "sustained_utilization").attributes = {{"qualifies", "no"}, {"why", "covers an hour"}}; }},
      {"below the floor", "sustained_utilization", L::not_ready, R::fails,
       [](Dossier& d) { in(d, "sustained_utilization").value = 0.12, in(d, "sustained_utilization").ci95 = Interval{0.1, 0.14}; }},
      {"upper bound", "sustained_utilization", L::marginal, R::heuristic,
       [](Dossier& d) {
         remove(d, "sustained_utilization");
         add(d, "busy_over_cycle", 0.9).attributes = {{"of", "busy"}, {"bound", "upper"}, {"qualifies", "yes"}};
       }},
      {"no economics", "sustained_utilization", L::marginal, R::heuristic, drop("break_even_utilization")},
      {"near the line", "sustained_utilization", L::marginal, R::heuristic,
       [](Dossier& d) { in(d, "sustained_utilization").value = 0.35, in(d, "sustained_utilization").ci95 = Interval{0.31, 0.4}; }},
      {"warm on a bench", "sustained_utilization", L::marginal, R::heuristic, drop("clock_held_p05")},
      {"no log", "load_pattern", L::not_ready, R::unmeasured, drop("arrival_pattern")},
      {"undetermined", "load_pattern", L::not_ready, R::unmeasured, set("arrival_pattern", "undetermined")},
      {"bursty", "load_pattern", L::not_ready, R::fails, set("arrival_pattern", "bursty")},
      {"load factor 0.3", "load_pattern", L::not_ready, R::fails, set("load_factor", 0.3)},
      {"quiet hours", "load_pattern", L::not_ready, R::fails, set("hours_below_10pct_of_peak", 0.25)},
      {"mixed", "load_pattern", L::marginal, R::heuristic, set("arrival_pattern", "mixed")},
      {"episodic", "load_pattern", L::marginal, R::heuristic, set("arrival_burstiness", "episodic")},
      {"load factor 0.6", "load_pattern", L::marginal, R::heuristic, set("load_factor", 0.6)},
      {"three days", "load_pattern", L::marginal, R::heuristic, set("log_span", 3 * 86400.0)},
      {"untested", "software_stack", L::not_ready, R::unmeasured, drop("stack_verdict")},
      {"will not run", "software_stack", L::not_ready, R::fails, set("stack_verdict", "will_not_run")},
      {"cannot tell", "software_stack", L::not_ready, R::unmeasured, set("stack_verdict", "cannot_tell")},
      {"fell back", "software_stack", L::not_ready, R::fails, set("stack_dispatch", "fell_back")},
      {"on paper", "software_stack", L::marginal, R::heuristic, set("stack_dispatch", "not_shown")},
      {"slow", "software_stack", L::marginal, R::heuristic, set("stack_performance", 0.7)},
      {"degraded", "software_stack", L::marginal, R::heuristic, set("stack_verdict", "degraded")},
      {"unknown link", "software_stack", L::marginal, R::heuristic, [](Dossier& d) { in(d, "stack_verdict").attributes.clear(); }},
      {"no site", "power_delivery", L::not_ready, R::unmeasured, drop("power_normal")},
      {"office", "power_delivery", L::not_ready, R::fails, set("power_grade", "office")},
      {"overload", "power_delivery", L::not_ready, R::fails, set("power_normal", "fails")},
      {"one feed", "power_delivery", L::marginal, R::heuristic, set("power_single_failure", "fails")},
      {"start-up", "power_delivery", L::marginal, R::heuristic, set("power_startup", "unknown")},
      {"nameplate", "power_delivery", L::marginal, R::heuristic, [](Dossier& d) { in(d, "node_peak_power").basis = Basis::specified; }},
      {"no soak", "cooling", L::not_ready, R::unmeasured, drop("soak_duration")},
      {"throttled", "cooling", L::not_ready, R::fails, set("thermal_throttle", 12.0)},
      {"clock fell", "cooling", L::not_ready, R::fails, set("clock_held_p05", 0.9)},
      {"no inlet", "cooling", L::not_ready, R::unmeasured, [](Dossier& d) { in(d, "soak_duration").subject.inlet_c = std::nullopt; }},
      {"bench, no projection", "cooling", L::not_ready, R::unmeasured,
       [](Dossier& d) { in(d, "soak_duration").subject.setting = evidence::Setting::bench; }},
      {"bench, negative margin", "cooling", L::not_ready, R::fails,
       [](Dossier& d) { in(d, "soak_duration").subject.setting = evidence::Setting::bench, add(d, "projected_margin", -1.0); }},
      {"bench, margin", "cooling", L::marginal, R::heuristic,
       [](Dossier& d) { in(d, "soak_duration").subject.setting = evidence::Setting::bench, add(d, "projected_margin", 9.0); }},
      {"rack, 45 minutes", "cooling", L::marginal, R::heuristic, set("soak_duration", 2700.0)},
      {"five minutes", "cooling", L::not_ready, R::unmeasured, set("soak_duration", 300.0)},
      {"no horizon", "ownership_horizon", L::not_ready, R::unmeasured, drop("ownership_horizon")},
      {"six months", "ownership_horizon", L::not_ready, R::fails, set("ownership_horizon", 6.0)},
      {"eighteen months", "ownership_horizon", L::marginal, R::heuristic, set("ownership_horizon", 18.0)},
      {"falling", "ownership_horizon", L::marginal, R::heuristic, set("load_trend", "falling")},
      {"late break-even", "ownership_horizon", L::marginal, R::heuristic, set("break_even_month_discounted", 40.0)},
  };
}

TEST(Rubric, EveryChangeLeadsToItsLevel) {
  std::set<std::pair<std::string, Level>> reached;
  for (const auto& step : steps()) {
    auto dossier = best_case();
    step.change(dossier);
    const auto axis = axis_of(assess_now(dossier), step.axis);
    EXPECT_EQ(axis.level, step.level) << step.name << ": " << axis.why;
    EXPECT_EQ(axis.reason, step.reason) << step.name << ": " << axis.why;
    EXPECT_FALSE(axis.why.empty()) << step.name;
    EXPECT_FALSE(axis.next.command.empty()) << step.name;
    reached.emplace(step.axis, step.level);
  }
  EXPECT_EQ(reached.size(), 12U) << "both lower levels of all six axes";
}

// The law: whatever decides an axis, on a weak basis or on another accelerator it never makes it ready.
TEST(Rubric, NothingWeakOrFromAnotherAcceleratorIsEverReady) {
  for (const auto& row : axis_rows()) {
    for (const auto id : row.decided_by) {
      for (const auto basis : {Basis::simulated, Basis::specified, Basis::assumed}) {
        auto dossier = best_case();
        if (std::none_of(dossier.measurements.begin(), dossier.measurements.end(), [&](const auto& m) { return m.id == id; })) continue;
        in(dossier, id).basis = basis;
        EXPECT_NE(axis_of(assess_now(dossier), row.id).level, Level::ready) << row.id << " with " << id << " " << records::name_of(basis);
      }
    }
    auto elsewhere = best_case();
    for (const auto id : row.decided_by) {
      for (auto& measurement : elsewhere.measurements) {
        if (measurement.id == id) measurement.subject.accelerator = "a100-80-sxm";
      }
    }
    const auto axis = axis_of(assess_now(elsewhere), row.id);
    EXPECT_EQ(axis.level, Level::not_ready) << row.id << ": " << axis.why;
    EXPECT_EQ(axis.reason, Reason::wrong_target) << row.id << ": " << axis.why;
  }
}

TEST(Rubric, AnA100SoakNeverMakesAnH100Ready) {
  auto dossier = best_case();
  in(dossier, "sustained_utilization").subject.accelerator = "a100-80-sxm";
  const auto assessment = assess_now(dossier);
  const auto& axis = axis_of(assessment, "sustained_utilization");
  EXPECT_EQ(axis.reason, Reason::wrong_target);
  EXPECT_NE(axis.why.find("another accelerator"), std::string::npos);
  EXPECT_NE(assessment.verdict.decision, Decision::own);
}

TEST(Rubric, ExpiredEvidenceIsStale) {
  auto dossier = best_case();
  in(dossier, "break_even_utilization").expires_at_ns = kNow - 1;
  const auto axis = axis_of(assess_now(dossier), "sustained_utilization");
  EXPECT_EQ(axis.level, Level::marginal);
  EXPECT_EQ(axis.reason, Reason::stale);
}

TEST(Rubric, ContradictingFiguresOfOneRunAreSaid) {
  auto dossier = best_case();
  auto other = in(dossier, "node_peak_power");
  other.value = 12000.0;
  dossier.measurements.push_back(other);
  EXPECT_EQ(axis_of(assess_now(dossier), "power_delivery").reason, Reason::conflicting);
}

TEST(Rubric, AProjectedMarginStandsInOnlyWhereThePolicySaysSo) {
  auto dossier = best_case();
  in(dossier, "soak_duration").subject.setting = evidence::Setting::bench;
  add(dossier, "projected_margin", 9.0);
  EXPECT_EQ(axis_of(assess_now(dossier), "cooling").level, Level::marginal);
  dossier.policy = {{"cooling_projection_margin_c", 5, 0}};
  EXPECT_EQ(axis_of(assess_now(dossier), "cooling").level, Level::ready);
  dossier.policy = {{"cooling_projection_margin_c", 12, 0}};
  EXPECT_EQ(axis_of(assess_now(dossier), "cooling").level, Level::marginal);
}

TEST(Verdict, AShortHorizonOrALowUtilizationRents) {
  auto dossier = best_case();
  in(dossier, "ownership_horizon").value = 6.0;
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::rent);
  in(dossier, "ownership_horizon").basis = Basis::assumed;  // nobody declared it
  EXPECT_NE(assess_now(dossier).verdict.decision, Decision::rent);

  dossier = best_case();
  in(dossier, "sustained_utilization").value = 0.33;
  in(dossier, "sustained_utilization").ci95 = Interval{0.30, 0.36};
  const auto verdict = assess_now(dossier).verdict;
  EXPECT_EQ(verdict.decision, Decision::rent);
  EXPECT_EQ(verdict.why,
            "This workload needs 33 % (30 to 36) of the hours it would own; owning pays above 54 % (47 to 61) against the best offer.");
}

TEST(Verdict, AnUpperBoundBelowTheLineRents) {
  auto dossier = best_case();
  remove(dossier, "sustained_utilization");
  auto& busy = add(dossier, "busy_over_cycle", 0.3);
  busy.ci95 = Interval{0.25, 0.35};
  busy.attributes = {{"of", "busy"}, {"bound", "upper"}, {"qualifies", "yes"}};
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::rent);
}

TEST(Verdict, ABaseLoadThatPaysIsOwnedAndThePeaksRented) {
  auto dossier = best_case();
  in(dossier, "sustained_utilization").value = 0.33;
  in(dossier, "sustained_utilization").ci95 = Interval{0.30, 0.36};
  add(dossier, "hybrid_nodes", 1.0);
  add(dossier, "nodes_for_peak", 4.0);
  add(dossier, "hybrid_lowest_node_utilization", 0.8);
  add(dossier, "hybrid_saving", 0.12);
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::hybrid);
  in(dossier, "hybrid_saving").value = 0.04;
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::rent);
  in(dossier, "hybrid_saving").value = 0.12;
  in(dossier, "stack_verdict").value = "will_not_run";
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::profile_more);
}

TEST(Verdict, OwningNeedsFourReadyAxesNoneMissingAndAPositiveInterval) {
  auto dossier = best_case();
  in(dossier, "npv_at_horizon").ci95 = Interval{-10e3, 500e3};
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::profile_more);
  dossier = best_case();
  in(dossier, "power_normal").value = "fails";
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::profile_more);
  dossier = best_case();
  in(dossier, "load_factor").value = 0.6;
  in(dossier, "stack_dispatch").value = "not_shown";
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::own);
  in(dossier, "power_single_failure").value = "fails";
  EXPECT_EQ(assess_now(dossier).verdict.decision, Decision::profile_more);
}

TEST(Policy, EveryRowIsNamedOnceAndDefaultsStandIn) {
  std::set<std::string_view> keys;
  for (const auto& row : policy_rows()) EXPECT_TRUE(keys.insert(row.key).second) << row.key;
  Dossier dossier;
  EXPECT_EQ(threshold(dossier, "load_factor_ready"), 0.7);
  dossier.policy = {{"load_factor_ready", 0.5, 0.7}};
  EXPECT_EQ(threshold(dossier, "load_factor_ready"), 0.5);
}

}  // namespace
}  // namespace accelprep::readiness

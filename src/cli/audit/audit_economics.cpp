// [economics] and the horizon: own, rent, or both?
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/file.h"
#include "cli/audit/audit_run.h"
#include "cli/cost_inputs.h"
#include "cli/session.h"
#include "economics/comparison.h"
#include "economics/cost_evidence.h"
#include "intake/costs/cost_toml.h"

namespace accelprep::cli {
namespace {

constexpr PartReader<records::CostPlan> kCosts{intake::cost_from_toml, intake::read_cost_toml, "costs"};
using CostsRead = PartRead<records::CostPlan>;

// What the plan owns must be what the audit is about.
base::Status check_same_purchase(const AuditRun& run, const records::CostPlan& plan, const std::string& where) {
  if (!run.plan.target) return {};
  if (plan.own.accelerators != 0 && plan.own.accelerators != run.plan.target->count) {
    return base::fail(base::ErrorKind::invalid_input,
                      fmt::format("[own] accelerators = {} and [target] count = {} of audit.toml contradict each other",
                                  plan.own.accelerators, run.plan.target->count),
                      where);
  }
  if (plan.own.accelerator.empty()) return {};
  const auto found = run.catalog.accelerator(plan.own.accelerator);
  if (found && (*found)->id != run.accelerator->id) {
    return base::fail(base::ErrorKind::invalid_input,
                      fmt::format("[own] accelerator = \"{}\" and [target] accelerator = \"{}\" of audit.toml contradict each other",
                                  plan.own.accelerator, run.plan.target->accelerator),
                      where);
  }
  return {};
}

// The measured utilization stands before a stated one.
void take_utilization(AuditRun& run, economics::CostInputs& inputs) {
  if (!run.sustained || !run.sustained->value || !run.sustained->qualifies) return;
  if (inputs.plan.workload.utilization) run.note("economics: the utilization stated in the cost file was passed over for the measured one");
  records::Stated stated{.value = *run.sustained->value, .basis = run.sustained_basis, .source = run.sustained->method};
  if (run.sustained->ci95) {
    stated.low = run.sustained->ci95->low;
    stated.high = run.sustained->ci95->high;
  }
  inputs.plan.workload.utilization = std::move(stated);
  const bool upper = run.sustained->bound == "upper";
  inputs.utilization_bound = upper ? economics::UtilizationBound::upper : economics::UtilizationBound::point;
}

void take_demand(AuditRun& run, records::CostPlan& plan) {
  if (!run.demand || !run.sustained || !run.sustained->qualifies || !plan.workload.hourly_accelerators.empty()) return;
  for (const auto& hour : run.demand->needed) {
    if (hour) plan.workload.hourly_accelerators.push_back(*hour);
  }
}

void add_horizon(AuditRun& run, const CostsRead& costs) {
  std::optional<records::Stated> horizon;
  std::string where = run.plan.path;
  if (run.plan.workload) horizon = run.plan.workload->horizon_months;
  if (!horizon && costs.plan && costs.plan->workload.horizon_months) {
    horizon = costs.plan->workload.horizon_months;
    where = costs.path;
  }
  if (!horizon) return;
  auto origin = run.origin(horizon->basis, {where});
  origin.subject = {};
  std::string method = horizon->declared_by.empty() ? "stated; nobody vouches for it" : "declared by " + horizon->declared_by;
  if (!horizon->as_of.empty()) method += " on " + horizon->as_of;
  std::optional<evidence::Interval> interval;
  if (horizon->low && horizon->high) interval = evidence::Interval{*horizon->low, *horizon->high};
  run.dossier.measurements.push_back(
      evidence::measured_from(origin, {.id = "ownership_horizon", .value = horizon->value, .method = method, .ci95 = interval}));
}

// What a test on rented hardware costs: the cheapest on-demand rate that the catalog has for the target.
void add_rental_rate(AuditRun& run) {
  if (run.accelerator == nullptr) return;
  const catalog::Price* cheapest = nullptr;
  const auto per_accelerator = [](const catalog::Price& price) {
    return price.usd_per_h / static_cast<double>(std::max<std::int64_t>(1, price.count));
  };
  for (const auto& price : run.catalog.prices()) {
    if (price.accelerator != run.accelerator->id || price.kind != "on_demand") continue;
    if (cheapest == nullptr || per_accelerator(price) < per_accelerator(*cheapest)) cheapest = &price;
  }
  if (cheapest == nullptr) return;
  auto origin = run.origin(records::Basis::imported, {cheapest->citation.source});
  run.dossier.measurements.push_back(evidence::measured_from(
      origin,
      {.id = "rental_usd_per_h",
       .value = per_accelerator(*cheapest),
       .method = fmt::format("{} {}, {}, as of {}", cheapest->provider, cheapest->instance, cheapest->region, cheapest->citation.as_of)}));
}

}  // namespace

base::Status audit_economics(AuditRun& run) {
  TRY_ASSIGN(auto costs, read_part(run, run.plan.economics, kCosts));
  add_horizon(run, costs);
  add_rental_rate(run);
  auto& plan = costs.plan;
  if (!plan) return {};
  run.invocation.progress.stage("pricing owning against renting");
  TRY(check_same_purchase(run, *plan, costs.path));
  TRY(read_demand(costs.path, *plan, run.dossier.sources));
  if (run.plan.workload && run.plan.workload->horizon_months) plan->workload.horizon_months = run.plan.workload->horizon_months;
  if (run.accelerator != nullptr && plan->own.accelerator.empty()) plan->own.accelerator = run.accelerator->id;
  take_demand(run, *plan);
  economics::CostInputs inputs{.plan = std::move(*plan), .hardware = lookup_in(run.catalog), .today = run.decision_date};
  inputs.draws.seed = seed_of(run.invocation);
  take_utilization(run, inputs);
  const auto comparison = economics::compare(inputs);
  const auto demand_basis = run.demand ? run.sustained_basis : records::Basis::assumed;
  auto evidence = economics::cost_evidence(inputs, comparison,
                                           {.origin = run.origin(records::Basis::assumed, {costs.path}),
                                            .demand_basis = demand_basis,
                                            .price_valid_days = run.threshold("price_max_age_days")});
  // The horizon and the rental rate are this file's: it knows who declared the one, and takes the other from the catalog.
  std::erase_if(evidence.measurements, [](const auto& one) { return one.id == "ownership_horizon" || one.id == "rental_usd_per_h"; });
  run.add(std::move(evidence.measurements));
  for (auto& table : evidence.tables) run.dossier.tables.push_back(std::move(table));
  for (auto& series : evidence.series) run.dossier.series.push_back(std::move(series));
  for (const auto& lint : comparison.lint) run.note("economics: " + (lint.about.empty() ? lint.text : lint.about + ": " + lint.text));
  return {};
}

}  // namespace accelprep::cli

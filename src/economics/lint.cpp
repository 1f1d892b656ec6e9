#include "economics/lint.h"

#include <array>

#include "economics/lint_rules.h"

namespace accelprep::economics {
namespace {

constexpr std::array<LintRule, 16> kRules{
    omitted_cost,          power_figures,  electricity_and_colo, capital_terms,       utilization_figure,
    hourly_demand,         odd_rates,      contradicting_rates,  on_demand_outliers,  reservation_terms,
    list_against_discount, hardware_names, other_form,           rates_without_range, old_rates,
    exchange_rates};

}  // namespace

std::vector<Lint> lint_of(const LintInputs& inputs) {
  Found found;
  for (const auto rule : kRules) rule(inputs, found);
  return found;
}

}  // namespace accelprep::economics

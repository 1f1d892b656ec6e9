// The rules behind lint.h, one function a trap.
#pragma once

#include <string>
#include <vector>

#include "economics/lint.h"

namespace accelprep::economics {

using Found = std::vector<Lint>;
using LintRule = void (*)(const LintInputs&, Found&);

inline Lint about(const records::RentOffer& offer, std::string id, std::string text) {
  return {std::move(id), offer.label(), std::move(text), offer.place};
}
inline Lint about(const records::CapitalItem& item, std::string id, std::string text) {
  return {std::move(id), item.item, std::move(text), ""};
}
inline Lint plain(std::string id, std::string text) { return {std::move(id), "", std::move(text), ""}; }

// What owning is said to cost, and how much the work needs: lint_own.cpp
void omitted_cost(const LintInputs& in, Found& out);
void power_figures(const LintInputs& in, Found& out);
void electricity_and_colo(const LintInputs& in, Found& out);
void capital_terms(const LintInputs& in, Found& out);
void utilization_figure(const LintInputs& in, Found& out);
void hourly_demand(const LintInputs& in, Found& out);
void exchange_rates(const LintInputs& in, Found& out);

// What renting is said to cost: lint_rent.cpp
void odd_rates(const LintInputs& in, Found& out);
void contradicting_rates(const LintInputs& in, Found& out);
void on_demand_outliers(const LintInputs& in, Found& out);
void reservation_terms(const LintInputs& in, Found& out);
void list_against_discount(const LintInputs& in, Found& out);
void hardware_names(const LintInputs& in, Found& out);
void other_form(const LintInputs& in, Found& out);
void old_rates(const LintInputs& in, Found& out);
void rates_without_range(const LintInputs& in, Found& out);

}  // namespace accelprep::economics

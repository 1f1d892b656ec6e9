#include "economics/cost_pictures.h"

#include <algorithm>
#include <cmath>

namespace accelprep::economics {
namespace {

using evidence::Cell;
using evidence::Series;
using evidence::Table;

Cell cell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

std::size_t column(Series& series, std::string name, std::string unit) {
  series.columns.push_back({.name = std::move(name), .unit = std::move(unit), .y = {}});
  return series.columns.size() - 1;
}

}  // namespace

Table offers_table(const CostInputs& inputs, const Comparison& comparison) {
  Table table{.id = "offers", .title = "Rental offers", .columns = {}, .rows = {}};
  table.columns = {{"provider", ""},
                   {"instance", ""},
                   {"kind", ""},
                   {"region", ""},
                   {"as_of", ""},
                   {"usd_per_gpu_h", "USD/h"},
                   {"usd_per_useful_gpu_h", "USD/h"},
                   {"equivalent", ""},
                   {"break_even", "fraction"},
                   {"source", ""}};
  for (std::size_t i = 0; i < comparison.rent.size(); ++i) {
    const auto& stated = inputs.plan.rent[i];
    const auto& offer = comparison.rent[i];
    table.rows.push_back({stated.provider, stated.instance, std::string(label_of(stated.kind)), stated.region, stated.as_of,
                          cell(offer.usd_per_gpu_h), cell(offer.usd_per_useful_gpu_h), std::string(name_of(offer.judgement.equivalence)),
                          cell(offer.break_even.utilization), stated.source});
  }
  return table;
}

Table own_breakdown_table(const Comparison& comparison) {
  Table table{.id = "own_breakdown", .title = "What owning costs", .columns = {{"item", ""}, {"usd", "USD/year"}}, .rows = {}};
  for (const auto& item : comparison.own.breakdown) table.rows.push_back({item.item, item.usd});
  return table;
}

Table sensitivity_table(const Comparison& comparison) {
  Table table{.id = "sensitivity", .title = "Break-even utilization", .columns = {}, .rows = {}};
  table.columns = {{"input", ""},     {"low", "fraction"}, {"high", "fraction"}, {"delta", "fraction"},
                   {"input_low", ""}, {"input_high", ""},  {"npv_low", "USD"},   {"npv_high", "USD"}};
  for (const auto& row : comparison.sensitivity) {
    table.rows.push_back(
        {row.input, cell(row.low), cell(row.high), cell(row.delta), row.input_low, row.input_high, cell(row.npv_low), cell(row.npv_high)});
  }
  return table;
}

Table flips_table(const Comparison& comparison) {
  Table table{.id = "flips", .title = "What would change the verdict", .columns = {}, .rows = {}};
  table.columns = {{"input", ""}, {"now", ""}, {"at", ""}, {"unit", ""}, {"then", ""}};
  for (const auto& flip : comparison.flips) {
    table.rows.push_back({std::string(name_of(flip.input)), flip.now, flip.at, std::string(unit_of(flip.input)),
                          std::string(flip.own_then ? "own" : "rent")});
  }
  return table;
}

Series cost_curve(const CostInputs& inputs, const Comparison& comparison) {
  const auto& own = comparison.figures.own;
  Series series{.id = "cost_curve",
                .title = "Cost of a useful accelerator hour over utilization",
                .x_unit = "fraction",
                .x = comparison.curve_utilization,
                .columns = {},
                .bands = {}};
  const auto mid = column(series, "own", "USD/h");
  for (const double u : series.x) series.columns[mid].y.emplace_back(annual_usd(own, u) / useful_hours_per_year(own, u));
  const auto& intervals = comparison.curve_own_ci95;
  if (std::any_of(intervals.begin(), intervals.end(), [](const auto& interval) { return interval.has_value(); })) {
    const auto low = column(series, "own low", "USD/h");
    const auto high = column(series, "own high", "USD/h");
    for (const auto& interval : intervals) {
      series.columns[low].y.push_back(interval ? std::optional(interval->low) : std::nullopt);
      series.columns[high].y.push_back(interval ? std::optional(interval->high) : std::nullopt);
    }
  }
  for (std::size_t i = 0; i < comparison.rent.size(); ++i) {
    const auto& offer = comparison.figures.offers[i];
    if (!offer.usd_per_gpu_h) continue;
    const auto at = column(series, inputs.plan.rent[i].label(), "USD/h");
    for (const double u : series.x) series.columns[at].y.emplace_back(rent_usd_per_year(offer, own, u) / useful_hours_per_year(own, u));
  }
  return series;
}

Series cumulative_cost(const CostInputs& inputs, const Comparison& comparison) {
  const auto& figures = comparison.figures;
  Series series{.id = "cumulative_cost", .title = "Money spent, month by month", .x_unit = "month", .x = {}, .columns = {}, .bands = {}};
  double last = comparison.horizon_months;
  for (const double months : inputs.plan.horizons_months) last = std::max(last, months);
  for (double month = 0; month <= last; ++month) series.x.push_back(month);
  if (!figures.utilization) return series;
  const double u = *figures.utilization;
  const double running = running_usd_per_year(figures.own, u) / 12;
  const auto own = column(series, "own", "USD");
  const auto after_exit = column(series, "own after exit value", "USD");
  for (const double month : series.x) {
    const double spent = capital_usd(figures.own) + running * month;
    series.columns[own].y.emplace_back(spent);
    series.columns[after_exit].y.emplace_back(spent - exit_value_usd(figures.own, month / 12));
  }
  if (comparison.against) {
    const auto at = column(series, "rent", "USD");
    const double rent = rent_usd_per_year(figures.offers[*comparison.against], figures.own, u) / 12;
    for (const double month : series.x) series.columns[at].y.emplace_back(rent * month);
  }
  if (comparison.hybrid) {  // from its total: capital at the start, the rest evenly, the exit value left out as in "own"
    const auto& hybrid = *comparison.hybrid;
    const auto part = scaled(figures.own, static_cast<double>(hybrid.own_nodes) / figures.own.nodes);
    const double total = hybrid.usd + exit_value_usd(part, comparison.horizon_months / 12);
    const double monthly = (total - capital_usd(part)) / comparison.horizon_months;
    const auto at = column(series, "hybrid", "USD");
    for (const double month : series.x) series.columns[at].y.emplace_back(capital_usd(part) + monthly * month);
  }
  return series;
}

}  // namespace accelprep::economics

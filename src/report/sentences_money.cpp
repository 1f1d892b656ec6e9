// Sentences over the pictures of money.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "report/format.h"
#include "report/phrases.h"
#include "report/pictures.h"
#include "report/sentences.h"

namespace accelprep::report {
namespace {

using evidence::Dossier;
using evidence::Interval;
using readiness::Assessment;

std::string percent(double fraction) { return fmt::format("{:.0f}", fraction * 100); }

// "31 to 37 %", or "33 %" where the interval is narrower than what is shown.
std::string percent_range(double value, const std::optional<Interval>& interval) {
  if (!interval || percent(interval->low) == percent(interval->high)) return percent(value) + " %";
  return fmt::format("{} to {} %", percent(interval->low), percent(interval->high));
}

std::string need_phrase(const readiness::Verdict& verdict) {
  if (!verdict.sustained_utilization) return "what this workload needs is not measured yet";
  if (verdict.sustained_is_upper_bound) {
    const double most = verdict.sustained_ci95 ? verdict.sustained_ci95->high : *verdict.sustained_utilization;
    return fmt::format("this workload needs at most {} %", percent(most));
  }
  return "this workload needs " + percent_range(*verdict.sustained_utilization, verdict.sustained_ci95);
}

// Is `own` below every offer (or above the least one) wherever both are known?
enum class Order : std::uint8_t { own_below, own_above, crossing };
Order order_of(const evidence::Series& series, const evidence::SeriesColumn& own) {
  bool below = true;
  bool above = true;
  for (std::size_t i = 0; i < own.y.size(); ++i) {
    for (const auto& column : series.columns) {
      if (column.name.starts_with("own") || i >= column.y.size() || !column.y[i] || !own.y[i]) continue;
      (*own.y[i] < *column.y[i] ? above : below) = false;
    }
  }
  return below ? Order::own_below : above ? Order::own_above : Order::crossing;
}

std::optional<std::size_t> column_named(const evidence::Table& table, std::string_view name) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<double> number_at(const std::vector<evidence::Cell>& row, const std::optional<std::size_t>& column) {
  if (!column || *column >= row.size()) return std::nullopt;
  const auto* number = std::get_if<double>(&row[*column]);
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::string first_text(const std::vector<evidence::Cell>& row) {
  const auto* text = row.empty() ? nullptr : std::get_if<std::string>(&row.front());
  return text != nullptr ? *text : "";
}

}  // namespace

std::optional<std::string> break_even_sentence(const Dossier& dossier, const Assessment& assessment) {
  const auto* series = dossier.find_series("cost_curve");
  const auto* own = series != nullptr ? find_column(*series, "own") : nullptr;
  if (own == nullptr || own->y.empty()) return std::nullopt;
  const auto& verdict = assessment.verdict;
  const auto need = need_phrase(verdict);
  if (verdict.break_even_utilization) return fmt::format("Owning pays above {} %; {}", percent(*verdict.break_even_utilization), need);
  if (series->columns.size() <= 1) return "What owning costs by utilization; no rental offer stands against it";
  switch (order_of(*series, *own)) {
    case Order::own_below:
      return "Owning costs less than every offer at every utilization; " + need;
    case Order::own_above:
      return "Renting costs less at every utilization; " + need;
    case Order::crossing:
      break;
  }
  return "What owning and renting cost by utilization; " + need;
}

std::optional<std::string> cumulative_sentence(const Dossier& dossier, const Assessment&) {
  const auto* series = dossier.find_series("cumulative_cost");
  if (series == nullptr || series->x.empty()) return std::nullopt;
  const auto* own = find_column(*series, "own");
  const auto* rent = find_column(*series, "rent");
  if (own == nullptr || rent == nullptr || own->y.size() != series->x.size() || rent->y.size() != series->x.size()) return std::nullopt;
  for (std::size_t i = 0; i < series->x.size(); ++i) {
    if (i > 0 && own->y[i] && rent->y[i] && *own->y[i] <= *rent->y[i]) {
      return fmt::format("Owning has cost less than renting from month {:.0f} on", series->x[i]);
    }
  }
  const auto& last_own = own->y.back();
  const auto& last_rent = rent->y.back();
  if (!last_own || !last_rent) return std::nullopt;
  return fmt::format("After {} owning has cost {} more than renting", plural(series->x.back(), "month", "months"),
                     format_usd(std::round(*last_own - *last_rent)));
}

std::optional<std::string> load_duration_sentence(const Dossier& dossier, const Assessment&) {
  const auto* series = dossier.find_series("load_duration");
  if (series == nullptr || series->x.empty() || series->columns.empty()) return std::nullopt;
  const auto& used = series->columns[0].y;
  if (used.size() != series->x.size() || !used.front() || !used.back()) return std::nullopt;
  if (used.size() == 1) return fmt::format("The one accelerator is needed {} % of the time", percent(*used.front()));
  return fmt::format("The first accelerator is needed {} % of the time, number {:.0f} only {} %", percent(*used.front()), series->x.back(),
                     percent(*used.back()));
}

std::optional<std::string> sensitivity_sentence(const Dossier& dossier, const Assessment&) {
  const auto* table = dossier.find_table("sensitivity");
  if (table == nullptr) return std::nullopt;
  struct Result {
    std::string_view name, low, high;
  };
  for (const auto& [name, low_name, high_name] :
       {Result{"break-even", "low", "high"}, Result{"the net present value", "npv_low", "npv_high"}}) {
    const auto low = column_named(*table, low_name);
    const auto high = column_named(*table, high_name);
    const auto width = [&](const auto& row) { return std::abs(number_at(row, high).value_or(0) - number_at(row, low).value_or(0)); };
    const std::vector<evidence::Cell>* most = nullptr;
    for (const auto& row : table->rows) {
      if (number_at(row, low) && number_at(row, high) && (most == nullptr || width(row) > width(*most))) most = &row;
    }
    if (most == nullptr) continue;
    const auto from = std::min(*number_at(*most, low), *number_at(*most, high));
    const auto& unit = table->columns[*low].unit;
    return fmt::format("{} moves {} most: {} to {}", capitalized(first_text(*most)), name, format_value(from, unit),
                       format_value(from + width(*most), unit));
  }
  return std::nullopt;
}

std::optional<std::string> offers_sentence(const Dossier& dossier, const Assessment&) {
  const auto* table = dossier.find_table("offers");
  if (table == nullptr || table->rows.empty()) return std::nullopt;
  return plural(static_cast<double>(table->rows.size()), "rental offer is", "rental offers are") + " compared";
}

std::optional<std::string> breakdown_sentence(const Dossier& dossier, const Assessment&) {
  const auto* table = dossier.find_table("own_breakdown");
  if (table == nullptr || table->rows.empty() || table->columns.size() < 2) return std::nullopt;
  double total = 0;
  double largest = 0;
  std::string name;
  for (const auto& row : table->rows) {
    const auto usd = number_at(row, 1);
    if (!usd) continue;
    total += *usd;
    if (*usd > largest) {
      largest = *usd;
      name = first_text(row);
    }
  }
  if (total <= 0 || name.empty()) return std::nullopt;
  return fmt::format("{} is {} % of what owning costs", capitalized(name), percent(largest / total));
}

}  // namespace accelprep::report

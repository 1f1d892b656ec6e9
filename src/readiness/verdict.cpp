#include "readiness/verdict.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace accelprep::readiness {
namespace {

std::string percent(double fraction) { return fmt::format("{:.0f} %", 100 * fraction); }
std::string percent(double value, const evidence::Interval& interval) {
  if (!(interval.high > interval.low)) return percent(value);
  return fmt::format("{:.0f} % ({:.0f} to {:.0f})", 100 * value, 100 * interval.low, 100 * interval.high);
}

std::string dollars(double usd) {
  const double size = std::abs(usd);
  const char* sign = usd < 0 ? "-" : "";
  return size >= 1e6 ? fmt::format("{}${:.2f} M", sign, size / 1e6) : fmt::format("{}${:.0f} k", sign, size / 1e3);
}

const Axis& axis_of(const std::vector<Axis>& axes, std::string_view id) {
  return *std::find_if(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.id == id; });
}

// The utilization that may decide: qualified, on the target, and vouched for.
const evidence::Measurement* trusted_utilization(const Facts& facts) {
  for (const auto* id : {"sustained_utilization", "busy_over_cycle"}) {
    const auto* found = facts.find(id);
    if (found != nullptr && found->attribute("qualifies") != "no" && records::vouches(found->basis)) return found;
  }
  return nullptr;
}

bool hybrid_pays(const Facts& facts) {
  const auto nodes = facts.number("hybrid_nodes");
  const auto peak = facts.number("nodes_for_peak");
  const auto least_used = facts.number("hybrid_lowest_node_utilization");
  const auto saving = facts.number("hybrid_saving");
  const auto line = facts.number("break_even_utilization");
  return nodes && *nodes >= 1 && peak && *nodes < *peak && least_used && line && *least_used >= *line && saving &&
         *saving >= facts.limit("hybrid_saving_min");
}

// What one look at the evidence needs; filled once.
struct Evidence {
  const evidence::Measurement* utilization = nullptr;
  std::optional<evidence::Interval> line;  // break-even
  double line_value = 0;
  std::optional<double> horizon_months;
  bool horizon_declared = false;
};

Evidence gather(const Facts& facts) {
  Evidence out{.utilization = trusted_utilization(facts)};
  if (const auto* line = facts.find("break_even_utilization")) {
    out.line = line->interval();
    out.line_value = *line->number();
  }
  if (const auto* horizon = facts.find("ownership_horizon")) {
    out.horizon_months = horizon->number();
    out.horizon_declared = records::vouches(horizon->basis);
  }
  return out;
}

std::string against_line(const Evidence& e) {
  const bool upper = e.utilization->attribute("bound") == "upper";
  return fmt::format("This workload needs {}{} of the hours it would own; owning pays above {} against the best offer.",
                     upper ? "at most " : "", percent(*e.utilization->number(), e.utilization->interval()), percent(e.line_value, *e.line));
}

bool rents(const Evidence& e, const Facts& facts) {
  if (e.horizon_months && e.horizon_declared && *e.horizon_months < facts.limit("horizon_min_months")) return true;
  return e.utilization != nullptr && e.line && e.utilization->interval().high < e.line->low && !hybrid_pays(facts);
}

std::string why_rent(const Evidence& e, const Facts& facts) {
  if (e.horizon_months && e.horizon_declared && *e.horizon_months < facts.limit("horizon_min_months")) {
    return fmt::format("The load is foreseen for {:.0f} months; under {:.0f} nothing is worth owning.", *e.horizon_months,
                       facts.limit("horizon_min_months"));
  }
  return against_line(e);
}

bool owns(const std::vector<Axis>& axes, const Facts& facts) {
  const auto ready = std::count_if(axes.begin(), axes.end(), [](const Axis& axis) { return axis.level == Level::ready; });
  const bool none_missing = std::none_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.level == Level::not_ready; });
  const auto* npv = facts.find("npv_at_horizon");
  return static_cast<double>(ready) >= facts.limit("ready_axes_for_own") && axis_of(axes, "sustained_utilization").level == Level::ready &&
         none_missing && npv != nullptr && npv->interval().low > 0;
}

bool mixes(const std::vector<Axis>& axes, const Facts& facts) {
  const bool carried = std::none_of(axes.begin(), axes.end(), [](const Axis& axis) {
    const bool matters = axis.id == "software_stack" || axis.id == "power_delivery" || axis.id == "cooling";
    return matters && axis.level == Level::not_ready;
  });
  return carried && hybrid_pays(facts) && trusted_utilization(facts) != nullptr;
}

std::string why_more(const std::vector<Axis>& axes) {
  std::vector<std::string> missing;
  for (const auto& axis : axes) {
    if (axis.level == Level::not_ready) missing.push_back(axis.title);
  }
  if (missing.empty()) return "The evidence does not decide: no axis is missing, and the figures lie too close to the line.";
  std::string list;
  for (std::size_t i = 0; i < missing.size(); ++i) list += (i == 0 ? "" : i + 1 == missing.size() ? " and " : ", ") + missing[i];
  return fmt::format("{} of {} axes are not ready: {}. What was not measured decides nothing.", missing.size(), axes.size(), list);
}

void fill_numbers(Verdict& out, const Evidence& e, const Facts& facts) {
  const auto* figure = facts.find("sustained_utilization");
  if (figure == nullptr) figure = facts.find("busy_over_cycle");
  if (figure != nullptr) {
    out.sustained_utilization = figure->number();
    out.sustained_ci95 = figure->ci95;
    out.sustained_is_upper_bound = figure->attribute("bound") == "upper";
  }
  out.break_even_utilization = facts.number("break_even_utilization");
  out.break_even_ci95 = e.line;
}

// One row of the economics: the figure, what it is now, and where the net present value crosses 0.
std::optional<Flip> flip_of_row(const std::vector<evidence::Cell>& row) {
  if (row.size() < 5) return std::nullopt;
  const auto text = [&row](std::size_t column) { return std::get_if<std::string>(&row[column]); };
  const auto number = [&row](std::size_t column) { return std::get_if<double>(&row[column]); };
  const auto *input = text(0), *then = text(4);
  const auto *now = number(1), *at = number(2);
  if (input == nullptr || now == nullptr || at == nullptr || then == nullptr) return std::nullopt;
  const char* side = *at < *now ? "below" : "above";
  const char* outcome = *then == "own" ? "owning would pay" : "renting would cost less";
  if (*input == "rate") return Flip{fmt::format("With a rental rate {} ${:.2f}/h {}; it is ${:.2f}.", side, *at, outcome, *now)};
  if (*input == "capital") return Flip{fmt::format("With hardware {} {} {}; it is {}.", side, dollars(*at), outcome, dollars(*now))};
  if (*input == "horizon") {
    return Flip{fmt::format("With a load that lasts {} {:.0f} months {}; it is foreseen for {:.0f}.",
                            *at < *now ? "less than" : "more than", *at, outcome, *now)};
  }
  return std::nullopt;
}

constexpr std::size_t kMostFlips = 3;

std::vector<Flip> flips_of(const Verdict& verdict, const Evidence& e, const Facts& facts) {
  std::vector<Flip> out;
  if (e.utilization != nullptr && e.line) {
    const double line = verdict.decision == Decision::own ? e.line->low : e.line->high;
    out.push_back({verdict.decision == Decision::own ? fmt::format("Sustained utilization below {} would rent instead; it is at {}.",
                                                                   percent(line), percent(*e.utilization->number()))
                                                     : fmt::format("Sustained utilization above {} would make owning pay; it is at {}.",
                                                                   percent(line), percent(*e.utilization->number()))});
  }
  const auto* table = facts.dossier().find_table("flips");
  if (table == nullptr || e.utilization == nullptr) return out;
  for (const auto& row : table->rows) {
    if (auto flip = flip_of_row(row); flip && out.size() < kMostFlips) out.push_back(std::move(*flip));
  }
  return out;
}

}  // namespace

Verdict verdict_of(const std::vector<Axis>& axes, const Facts& facts) {
  const auto e = gather(facts);
  Verdict out;
  out.ready_axes = std::count_if(axes.begin(), axes.end(), [](const Axis& axis) { return axis.level == Level::ready; });
  fill_numbers(out, e, facts);
  if (rents(e, facts)) {
    out.decision = Decision::rent;
    out.why = why_rent(e, facts);
  } else if (owns(axes, facts)) {
    out.decision = Decision::own;
    out.why = fmt::format("{} Net present value {} over {:.0f} months.", against_line(e), dollars(*facts.number("npv_at_horizon")),
                          e.horizon_months.value_or(0));
  } else if (mixes(axes, facts)) {
    out.decision = Decision::hybrid;
    out.why = fmt::format(
        "Own {:.0f} of the {:.0f} nodes the peak needs and rent the rest: {} saved against the better of owning all and renting all.",
        *facts.number("hybrid_nodes"), *facts.number("nodes_for_peak"), percent(*facts.number("hybrid_saving")));
  } else {
    out.why = why_more(axes);
  }
  out.would_change = flips_of(out, e, facts);
  return out;
}

}  // namespace accelprep::readiness

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "report/cost_report.h"
#include "report/format.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

using economics::Comparison;
using Align = TextTable::Align;

std::string or_dash(const std::optional<double>& value, std::string_view unit) { return value ? format_value(*value, unit) : "-"; }

std::string wrapped_text(const std::string& text, std::size_t indent) {
  std::string out;
  for (const auto& line : wrapped(text, 100 - indent)) out += std::string(indent, ' ') + line + "\n";
  return out;
}

// The verdict as a sentence with the two numbers it hangs on.
std::string verdict(const CostReport& report) {
  const auto& comparison = report.comparison;
  static constexpr std::array<std::string_view, 4> kWords{"Own", "Rent", "Own the base and rent the peaks", "Undecided"};
  std::string out = fmt::format("{}: {}.", kWords[static_cast<std::size_t>(comparison.decision)], comparison.decision_why);
  const auto& stated = report.inputs.plan.workload.utilization;
  if (stated && stated->low) {
    out += fmt::format(" The work needs {} of the hours owned",
                       format_value(stated->value, "fraction", evidence::Interval{*stated->low, *stated->high}));
  } else if (stated) {
    out += fmt::format(" The work needs {} of the hours owned", format_value(stated->value, "fraction"));
  }
  const auto& pays = comparison.pays_above;
  const std::string joint = stated ? "; owning" : " Owning";
  if (pays.window.from) {
    out += fmt::format("{} pays, by the year, above {}", joint, format_value(*pays.window.from, "fraction", pays.ci95));
    if (pays.window.until) out += fmt::format(" and up to {}", format_value(*pays.window.until, "fraction"));
    out += comparison.rent.size() > 1 ? " against the best equivalent offer." : " against that offer.";
  } else if (comparison.against) {
    out += fmt::format("{} pays at no utilization ({}).", joint, pays.window.why);
  } else if (stated) {
    out += ".";
  }
  return out;
}

std::string key_figures(const CostReport& report) {
  const auto& comparison = report.comparison;
  TextTable table({Align::left, Align::left});
  if (!comparison.own.annual_usd)
    return wrapped_text("What owning costs a year and an hour depends on the utilization, which is not known.", 2);
  table.add({"owning", fmt::format("{}, {} a useful accelerator hour", or_dash(comparison.own.annual_usd, "USD/year"),
                                   or_dash(comparison.own.usd_per_useful_gpu_h, "USD"))});
  if (comparison.against) {
    const auto& offer = comparison.rent[*comparison.against];
    table.add({"renting", fmt::format("{}, {} a useful accelerator hour: {}", or_dash(offer.annual_usd, "USD/year"),
                                      or_dash(offer.usd_per_useful_gpu_h, "USD"), report.inputs.plan.rent[*comparison.against].label())});
  }
  const auto& months = comparison.break_even.months;
  std::string payback =
      months ? fmt::format("{} (of 730 h)", format_value(*months, "months")) : "not reached: " + comparison.break_even.why_no_months;
  if (comparison.discounted_months) payback += fmt::format(", discounted {:.0f}", *comparison.discounted_months);
  table.add({"paid back in", payback});
  if (comparison.break_even.hours) table.add({"", fmt::format("{:.0f} h of full use", *comparison.break_even.hours)});
  if (comparison.own.usd_per_million_tokens) {
    table.add({"a million tokens", fmt::format("{} owned", format_usd(*comparison.own.usd_per_million_tokens))});
  }
  return table.text();
}

std::string horizons(const Comparison& comparison) {
  const auto& all = comparison.break_even.at_horizon;
  if (all.empty()) return "";
  TextTable table({Align::right, Align::right, Align::right, Align::right, Align::left, Align::left});
  table.add({"months", "owning", "renting", "NPV of owning", "95 %", "cheaper"});
  for (const auto& at : all) {
    const auto range = at.npv_ci95 ? fmt::format("{} to {}", format_usd(at.npv_ci95->low), format_usd(at.npv_ci95->high)) : "-";
    table.add({fmt::format("{:g}", at.months), format_usd(at.own_usd), format_usd(at.rent_usd), format_usd(at.npv_usd), range,
               fmt::format("{}{}", economics::name_of(at.decision), at.contractable ? "" : " (its term is longer)")});
  }
  return "\nOver the horizon\n" + table.text();
}

std::string breakdown(const Comparison& comparison) {
  if (comparison.own.breakdown.empty()) return "";
  TextTable table({Align::left, Align::right});
  for (const auto& item : comparison.own.breakdown) table.add({item.item, format_usd(item.usd)});
  table.add({"in all", or_dash(comparison.own.annual_usd, "USD")});
  return "\nOwning, a year\n" + table.text();
}

std::string offers(const CostReport& report) {
  const auto& comparison = report.comparison;
  if (comparison.rent.empty()) return "";
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::left, Align::left});
  table.add({"offer", "$/h", "$/useful h", "owning pays above", "as of", "hardware"});
  for (std::size_t i = 0; i < comparison.rent.size(); ++i) {
    const auto& offer = comparison.rent[i];
    const bool reserved = !economics::billed_by_use(comparison.figures.offers[i].kind);
    const auto pays = offer.break_even.utilization ? format_value(*offer.break_even.utilization, "fraction", offer.break_even.ci95)
                                                   : (reserved ? "paid anyway" : (offer.usd_per_gpu_h ? "never" : "-"));
    table.add({report.inputs.plan.rent[i].label(), offer.usd_per_gpu_h ? format_usd(*offer.usd_per_gpu_h) : "-",
               offer.usd_per_useful_gpu_h ? format_usd(*offer.usd_per_useful_gpu_h) : "-", pays, report.inputs.plan.rent[i].as_of,
               std::string(economics::name_of(offer.judgement.equivalence))});
  }
  return "\nOffers, one accelerator\n" + table.text();
}

std::string sensitivity(const Comparison& comparison) {
  if (comparison.sensitivity.empty()) return "";
  const auto shown = [](const std::optional<double>& value) { return value ? format_value(*value, "fraction") : std::string("never"); };
  const auto figure = [](double value) { return value >= 1000 ? significant(value, 4) : fmt::format("{:g}", value); };
  TextTable table({Align::left, Align::right, Align::right, Align::right});
  table.add({"input", "from", "to", "break-even utilization"});
  for (const auto& row : comparison.sensitivity) {
    const auto utilization = comparison.sensitivity_against ? fmt::format("{} to {}", shown(row.low), shown(row.high)) : std::string("-");
    table.add({row.input, figure(row.input_low), figure(row.input_high), utilization});
  }
  return "\nWhat moves it, widest first\n" + table.text();
}

std::string hybrid(const Comparison& comparison) {
  if (!comparison.hybrid) return wrapped_text("not compared: " + comparison.hybrid.error(), 2);
  const auto& found = *comparison.hybrid;
  const auto ci95 = found.ci95 ? fmt::format(" ({} to {})", format_usd(found.ci95->low), format_usd(found.ci95->high)) : "";
  std::string out = wrapped_text(
      fmt::format("{} of {} nodes owned, {} accelerator hours a year rented: {} over {:g} months; against the better of all owned "
                  "and all rented {}{}",
                  found.own_nodes, found.nodes_for_peak, format_count(static_cast<std::int64_t>(found.rent_gpu_h_per_year)),
                  format_usd(found.usd), comparison.horizon_months, format_usd(found.npv_vs_best_pure_usd), ci95),
      2);
  std::string nodes;
  for (std::size_t i = 0; i < std::min<std::size_t>(found.node_utilization.size(), 12); ++i) {
    nodes += fmt::format("{}{:.0f} %", i == 0 ? "" : ", ", found.node_utilization[i] * 100);
  }
  return out + wrapped_text("use of the first, second, ... node: " + nodes, 2);
}

// Offers of which the same is said share a line.
std::string lints(const Comparison& comparison) {
  if (comparison.lint.empty()) return "";
  std::vector<std::pair<std::string, std::string>> grouped;  // text, about
  for (const auto& lint : comparison.lint) {
    const auto found = std::find_if(grouped.begin(), grouped.end(), [&](const auto& one) { return one.first == lint.text; });
    if (found == grouped.end()) {
      grouped.emplace_back(lint.text, lint.about);
    } else if (!lint.about.empty()) {
      found->second += ", " + lint.about;
    }
  }
  std::string out = "\nRead before relying on this\n";
  for (const auto& [text, about] : grouped) {
    const auto lines = wrapped(about.empty() ? text : fmt::format("{}: {}", about, text), 96);
    for (std::size_t i = 0; i < lines.size(); ++i) out += fmt::format("{}{}\n", i == 0 ? "  - " : "    ", lines[i]);
  }
  return out;
}

std::string flips(const Comparison& comparison) {
  if (comparison.flips.empty()) return "";
  static constexpr std::array<std::string_view, 4> kSubjects{"at a rent per accelerator of", "at a utilization of", "at a capital of",
                                                             "over"};
  std::string out = "\nWhat would change this\n";
  for (const auto& flip : comparison.flips) {
    const auto unit = economics::unit_of(flip.input);
    const auto shown = [&](double value) { return unit == "months" ? fmt::format("{:g} months", value) : format_value(value, unit); };
    out += fmt::format("  {} {} (now {}), owning would {}\n", kSubjects[static_cast<std::size_t>(flip.input)], shown(flip.at),
                       shown(flip.now), flip.own_then ? "pay" : "no longer pay");
  }
  return out;
}

std::string next_step(const CostReport& report) {
  const auto& utilization = report.inputs.plan.workload.utilization;
  if (!utilization) return fmt::format("\nNext: {} telemetry FILES   shows how much of the hardware the work uses\n", report.program);
  if (!records::vouches(utilization->basis)) {
    return fmt::format("\nNext: {} init DIR, then {} audit DIR   replaces the {} utilization by a measured one\n", report.program,
                       report.program, records::name_of(utilization->basis));
  }
  return fmt::format("\nNext: {} audit DIR   weighs this with the stack, the site and the soak\n", report.program);
}

}  // namespace

std::string cost_text(const CostReport& report) {
  std::string out = wrapped_text(verdict(report), 0) + "\n";
  out += key_figures(report);
  out += flips(report.comparison);
  out += horizons(report.comparison);
  out += breakdown(report.comparison);
  out += offers(report);
  out += sensitivity(report.comparison);
  out += "\nOwn the base, rent the peaks\n" + hybrid(report.comparison);
  out += lints(report.comparison);
  return out + next_step(report);
}

}  // namespace accelprep::report

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "base/text.h"
#include "economics/lint_rules.h"

namespace accelprep::economics {
namespace {

constexpr double kAccountingLifeYears = 5;
constexpr double kCheapUsdPerKwh = 0.05;
constexpr double kHighUtilization = 0.95;

std::optional<double> tdp_w(const LintInputs& in) {
  const auto hardware = in.accelerator.empty() ? std::nullopt : in.hardware(in.accelerator);
  return hardware ? hardware->tdp_w : std::nullopt;
}

void opex_figure(const LintInputs& in, Found& out) {
  const double usd_per_h = in.plan.own.opex_usd_per_h->value;
  std::string power;
  const auto tdp = tdp_w(in);
  const double accelerators_kw =
      static_cast<double>(in.plan.own.accelerators) / static_cast<double>(in.plan.own.nodes) * tdp.value_or(0) / 1000;
  if (tdp) {
    power = fmt::format(". {:.2f} USD/h is {:.1f} kW at 0.10 USD/kWh and nothing else; the accelerators of a node alone may draw {:.1f} kW",
                        usd_per_h, usd_per_h / 0.10, accelerators_kw);
  }
  out.push_back(plain("opex_one_figure",
                      "opex_usd_per_h is one figure for everything: electricity, cooling, floor space, staff and support are in it or left "
                      "out, and the file does not say" +
                          power));
  if (usd_per_h < accelerators_kw * kCheapUsdPerKwh) {
    out.push_back(
        plain("opex_below_power",
              fmt::format("opex_usd_per_h is below the electricity of the accelerators alone at {:.2f} USD/kWh", kCheapUsdPerKwh)));
  }
}

}  // namespace

// What is left out counts as nothing, and renting contains it.
void omitted_cost(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own;
  if (own.capital.empty()) out.push_back(plain("no_capital", "no capital is stated: only running cost is compared"));
  if (own.opex_usd_per_h) {
    opex_figure(in, out);
    return;
  }
  std::vector<std::string> missing;
  if (!own.electricity_usd_per_kwh && !own.colo_usd_per_kw_month) missing.emplace_back("electricity");
  if (!own.colo_usd_per_kw_month) missing.emplace_back("floor space (colo_usd_per_kw_month)");
  if (!own.staff_usd_per_year) missing.emplace_back("staff");
  if (!own.support_share_per_year) missing.emplace_back("support");
  if (missing.empty()) return;
  out.push_back(plain("omitted_cost",
                      fmt::format("not stated, and so counted as nothing: {}. Renting includes all of them", base::join(missing, ", "))));
}

void power_figures(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own;
  if (!own.busy_w) return;
  if (!own.idle_w && own.electricity_usd_per_kwh) {
    out.push_back(plain(
        "idle_power_missing",
        "idle_w is not stated: idle hours are billed at busy_w. Nodes of eight idle at 1.4 to 2.9 kW, about a quarter of their load"));
  }
  if (!own.pue && own.electricity_usd_per_kwh) {
    out.push_back(plain("pue_missing", "pue is not stated: taken as 1, which no site reaches (surveys: 1.5 on average, 1.1 at best)"));
  }
  const auto tdp = tdp_w(in);
  if (tdp && own.busy_w->value <= static_cast<double>(own.accelerators) * *tdp) {
    out.push_back(
        plain("accelerators_only",
              fmt::format("busy_w = {} is no more than {} accelerators at their limit of {} W: processors, fans, memory and network "
                          "come on top",
                          own.busy_w->value, own.accelerators, *tdp)));
  }
  if (own.contracted_kw && own.contracted_kw->value * 1000 < own.busy_w->value) {
    out.push_back(
        plain("contracted_below_load", fmt::format("contracted_kw = {} is below busy_w = {}: the contract does not carry the load",
                                                   own.contracted_kw->value, own.busy_w->value)));
  }
}

void electricity_and_colo(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own;
  if (!own.electricity_usd_per_kwh || !own.colo_usd_per_kw_month) return;
  out.push_back(plain("electricity_and_colo",
                      "electricity and a price per contracted kW are both charged: right for a contract with metered power, twice the same "
                      "money for an all-in one"));
}

void capital_terms(const LintInputs& in, Found& out) {
  const auto& capital = in.plan.own.capital;
  for (const auto& item : capital) {
    if (!item.residual) {
      out.push_back(about(item, "residual_missing", "no residual is stated, so nothing is credited for it at the horizon"));
    }
    if (item.life_years.value > kAccountingLifeYears) {
      out.push_back(
          about(item, "long_life",
                fmt::format("a life of {:g} years is an accounting life; economic lives in use are 3 to 5", item.life_years.value)));
    }
    if (item.life_years.value * 12 < in.horizon_months) {
      out.push_back(
          about(item, "horizon_beyond_life",
                fmt::format("the horizon of {:g} months is longer than its life of {:g} years, and no replacement is in the figures",
                            in.horizon_months, item.life_years.value)));
    }
  }
  if (capital.size() == 1 &&
      (base::contains_ignoring_case(capital[0].item, "gpu") || base::contains_ignoring_case(capital[0].item, "accelerator"))) {
    out.push_back(about(capital[0], "accelerators_only_capital", "is the only capital: host, network, rack and installation come on top"));
  }
  if (!in.plan.discount_rate) {
    out.push_back(plain("discount_rate_missing",
                        "no discount_rate is stated: money in three years counts as much as money today, which favours owning"));
  }
}

void utilization_figure(const LintInputs& in, Found& out) {
  if (!in.plan.workload.utilization) return;
  const auto& stated = *in.plan.workload.utilization;
  if (!records::vouches(stated.basis)) {
    out.push_back(plain("utilization_unmeasured", fmt::format("the utilization is {}, and everything hangs on it; measure it over a week",
                                                              records::name_of(stated.basis))));
  }
  if (stated.value > kHighUtilization) {
    out.push_back(plain("utilization_round_the_clock",
                        fmt::format("a utilization of {:g} means full load day and night; inference seldom has it", stated.value)));
  }
  for (const auto sign : {"gpu_util", "utilization.gpu", "gpu util"}) {
    if (!base::contains_ignoring_case(stated.source, sign)) continue;
    out.push_back(plain("utilization_is_busy",
                        "the utilization comes from GPU_UTIL, which counts a card with one kernel as fully used: an upper bound at best"));
    break;
  }
}

void hourly_demand(const LintInputs& in, Found& out) {
  const auto& hours = in.plan.workload.hourly_accelerators;
  if (hours.empty()) return;
  const auto accelerators = static_cast<double>(in.plan.own.accelerators);
  const double peak = *std::max_element(hours.begin(), hours.end());
  if (peak > accelerators) {
    out.push_back(
        plain("peak_beyond_plan",
              fmt::format("the highest hour needs {:.1f} accelerators and the plan owns {:g}: owning alone would leave work undone or late",
                          peak, accelerators)));
  }
  if (!in.plan.workload.utilization) return;
  const double stated = in.plan.workload.utilization->value;
  const double mean = std::accumulate(hours.begin(), hours.end(), 0.0) / static_cast<double>(hours.size());
  const double implied = mean / (accelerators * (in.plan.own.availability ? in.plan.own.availability->value : 1));
  if (std::abs(implied - stated) > 0.1 * stated) {
    out.push_back(plain("utilization_conflicts",
                        fmt::format("the hourly demand comes to a utilization of {:.3f}, the file states {:g}", implied, stated)));
  }
}

void exchange_rates(const LintInputs& in, Found& out) {
  for (const auto& rate : in.plan.exchange) {
    out.push_back(plain("exchange_rate", fmt::format("amounts in {} are shown in USD at {} of {}{}", rate.currency, rate.usd, rate.as_of,
                                                     rate.source.empty() ? "" : fmt::format(" ({})", rate.source))));
  }
}

}  // namespace accelprep::economics

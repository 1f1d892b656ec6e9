#include "economics/lint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "base/text.h"
#include "base/time.h"
#include "economics/rent.h"

namespace accelprep::economics {
namespace {

using records::RentKind;
using records::RentOffer;

constexpr double kOldRateDays = 180;      // H100 rents moved 40 % within five months (2025-10 to 2026-03)
constexpr double kWholeTermUsd = 100;     // an hour of one accelerator; dearer looks like the total of a term
constexpr double kSuspiciousShare = 0.4;  // of the dearest on-demand rate for the same accelerator: a spot meter was once read at a fifth
constexpr double kAccountingLife = 5;     // years
constexpr double kTypicalUsdPerKwh = 0.05;

using Found = std::vector<Lint>;
using Rule = void (*)(const LintInputs&, Found&);

std::string named(const RentOffer& offer) { return offer.label(); }

double usd_per_gpu_h(const RentOffer& offer) { return offer.usd_per_h ? offer.usd_per_h->value / static_cast<double>(offer.count) : 0; }

bool same_instance(const RentOffer& a, const RentOffer& b) {
  return a.provider == b.provider && a.instance == b.instance && (a.region == b.region || a.region.empty() || b.region.empty());
}

// What is left out, and so counts as nothing.
void omitted_cost(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own;
  if (own.capital.empty()) out.push_back({"no_capital", "no capital is stated: only running cost is compared", ""});
  if (own.opex_usd_per_h) {
    out.push_back(
        {"opex_one_figure",
         "opex_usd_per_h is one figure for everything: electricity, cooling, floor space, staff and support are inside it or left "
         "out, and the file does not say",
         ""});
    return;
  }
  std::vector<std::string> missing;
  if (!own.electricity_usd_per_kwh && !own.colo_usd_per_kw_month) missing.emplace_back("electricity");
  if (!own.colo_usd_per_kw_month) missing.emplace_back("floor space (colo_usd_per_kw_month)");
  if (!own.staff_usd_per_year) missing.emplace_back("staff");
  if (!own.support_share_per_year) missing.emplace_back("support");
  if (missing.empty()) return;
  out.push_back({"omitted_cost",
                 fmt::format("not stated, and so counted as nothing: {}. Renting includes all of them", base::join(missing, ", ")), ""});
}

void power_figures(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own;
  if (!own.busy_w) return;
  if (!own.idle_w && own.electricity_usd_per_kwh) {
    out.push_back(
        {"idle_power_missing",
         "idle_w is not stated: idle hours are billed at busy_w. A node of eight idles at 1.4 to 2.9 kW, about a quarter of its load", ""});
  }
  if (!own.pue && own.electricity_usd_per_kwh) {
    out.push_back({"pue_missing", "pue is not stated: taken as 1, which no site reaches (surveys: 1.5 on average, 1.1 at best)", ""});
  }
  const auto hardware = in.accelerator.empty() ? std::nullopt : in.hardware(in.accelerator);
  const double accelerators = static_cast<double>(own.accelerators);
  if (hardware && hardware->tdp_w && own.busy_w->value <= accelerators * *hardware->tdp_w) {
    out.push_back(
        {"accelerators_only",
         fmt::format("busy_w = {} is no more than {} accelerators at their limit of {} W: processors, fans, memory and network come on top",
                     own.busy_w->value, own.accelerators, *hardware->tdp_w),
         ""});
  }
  if (own.contracted_kw && own.contracted_kw->value * 1000 < own.busy_w->value) {
    out.push_back({"contracted_below_load",
                   fmt::format("contracted_kw = {} is below busy_w = {}: the contract does not carry the load", own.contracted_kw->value,
                               own.busy_w->value),
                   ""});
  }
}

void double_billing(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own;
  if (own.electricity_usd_per_kwh && own.colo_usd_per_kw_month) {
    out.push_back(
        {"electricity_and_colo",
         "electricity and a price per contracted kW are both charged: right for a contract with metered power, twice the same money "
         "for an all-in one",
         ""});
  }
}

void opex_below_power(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own;
  const auto hardware = in.accelerator.empty() ? std::nullopt : in.hardware(in.accelerator);
  if (!own.opex_usd_per_h || !hardware || !hardware->tdp_w) return;
  const double power_kw = static_cast<double>(own.accelerators) / static_cast<double>(own.nodes) * *hardware->tdp_w / 1000;
  out.push_back(
      {"opex_against_power",
       fmt::format("{:.2f} USD/h pays for {:.1f} kW at 0.10 USD/kWh and for nothing else; the accelerators of a node may draw {:.1f} kW",
                   own.opex_usd_per_h->value, own.opex_usd_per_h->value / 0.10, power_kw),
       ""});
  if (own.opex_usd_per_h->value < power_kw * kTypicalUsdPerKwh) {
    out.push_back({"opex_below_power",
                   fmt::format("opex_usd_per_h is below the electricity of the accelerators alone at {:.2f} USD/kWh", kTypicalUsdPerKwh),
                   ""});
  }
}

void capital_terms(const LintInputs& in, Found& out) {
  for (const auto& item : in.plan.own.capital) {
    if (!item.residual) {
      out.push_back(
          {"residual_missing", fmt::format("{}: no residual is stated, so nothing is credited for it at the horizon", item.item), ""});
    }
    if (item.life_years.value > kAccountingLife) {
      out.push_back(
          {"long_life",
           fmt::format("{}: a life of {} years is an accounting life; economic lives in use are 3 to 5", item.item, item.life_years.value),
           ""});
    }
    if (item.life_years.value * 12 < in.horizon_months) {
      out.push_back({"horizon_beyond_life",
                     fmt::format("{}: the horizon of {} months is longer than its life of {} years, and no replacement is in the figures",
                                 item.item, in.horizon_months, item.life_years.value),
                     ""});
    }
  }
  const auto& capital = in.plan.own.capital;
  if (capital.size() == 1 &&
      (base::contains_ignoring_case(capital[0].item, "gpu") || base::contains_ignoring_case(capital[0].item, "accelerator"))) {
    out.push_back({"accelerators_only_capital",
                   fmt::format("\"{}\" is the only capital: host, network, rack and installation come on top", capital[0].item), ""});
  }
  if (!in.plan.discount_rate) {
    out.push_back({"discount_rate_missing",
                   "no discount_rate is stated: money in three years counts as much as money today, which favours owning", ""});
  }
}

void utilization_figure(const LintInputs& in, Found& out) {
  const auto& workload = in.plan.workload;
  if (!workload.utilization) return;
  const auto& stated = *workload.utilization;
  if (!records::vouches(stated.basis)) {
    out.push_back({"utilization_unmeasured",
                   fmt::format("the utilization is {}, and everything hangs on it; measure it over a week", records::name_of(stated.basis)),
                   ""});
  }
  if (stated.value > 0.95) {
    out.push_back({"utilization_round_the_clock",
                   fmt::format("a utilization of {} means full load day and night; inference seldom has it", stated.value), ""});
  }
  for (const auto sign : {"gpu_util", "utilization.gpu", "gpu util"}) {
    if (!base::contains_ignoring_case(stated.source, sign)) continue;
    out.push_back({"utilization_is_busy",
                   "the utilization comes from GPU_UTIL, which counts a card with one kernel as fully used: an upper bound at best", ""});
    break;
  }
  const auto& hours = workload.hourly_accelerators;
  if (hours.empty()) return;
  const double mean = std::accumulate(hours.begin(), hours.end(), 0.0) / static_cast<double>(hours.size());
  const double implied =
      mean / (static_cast<double>(in.plan.own.accelerators) * (in.plan.own.availability ? in.plan.own.availability->value : 1));
  if (std::abs(implied - stated.value) > 0.1 * stated.value) {
    out.push_back({"utilization_conflicts",
                   fmt::format("the hourly demand comes to a utilization of {:.3f}, the file states {}", implied, stated.value), ""});
  }
}

void peak_beyond_plan(const LintInputs& in, Found& out) {
  const auto& hours = in.plan.workload.hourly_accelerators;
  if (hours.empty()) return;
  const double peak = *std::max_element(hours.begin(), hours.end());
  if (peak > static_cast<double>(in.plan.own.accelerators)) {
    out.push_back(
        {"peak_beyond_plan",
         fmt::format("the highest hour needs {:.1f} accelerators and the plan owns {}: owning alone would leave work undone or late", peak,
                     in.plan.own.accelerators),
         ""});
  }
}

void odd_rate(const LintInputs& in, Found& out) {
  constexpr std::array<std::int64_t, 9> kUsualCounts{1, 2, 4, 8, 16, 32, 36, 64, 72};
  for (const auto& offer : in.plan.rent) {
    if (offer.kind == RentKind::api) continue;
    if (usd_per_gpu_h(offer) > kWholeTermUsd) {
      out.push_back({"term_total_as_hourly",
                     fmt::format("{}: {:.0f} USD for one accelerator hour looks like the total of a term; divide by 8,760 h a year",
                                 named(offer), usd_per_gpu_h(offer)),
                     offer.place});
    }
    if (std::find(kUsualCounts.begin(), kUsualCounts.end(), offer.count) == kUsualCounts.end()) {
      out.push_back({"odd_count",
                     fmt::format("{}: {} accelerators in one instance is unusual; price lists have shown 12 for an instance of 8",
                                 named(offer), offer.count),
                     offer.place});
    }
    if (in.plan.own.accelerators % offer.count != 0) {
      out.push_back({"whole_instances",
                     fmt::format("{}: {} accelerators are no whole number of instances of {}; a reservation is counted in whole instances",
                                 named(offer), in.plan.own.accelerators, offer.count),
                     offer.place});
    }
  }
}

// Pairs of rows for one instance that contradict each other.
void contradicting_rates(const LintInputs& in, Found& out) {
  for (const auto& cheap : in.plan.rent) {
    for (const auto& full : in.plan.rent) {
      if (full.kind != RentKind::on_demand || cheap.kind == RentKind::on_demand || cheap.kind == RentKind::api ||
          !same_instance(cheap, full))
        continue;
      const double share = usd_per_gpu_h(cheap) / usd_per_gpu_h(full);
      if (cheap.kind == RentKind::spot && std::abs(share - 1) < 1e-6) {
        out.push_back({"spot_placeholder", fmt::format("{}: spot costs exactly what on demand costs, as placeholders do", named(cheap)),
                       cheap.place});
      } else if (cheap.kind == RentKind::spot && std::abs(share - 0.5) < 1e-6) {
        out.push_back({"spot_is_half",
                       fmt::format("{}: spot is exactly half of on demand: a rule of the list, not a market price", named(cheap)),
                       cheap.place});
      } else if (cheap.kind != RentKind::spot && share >= 1) {
        out.push_back({"reserved_not_cheaper",
                       fmt::format("{}: a reservation that costs no less than on demand; is one of them a spot meter?", named(cheap)),
                       cheap.place});
      }
    }
  }
}

void on_demand_outliers(const LintInputs& in, Found& out) {
  for (const auto& offer : in.plan.rent) {
    if (offer.kind != RentKind::on_demand) continue;
    for (const auto& other : in.plan.rent) {
      const bool comparable =
          other.kind == RentKind::on_demand && other.provider == offer.provider && other.accelerator == offer.accelerator;
      if (!comparable || usd_per_gpu_h(offer) >= kSuspiciousShare * usd_per_gpu_h(other)) continue;
      out.push_back(
          {"on_demand_outlier",
           fmt::format(
               "{}: {:.2f} USD/h is far below {:.2f} for the same accelerator at the same provider; spot and low-priority meters have been "
               "taken for on demand",
               named(offer), usd_per_gpu_h(offer), usd_per_gpu_h(other)),
           offer.place});
      break;
    }
  }
}

void reservation_terms(const LintInputs& in, Found& out) {
  for (const auto& offer : in.plan.rent) {
    const double term = term_months(offer.kind);
    if (term > in.horizon_months) {
      out.push_back(
          {"term_beyond_horizon",
           fmt::format("{}: its {} months are paid to the end; the load is foreseen for {}", named(offer), term, in.horizon_months),
           offer.place});
    } else if (term > 0 && in.horizon_months > term) {
      out.push_back({"renewed_at_same_rate", fmt::format("{}: taken to be renewed at the same rate after {} months", named(offer), term),
                     offer.place});
    }
    if (offer.kind == RentKind::spot) {
      out.push_back({"spot_not_planned_on",
                     fmt::format("{}: shown, and not compared for the decision: it is taken away at any time, and lost work is not counted",
                                 named(offer)),
                     offer.place});
    }
  }
}

void list_price_against_discount(const LintInputs& in, Found& out) {
  const auto& capital = in.plan.own.capital;
  const bool list =
      std::any_of(capital.begin(), capital.end(), [](const auto& item) { return item.usd.basis == records::Basis::specified; });
  const bool discounted =
      std::any_of(in.plan.rent.begin(), in.plan.rent.end(), [](const auto& offer) { return term_months(offer.kind) > 0; });
  if (list && discounted) {
    out.push_back({"list_against_discount", "a vendor's list price for the hardware is compared with discounted rates; get a quote", ""});
  }
}

void hardware_names(const LintInputs& in, Found& out) {
  if (in.plan.own.accelerator.empty()) {
    out.push_back({"own_accelerator_missing",
                   in.accelerator.empty()
                       ? std::string("[own] names no accelerator, and the offers do not agree on one: nobody knows what is equal hardware")
                       : fmt::format("[own] names no accelerator; taken to be {}, as all offers are", in.accelerator),
                   ""});
  } else if (!in.hardware(in.plan.own.accelerator)) {
    out.push_back({"unknown_accelerator",
                   fmt::format("\"{}\" is not in the catalog; equal names are taken as equal hardware", in.plan.own.accelerator), ""});
  }
  for (const auto& offer : in.plan.rent) {
    if (offer.kind == RentKind::api || offer.accelerator.empty() || in.hardware(offer.accelerator)) continue;
    out.push_back({"unknown_accelerator", fmt::format("{}: \"{}\" is not in the catalog", named(offer), offer.accelerator), offer.place});
  }
}

void other_form(const LintInputs& in, Found& out) {
  for (const auto& offer : in.plan.rent) {
    if (in.accelerator.empty() || offer.accelerator.empty()) continue;
    const auto judged = judge(offer, in.accelerator, in.hardware);
    if (judged.equivalence == Equivalence::similar)
      out.push_back({"other_form", fmt::format("{}: {}", named(offer), judged.why), offer.place});
  }
}

void old_rates(const LintInputs& in, Found& out) {
  const auto today = base::parse_time(in.today);
  for (const auto& offer : in.plan.rent) {
    const auto as_of = base::parse_time(offer.as_of);
    if (!today || !as_of) continue;
    const double days = static_cast<double>(today->ns - as_of->ns) / static_cast<double>(base::kDay);
    if (days > kOldRateDays)
      out.push_back({"old_rate",
                     fmt::format("{}: the rate is {:.0f} days old; rates have moved by 40 % within five months", named(offer), days),
                     offer.place});
    if (days < -1)
      out.push_back({"rate_from_the_future", fmt::format("{}: as_of = {} lies ahead", named(offer), offer.as_of), offer.place});
  }
}

void exchange(const LintInputs& in, Found& out) {
  for (const auto& rate : in.plan.exchange) {
    out.push_back({"exchange_rate",
                   fmt::format("amounts in {} are shown in USD at {} of {}{}", rate.currency, rate.usd, rate.as_of,
                               rate.source.empty() ? "" : fmt::format(" ({})", rate.source)),
                   ""});
  }
}

constexpr std::array<Rule, 16> kRules{omitted_cost,        power_figures,      double_billing,    opex_below_power,
                                      capital_terms,       utilization_figure, peak_beyond_plan,  odd_rate,
                                      contradicting_rates, on_demand_outliers, reservation_terms, list_price_against_discount,
                                      hardware_names,      other_form,         old_rates,         exchange};

}  // namespace

std::vector<Lint> lint_of(const LintInputs& inputs) {
  Found found;
  for (const auto rule : kRules) rule(inputs, found);
  return found;
}

}  // namespace accelprep::economics

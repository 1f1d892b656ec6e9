#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "base/time.h"
#include "economics/lint_rules.h"
#include "economics/rent.h"

namespace accelprep::economics {
namespace {

using records::RentKind;
using records::RentOffer;

constexpr double kOldRateDays = 180;      // H100 rents moved 40 % within five months (2025-10 to 2026-03)
constexpr double kWholeTermUsd = 100;     // an hour of one accelerator; dearer looks like the total of a term
constexpr double kSuspiciousShare = 0.4;  // of a dearer on-demand rate: a spot meter was once read at a fifth
constexpr std::array<std::int64_t, 9> kUsualCounts{1, 2, 4, 8, 16, 32, 36, 64, 72};

double usd_per_gpu_h(const RentOffer& offer) { return offer.usd_per_h ? offer.usd_per_h->value / static_cast<double>(offer.count) : 0; }

bool same_instance(const RentOffer& a, const RentOffer& b) {
  return a.provider == b.provider && a.instance == b.instance && (a.region == b.region || a.region.empty() || b.region.empty());
}

bool near(double value, double other) { return std::abs(value - other) < 1e-6; }

// A rate held against the on-demand rate of the same instance.
void held_against(const RentOffer& offer, const RentOffer& on_demand, Found& out) {
  const double share = usd_per_gpu_h(offer) / usd_per_gpu_h(on_demand);
  if (offer.kind == RentKind::spot && near(share, 1)) {
    out.push_back(about(offer, "spot_placeholder", "spot costs exactly what on demand costs, as placeholders do"));
  } else if (offer.kind == RentKind::spot && near(share, 0.5)) {
    out.push_back(about(offer, "spot_is_half", "spot is exactly half of on demand: a rule of the list, not a market price"));
  } else if (term_months(offer.kind) > 0 && share >= 1) {
    out.push_back(about(offer, "reserved_not_cheaper", "a reservation that costs no less than on demand; is one of them a spot meter?"));
  }
}

}  // namespace

void odd_rates(const LintInputs& in, Found& out) {
  for (const auto& offer : in.plan.rent) {
    if (offer.kind == RentKind::api) continue;
    if (usd_per_gpu_h(offer) > kWholeTermUsd) {
      out.push_back(about(offer, "term_total_as_hourly",
                          fmt::format("{:.0f} USD for one accelerator hour looks like the total of a term; divide by 8,760 h a year",
                                      usd_per_gpu_h(offer))));
    }
    if (std::find(kUsualCounts.begin(), kUsualCounts.end(), offer.count) == kUsualCounts.end()) {
      out.push_back(
          about(offer, "odd_count",
                fmt::format("{} accelerators in one instance is unusual; price lists have shown 12 for an instance of 8", offer.count)));
    }
    if (in.plan.own.accelerators % offer.count != 0) {
      out.push_back(about(offer, "whole_instances",
                          fmt::format("{} accelerators are no whole number of instances of {}; a reservation is counted in whole instances",
                                      in.plan.own.accelerators, offer.count)));
    }
  }
}

void contradicting_rates(const LintInputs& in, Found& out) {
  for (const auto& on_demand : in.plan.rent) {
    if (on_demand.kind != RentKind::on_demand) continue;
    for (const auto& offer : in.plan.rent) {
      if (offer.kind != RentKind::on_demand && offer.kind != RentKind::api && same_instance(offer, on_demand))
        held_against(offer, on_demand, out);
    }
  }
}

void on_demand_outliers(const LintInputs& in, Found& out) {
  for (const auto& offer : in.plan.rent) {
    if (offer.kind != RentKind::on_demand) continue;
    const auto dearer = std::find_if(in.plan.rent.begin(), in.plan.rent.end(), [&](const RentOffer& other) {
      return other.kind == RentKind::on_demand && other.provider == offer.provider && other.accelerator == offer.accelerator &&
             usd_per_gpu_h(offer) < kSuspiciousShare * usd_per_gpu_h(other);
    });
    if (dearer == in.plan.rent.end()) continue;
    out.push_back(about(offer, "on_demand_outlier",
                        fmt::format("{:.2f} USD/h is far below {:.2f} for the same accelerator at the same provider; spot and low-priority "
                                    "meters have been taken for on demand",
                                    usd_per_gpu_h(offer), usd_per_gpu_h(*dearer))));
  }
}

void reservation_terms(const LintInputs& in, Found& out) {
  for (const auto& offer : in.plan.rent) {
    const double term = term_months(offer.kind);
    if (term > in.horizon_months) {
      out.push_back(about(offer, "term_beyond_horizon",
                          fmt::format("its {:g} months are paid to the end; the load is foreseen for {:g}", term, in.horizon_months)));
    } else if (term > 0 && in.horizon_months > term) {
      out.push_back(about(offer, "renewed_at_same_rate", fmt::format("taken to be renewed at the same rate after {:g} months", term)));
    }
    if (offer.kind == RentKind::spot) {
      out.push_back(about(offer, "spot_not_planned_on",
                          "shown, and not compared for the decision: it is taken away at any time, and lost work is not counted"));
    }
  }
}

void list_against_discount(const LintInputs& in, Found& out) {
  const auto& capital = in.plan.own.capital;
  const bool list =
      std::any_of(capital.begin(), capital.end(), [](const auto& item) { return item.usd.basis == records::Basis::specified; });
  const bool discounted =
      std::any_of(in.plan.rent.begin(), in.plan.rent.end(), [](const auto& offer) { return term_months(offer.kind) > 0; });
  if (!list || !discounted) return;
  out.push_back(plain("list_against_discount", "a vendor's list price for the hardware is compared with discounted rates; get a quote"));
}

void hardware_names(const LintInputs& in, Found& out) {
  const auto& own = in.plan.own.accelerator;
  if (own.empty()) {
    out.push_back(
        plain("own_accelerator_missing",
              in.accelerator.empty()
                  ? std::string("[own] names no accelerator, and the offers do not agree on one: nobody knows what is equal hardware")
                  : fmt::format("[own] names no accelerator; taken to be {}, as all offers are", in.accelerator)));
  } else if (!in.hardware(own)) {
    out.push_back(plain("unknown_accelerator", fmt::format("\"{}\" is not in the catalog; equal names are taken as equal hardware", own)));
  }
  for (const auto& offer : in.plan.rent) {
    if (offer.kind == RentKind::api || offer.accelerator.empty() || in.hardware(offer.accelerator)) continue;
    out.push_back(about(offer, "unknown_accelerator", fmt::format("\"{}\" is not in the catalog", offer.accelerator)));
  }
}

void other_form(const LintInputs& in, Found& out) {
  for (const auto& offer : in.plan.rent) {
    if (in.accelerator.empty() || offer.accelerator.empty()) continue;
    const auto judged = judge(offer, in.accelerator, in.hardware);
    if (judged.equivalence == Equivalence::similar) out.push_back(about(offer, "other_form", judged.why));
  }
}

void old_rates(const LintInputs& in, Found& out) {
  const auto today = base::parse_time(in.today);
  for (const auto& offer : in.plan.rent) {
    const auto as_of = base::parse_time(offer.as_of);
    if (!today || !as_of) continue;
    const double days = static_cast<double>(today->ns - as_of->ns) / static_cast<double>(base::kDay);
    if (days > kOldRateDays) {
      out.push_back(
          about(offer, "old_rate", fmt::format("the rate is {:.0f} days old; rates have moved by 40 % within five months", days)));
    } else if (days < -1) {
      out.push_back(about(offer, "rate_from_the_future", fmt::format("as_of = {} lies ahead", offer.as_of)));
    }
  }
}

void rates_without_range(const LintInputs& in, Found& out) {
  const bool any = std::any_of(in.plan.rent.begin(), in.plan.rent.end(), [](const RentOffer& offer) {
    return (offer.usd_per_h && offer.usd_per_h->low) || (offer.usd_per_million_output && offer.usd_per_million_output->low);
  });
  if (any || in.plan.rent.empty()) return;
  out.push_back(
      plain("rates_without_range",
            "no rate carries a range, and the break-even is hostage to the rate: lists fell by 44 % in June 2025, rents rose by 40 % in "
            "the winter after; state usd_per_h = { value = ..., low = ..., high = ... }"));
}

}  // namespace accelprep::economics

#include "economics/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

#include "economics/decision.h"

namespace accelprep::economics {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();  // between here and sensitivity.h only
constexpr int kCurvePoints = 50;
constexpr double kSecondsPerYear = kHoursPerYear * 3600;

std::optional<double> known(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }
std::optional<double> as_utilization(double value) { return value <= 1 ? std::optional(value) : std::nullopt; }

// What stays the same while figures are drawn: which offers count, which horizons are asked for.
struct Frame {
  std::vector<double> horizons;
  std::size_t horizon = 0;              // into horizons: the workload's
  std::vector<std::size_t> candidates;  // offers that may be contracted, on equivalent hardware, with a rate
  std::optional<std::size_t> against;
  std::optional<std::size_t> against_by_use;
  std::vector<double> curve;

  [[nodiscard]] double horizon_months() const { return horizons[horizon]; }
};

// Where each outcome stands in the vector that outcomes_of() makes.
struct Layout {
  std::size_t offers = 0;
  std::size_t horizons = 0;
  [[nodiscard]] std::size_t break_even(std::size_t offer) const { return offer * (horizons + 1); }
  [[nodiscard]] std::size_t npv(std::size_t offer, std::size_t horizon) const { return break_even(offer) + 1 + horizon; }
  [[nodiscard]] std::size_t tail() const { return offers * (horizons + 1); }
  [[nodiscard]] std::size_t pays_from() const { return tail(); }
  [[nodiscard]] std::size_t own_annual() const { return tail() + 1; }
  [[nodiscard]] std::size_t own_useful() const { return tail() + 2; }
  [[nodiscard]] std::size_t rent_useful() const { return tail() + 3; }
  [[nodiscard]] std::size_t own_at_horizon() const { return tail() + 4; }
  [[nodiscard]] std::size_t rent_at_horizon() const { return tail() + 5; }
  [[nodiscard]] std::size_t curve() const { return tail() + 6; }
};

std::optional<HorizonCost> horizon_cost(const Figures& figures, std::size_t offer, double months) {
  if (!figures.utilization || !figures.offers[offer].usd_per_gpu_h) return std::nullopt;
  const YearlyCost yearly{.running_usd = running_usd_per_year(figures.own, *figures.utilization),
                          .rent_usd = rent_usd_per_year(figures.offers[offer], figures.own, *figures.utilization)};
  return cost_at_horizon(figures.own, yearly, {.months = months, .discount_rate = figures.discount_rate});
}

double own_usd_per_useful_h(const OwnFigures& own, double utilization) {
  return annual_usd(own, utilization) / useful_hours_per_year(own, utilization);
}

PaysWindow pays_window_of(const Figures& figures, const Frame& frame) {
  std::vector<OfferFigures> offers;
  for (const auto i : frame.candidates) offers.push_back(figures.offers[i]);
  return pays_window(figures.own, offers);
}

void add_tail(const Figures& figures, const Frame& frame, std::vector<double>& out) {
  out.push_back(pays_window_of(figures, frame).from.value_or(std::numeric_limits<double>::infinity()));
  const auto& u = figures.utilization;
  out.push_back(u ? annual_usd(figures.own, *u) : kUnknown);
  out.push_back(u ? own_usd_per_useful_h(figures.own, *u) : kUnknown);
  const bool rented = u && frame.against;
  out.push_back(rented ? rent_usd_per_year(figures.offers[*frame.against], figures.own, *u) / useful_hours_per_year(figures.own, *u)
                       : kUnknown);
  const auto cost = rented ? horizon_cost(figures, *frame.against, frame.horizon_months()) : std::nullopt;
  out.push_back(cost ? cost->own_usd : kUnknown);
  out.push_back(cost ? cost->rent_usd : kUnknown);
  for (const double point : frame.curve) out.push_back(own_usd_per_useful_h(figures.own, point));
}

std::vector<double> outcomes_of(const Figures& figures, const Frame& frame) {
  std::vector<double> out;
  for (std::size_t i = 0; i < figures.offers.size(); ++i) {
    out.push_back(break_even_utilization(figures.own, figures.offers[i]).value_or(kUnknown));
    for (const double months : frame.horizons) {
      const auto cost = horizon_cost(figures, i, months);
      out.push_back(cost ? cost->npv_usd : kUnknown);
    }
  }
  add_tail(figures, frame, out);
  return out;
}

// The work of a year in useful hours, tokens and requests, to divide a year's money by.
struct Work {
  double hours = 0;
  std::optional<double> output_tokens;
  std::optional<double> requests;
  std::optional<double> flops_per_h;
};

Work work_of(const Figures& figures, const std::optional<Hardware>& hardware) {
  Work work{.hours = useful_hours_per_year(figures.own, *figures.utilization)};
  const double seconds = *figures.utilization * figures.own.availability * kSecondsPerYear;
  if (figures.output_tokens_per_s) work.output_tokens = *figures.output_tokens_per_s * seconds;
  if (figures.requests_per_s) work.requests = *figures.requests_per_s * seconds;
  if (hardware) work.flops_per_h = hardware->bf16_flops;
  return work;
}

// Fills the per-unit prices that OwnResult and OfferResult share.
template <class Side>
void price_work(Side& side, const Work& work) {
  side.usd_per_useful_gpu_h = *side.annual_usd / work.hours;
  if (work.flops_per_h) side.usd_per_useful_exaflop = usd_per_exaflop(*side.usd_per_useful_gpu_h, *work.flops_per_h);
  if (work.output_tokens) side.usd_per_million_tokens = *side.annual_usd / *work.output_tokens * 1e6;
  if (work.requests) side.usd_per_1k_requests = *side.annual_usd / *work.requests * 1e3;
}

OwnResult own_result(const Figures& figures, const std::optional<Hardware>& hardware) {
  OwnResult out{.capital_usd = capital_usd(figures.own)};
  if (!figures.utilization) return out;
  const double u = *figures.utilization;
  out.annual_usd = annual_usd(figures.own, u);
  out.running_usd_per_h = running_usd_per_year(figures.own, u) / kHoursPerYear;
  out.breakdown = annual_breakdown(figures.own, u);
  price_work(out, work_of(figures, hardware));
  return out;
}

Decision decide_by_npv(double npv, const std::optional<evidence::Interval>& ci95) {
  if (npv == 0 || (ci95 && ci95->low <= 0 && ci95->high >= 0)) return Decision::undecided;
  return npv > 0 ? Decision::own : Decision::rent;
}

std::vector<AtHorizon> at_horizons(const Figures& figures, std::size_t offer, const Frame& frame) {
  std::vector<AtHorizon> out;
  for (const double months : frame.horizons) {
    const auto cost = horizon_cost(figures, offer, months);
    if (!cost) return {};
    out.push_back({.months = months,
                   .own_usd = cost->own_usd,
                   .rent_usd = cost->rent_usd,
                   .npv_usd = cost->npv_usd,
                   .decision = decide_by_npv(cost->npv_usd, std::nullopt),
                   .contractable = months >= term_months(figures.offers[offer].kind)});
  }
  return out;
}

BreakEven break_even_of(const Figures& figures, std::size_t index, const Frame& frame) {
  const auto& offer = figures.offers[index];
  BreakEven out;
  const auto utilization = break_even_utilization(figures.own, offer);
  if (utilization) out.utilization = as_utilization(*utilization);
  if (!offer.usd_per_gpu_h) {
    out.why_no_utilization = "its rate is not known";
  } else if (!utilization) {
    out.why_no_utilization = "a reservation is paid whether used or not: compare the totals";
  } else if (!out.utilization) {
    out.why_no_utilization = "never: owning costs more even at full use";
  }
  out.hours = payback_hours(figures.own, offer);
  out.at_horizon = at_horizons(figures, index, frame);
  if (!figures.utilization || !offer.usd_per_gpu_h) {
    out.why_no_months = figures.utilization ? "its rate is not known" : "the utilization is not known";
    return out;
  }
  out.months = payback_months(figures.own, rent_usd_per_year(offer, figures.own, *figures.utilization), *figures.utilization);
  if (!out.months) {
    out.why_no_months = figures.own.capital.empty() ? "no capital is stated" : "never: running alone costs as much as renting";
  }
  return out;
}

std::vector<OfferResult> offer_results(const CostInputs& inputs, const Figures& figures, const Frame& frame) {
  std::vector<OfferResult> out;
  const auto accelerator = accelerator_of(inputs.plan);
  for (std::size_t i = 0; i < figures.offers.size(); ++i) {
    const auto& stated = inputs.plan.rent[i];
    const auto& offer = figures.offers[i];
    OfferResult result{.judgement = judge(stated, accelerator, inputs.hardware)};
    result.contractable = may_be_contracted(offer.kind, frame.horizon_months());
    result.usd_per_gpu_h = offer.usd_per_gpu_h;
    if (!offer.usd_per_gpu_h) result.why_no_rate = "needs [workload] output_tokens_per_s, output_tokens and input_tokens";
    if (figures.utilization && offer.usd_per_gpu_h) {
      result.annual_usd = rent_usd_per_year(offer, figures.own, *figures.utilization);
      auto work = work_of(figures, inputs.hardware(stated.accelerator));
      if (offer.kind == records::RentKind::api) work.flops_per_h.reset();
      price_work(result, work);
    }
    result.break_even = break_even_of(figures, i, frame);
    out.push_back(std::move(result));
  }
  return out;
}

// Equivalent offers that may be contracted: those on the same accelerator, and only where there is none, those on a similar one.
std::vector<std::size_t> candidates_of(const std::vector<OfferResult>& offers) {
  for (const auto wanted : {Equivalence::same, Equivalence::similar}) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < offers.size(); ++i) {
      if (offers[i].contractable && offers[i].judgement.equivalence == wanted && offers[i].usd_per_gpu_h) found.push_back(i);
    }
    if (!found.empty()) return found;
  }
  return {};
}

// The cheapest at the workload's utilization; where that is not known, by its rate.
std::optional<std::size_t> cheapest(const Figures& figures, const std::vector<std::size_t>& among) {
  const auto cost = [&](std::size_t i) {
    return figures.utilization ? rent_usd_per_year(figures.offers[i], figures.own, *figures.utilization) : *figures.offers[i].usd_per_gpu_h;
  };
  const auto found = std::min_element(among.begin(), among.end(), [&](auto a, auto b) { return cost(a) < cost(b); });
  return found == among.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::size_t> by_use_only(const Figures& figures, const std::vector<std::size_t>& offers) {
  std::vector<std::size_t> out;
  for (const auto i : offers) {
    if (billed_by_use(figures.offers[i].kind)) out.push_back(i);
  }
  return out;
}

Frame frame_of(const CostInputs& inputs) {
  Frame frame;
  frame.horizons = inputs.plan.horizons_months;
  const double longest = frame.horizons.empty() ? 36 : *std::max_element(frame.horizons.begin(), frame.horizons.end());
  const auto& stated = inputs.plan.workload.horizon_months;
  const double wanted = stated ? stated->value : longest;
  if (std::find(frame.horizons.begin(), frame.horizons.end(), wanted) == frame.horizons.end()) frame.horizons.push_back(wanted);
  std::sort(frame.horizons.begin(), frame.horizons.end());
  frame.horizon = static_cast<std::size_t>(std::find(frame.horizons.begin(), frame.horizons.end(), wanted) - frame.horizons.begin());
  for (int i = 1; i <= kCurvePoints; ++i) frame.curve.push_back(static_cast<double>(i) / kCurvePoints);
  return frame;
}

// An interval of a utilization: never above 1; nothing where even its low end is.
std::optional<evidence::Interval> capped(const Spread& spread) {
  if (!spread.ci95 || spread.ci95->low > 1) return std::nullopt;
  return evidence::Interval{spread.ci95->low, std::min(1.0, spread.ci95->high)};
}

void add_intervals(Comparison& out, const CostInputs& inputs, const Frame& frame) {
  const auto found = spreads(inputs.plan, [&](const Figures& figures) { return outcomes_of(figures, frame); }, inputs.draws);
  out.curve_own_ci95.resize(frame.curve.size());
  if (found.empty()) return;
  const Layout layout{.offers = out.rent.size(), .horizons = frame.horizons.size()};
  for (std::size_t i = 0; i < out.rent.size(); ++i) {
    auto& break_even = out.rent[i].break_even;
    const auto& spread = found[layout.break_even(i)];
    if (break_even.utilization) break_even.ci95 = capped(spread);
    break_even.never_share = billed_by_use(out.figures.offers[i].kind) ? spread.never_share : 0;
    for (std::size_t h = 0; h < break_even.at_horizon.size(); ++h) {
      auto& at = break_even.at_horizon[h];
      at.npv_ci95 = found[layout.npv(i, h)].ci95;
      at.decision = decide_by_npv(at.npv_usd, at.npv_ci95);
    }
  }
  if (out.pays_above.window.from) out.pays_above.ci95 = capped(found[layout.pays_from()]);
  out.pays_above.never_share = frame.candidates.empty() ? 0 : found[layout.pays_from()].never_share;
  out.own.annual_ci95 = found[layout.own_annual()].ci95;
  out.own.useful_ci95 = found[layout.own_useful()].ci95;
  out.rent_useful_ci95 = found[layout.rent_useful()].ci95;
  out.own_at_horizon_ci95 = found[layout.own_at_horizon()].ci95;
  out.rent_at_horizon_ci95 = found[layout.rent_at_horizon()].ci95;
  for (std::size_t i = 0; i < frame.curve.size(); ++i) out.curve_own_ci95[i] = found[layout.curve() + i].ci95;
}

SensitivityRow row_of(const Swing& swing, const Layout& layout, const Frame& frame) {
  SensitivityRow row{.input = swing.input, .input_low = swing.input_low, .input_high = swing.input_high};
  if (frame.against_by_use) {
    const auto at = layout.break_even(*frame.against_by_use);
    row.low = as_utilization(swing.low[at]);
    row.high = as_utilization(swing.high[at]);
    row.delta = known(swing.high[at] - swing.low[at]);
  }
  if (frame.against) {
    const auto at = layout.npv(*frame.against, frame.horizon);
    row.npv_low = known(swing.low[at]);
    row.npv_high = known(swing.high[at]);
  }
  return row;
}

std::vector<SensitivityRow> sensitivity_of(const CostInputs& inputs, const Frame& frame) {
  const Layout layout{.offers = inputs.plan.rent.size(), .horizons = frame.horizons.size()};
  std::vector<SensitivityRow> out;
  for (const auto& swing : swings(inputs.plan, [&](const Figures& figures) { return outcomes_of(figures, frame); })) {
    out.push_back(row_of(swing, layout, frame));
  }
  // What makes it "never" at one end moves it furthest.
  const auto size = [](const SensitivityRow& row) {
    return row.delta ? std::abs(*row.delta) : (row.low.has_value() == row.high.has_value() ? 0 : std::numeric_limits<double>::infinity());
  };
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return size(a) > size(b); });
  return out;
}

std::expected<Hybrid, std::string> hybrid_of(const CostInputs& inputs, const Figures& figures, const Frame& frame) {
  const auto by_use = cheapest(figures, by_use_only(figures, frame.candidates));
  std::optional<double> reserved;
  for (const auto i : frame.candidates) {
    if (!billed_by_use(figures.offers[i].kind))
      reserved = std::min(reserved.value_or(*figures.offers[i].usd_per_gpu_h), *figures.offers[i].usd_per_gpu_h);
  }
  return cheapest_hybrid({.hourly_accelerators = inputs.plan.workload.hourly_accelerators,
                          .plan = figures.own,
                          .on_demand_usd_per_gpu_h = by_use ? *figures.offers[*by_use].usd_per_gpu_h : 0,
                          .reserved_usd_per_gpu_h = reserved,
                          .terms = {.months = frame.horizon_months(), .discount_rate = figures.discount_rate},
                          .seed = inputs.draws.seed});
}

void add_against(Comparison& out, const Frame& frame) {
  out.against = frame.against;
  if (!frame.against) {
    out.why_no_against =
        out.rent.empty() ? "no offer is stated; add [[rent]]" : "no offer on equivalent hardware may be contracted for the horizon";
    out.break_even.why_no_utilization = out.break_even.why_no_months = out.why_no_against;
    return;
  }
  out.break_even = out.rent[*frame.against].break_even;
  if (!out.figures.utilization) return;
  const double u = *out.figures.utilization;
  out.discounted_months =
      discounted_payback_months(out.figures.own,
                                {.running_usd = running_usd_per_year(out.figures.own, u),
                                 .rent_usd = rent_usd_per_year(out.figures.offers[*frame.against], out.figures.own, u)},
                                {.months = std::max(120.0, frame.horizons.back()), .discount_rate = out.figures.discount_rate});
}

}  // namespace

std::string_view name_of(Decision decision) {
  constexpr std::array<std::string_view, 4> kNames{"own", "rent", "hybrid", "undecided"};
  return kNames[static_cast<std::size_t>(decision)];
}

std::optional<records::Stated> utilization_of_hours(const records::CostPlan& plan, records::Basis basis) {
  const auto& hours = plan.workload.hourly_accelerators;
  if (hours.empty()) return std::nullopt;
  const double mean = std::accumulate(hours.begin(), hours.end(), 0.0) / static_cast<double>(hours.size());
  const double available = static_cast<double>(plan.own.accelerators) * (plan.own.availability ? plan.own.availability->value : 1);
  if (mean <= 0 || mean > available) return std::nullopt;
  return records::Stated{.value = mean / available, .basis = basis, .source = "the hourly demand"};
}

Comparison compare(const CostInputs& inputs) {
  Comparison out;
  out.figures = figures_of(inputs.plan);
  out.accelerator = accelerator_of(inputs.plan);
  if (!out.accelerator.empty()) out.hardware = inputs.hardware(out.accelerator);
  auto frame = frame_of(inputs);
  out.horizon_months = frame.horizon_months();
  out.own = own_result(out.figures, out.hardware);
  out.rent = offer_results(inputs, out.figures, frame);
  frame.candidates = candidates_of(out.rent);
  frame.against = cheapest(out.figures, frame.candidates);
  frame.against_by_use = cheapest(out.figures, by_use_only(out.figures, frame.candidates));
  out.pays_above.window = pays_window_of(out.figures, frame);
  add_intervals(out, inputs, frame);
  add_against(out, frame);
  out.sensitivity_against = frame.against_by_use;
  out.sensitivity = sensitivity_of(inputs, frame);
  out.hybrid = hybrid_of(inputs, out.figures, frame);
  out.curve_utilization = frame.curve;
  const auto verdict = decide(out, inputs.utilization_bound);
  out.decision = verdict.decision;
  out.decision_why = verdict.why;
  if (out.against)
    out.flips = flips_of(out.figures, {.candidates = frame.candidates, .against = *out.against, .horizon_months = out.horizon_months});
  out.lint = lint_of({.plan = inputs.plan,
                      .accelerator = out.accelerator,
                      .hardware = inputs.hardware,
                      .today = inputs.today,
                      .horizon_months = out.horizon_months});
  return out;
}

}  // namespace accelprep::economics

#include "economics/flips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "economics/horizon.h"
#include "economics/rent.h"

namespace accelprep::economics {
namespace {

constexpr int kSteps = 1000;  // of the search along utilization

double npv_against(const Figures& figures, std::size_t offer, double months) {
  const YearlyCost yearly{.running_usd = running_usd_per_year(figures.own, *figures.utilization),
                          .rent_usd = rent_usd_per_year(figures.offers[offer], figures.own, *figures.utilization)};
  return cost_at_horizon(figures.own, yearly, {.months = months, .discount_rate = figures.discount_rate}).npv_usd;
}

double npv(const Figures& figures, const FlipTerms& terms) { return npv_against(figures, terms.against, terms.horizon_months); }

// Against whichever candidate is cheapest at this utilization.
double npv_at_utilization(Figures figures, const FlipTerms& terms, double utilization) {
  figures.utilization = utilization;
  double least = std::numeric_limits<double>::infinity();
  for (const auto offer : terms.candidates) least = std::min(least, npv_against(figures, offer, terms.horizon_months));
  return least;
}

// The value is linear in this figure, so that two points give the crossing. Nothing where it does not depend on it, or below 0.
std::optional<double> crossing(double now, double npv_now, double npv_at_zero) {
  const double slope = (npv_now - npv_at_zero) / now;
  if (std::abs(slope) * now < 1e-9 * (std::abs(npv_now) + 1)) return std::nullopt;
  const double at = now - npv_now / slope;
  return at > 0 ? std::optional(at) : std::nullopt;
}

std::optional<double> rate_flip(Figures figures, const FlipTerms& terms, double now) {
  auto& rate = figures.offers[terms.against].usd_per_gpu_h;
  const double stated = *rate;
  rate = 0;
  return crossing(stated, now, npv(figures, terms));
}

std::optional<double> capital_flip(Figures figures, const FlipTerms& terms, double now) {
  const double stated = capital_usd(figures.own);
  for (auto& item : figures.own.capital) item.usd = 0;
  return stated > 0 ? crossing(stated, now, npv(figures, terms)) : std::nullopt;
}

// The nearest crossing on either side.
std::optional<double> utilization_flip(const Figures& figures, const FlipTerms& terms, double now) {
  const double stated = *figures.utilization;
  std::optional<double> best;
  for (const double direction : {-1.0, 1.0}) {
    double last = now;
    for (int step = 1; step <= kSteps; ++step) {
      const double u = stated + direction * step / kSteps;
      if (u <= 0 || u > 1 + 1e-12) break;
      const double value = npv_at_utilization(figures, terms, u);
      if ((value > 0) == (now > 0)) {
        last = value;
        continue;
      }
      const double at = u - direction / kSteps * value / (value - last);  // the envelope is straight but for its corners
      if (!best || std::abs(at - stated) < std::abs(*best - stated)) best = at;
      break;
    }
  }
  return best;
}

// Later where owning does not pay yet, earlier where it does.
std::optional<double> horizon_flip(const Figures& figures, const FlipTerms& terms, double now) {
  const double direction = now > 0 ? -1 : 1;
  for (double month = terms.horizon_months + direction; month >= 1 && month <= terms.longest_months; month += direction) {
    if ((npv_against(figures, terms.against, month) > 0) != (now > 0)) return month;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(FlipInput input) {
  constexpr std::array<std::string_view, 4> kNames{"rate", "utilization", "capital", "horizon"};
  return kNames[static_cast<std::size_t>(input)];
}

std::string_view unit_of(FlipInput input) {
  constexpr std::array<std::string_view, 4> kUnits{"USD/h", "fraction", "USD", "months"};
  return kUnits[static_cast<std::size_t>(input)];
}

std::vector<Flip> flips_of(const Figures& figures, const FlipTerms& terms) {
  std::vector<Flip> out;
  if (!figures.utilization) return out;
  const double now = npv(figures, terms);
  const auto add = [&](FlipInput input, double stated, const std::optional<double>& at) {
    if (at) out.push_back({.input = input, .now = stated, .at = *at, .own_then = now <= 0});
  };
  add(FlipInput::rate, *figures.offers[terms.against].usd_per_gpu_h, rate_flip(figures, terms, now));
  add(FlipInput::utilization, *figures.utilization, utilization_flip(figures, terms, now));
  add(FlipInput::capital, capital_usd(figures.own), capital_flip(figures, terms, now));
  add(FlipInput::horizon, terms.horizon_months, horizon_flip(figures, terms, now));
  return out;
}

}  // namespace accelprep::economics

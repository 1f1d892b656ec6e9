#include "economics/figures.h"

#include <fmt/format.h>

namespace accelprep::economics {
namespace {

using records::CostPlan;
using records::RentOffer;
using records::Stated;

// Walks the plan in one fixed order. `seen` collects the inputs, where somebody wants them.
class Walk {
 public:
  Walk(const Pick& pick, std::vector<Input>* seen) : pick_(pick), seen_(seen) {}

  double operator()(std::string_view name, const Stated& stated) {
    if (seen_ != nullptr)
      seen_->push_back({prefix_.empty() ? std::string(name) : fmt::format("{}{}", prefix_, name), stated, group_, offer_});
    return pick_(position_++, stated);
  }
  std::optional<double> operator()(std::string_view name, const std::optional<Stated>& stated) {
    return stated ? std::optional((*this)(name, *stated)) : std::nullopt;
  }
  void begin(InputGroup group, std::string prefix = "", std::size_t offer = 0) {
    group_ = group;
    prefix_ = std::move(prefix);
    offer_ = offer;
  }
  [[nodiscard]] bool names_wanted() const { return seen_ != nullptr; }

 private:
  const Pick& pick_;
  std::vector<Input>* seen_;
  std::size_t position_ = 0;
  InputGroup group_ = InputGroup::own;
  std::string prefix_;
  std::size_t offer_ = 0;
};

std::vector<CapitalFigures> walk_capital(const CostPlan& plan, Walk& walk) {
  std::vector<CapitalFigures> out;
  for (const auto& item : plan.own.capital) {
    walk.begin(InputGroup::own, walk.names_wanted() ? item.item + "." : "");
    CapitalFigures figures{.item = item.item, .usd = walk("usd", item.usd), .life_years = walk("life_years", item.life_years)};
    figures.residual = walk("residual", item.residual);
    out.push_back(std::move(figures));
  }
  return out;
}

OwnFigures walk_own(const CostPlan& plan, Walk& walk) {
  const auto& stated = plan.own;
  OwnFigures own{.accelerators = static_cast<double>(stated.accelerators), .nodes = static_cast<double>(stated.nodes)};
  own.capital = walk_capital(plan, walk);
  walk.begin(InputGroup::own);
  own.opex_usd_per_h = walk("opex_usd_per_h", stated.opex_usd_per_h);
  own.electricity_usd_per_kwh = walk("electricity_usd_per_kwh", stated.electricity_usd_per_kwh).value_or(0);
  own.pue = walk("pue", stated.pue).value_or(1);
  own.busy_w = walk("busy_w", stated.busy_w).value_or(0);
  own.idle_w = walk("idle_w", stated.idle_w).value_or(own.busy_w);
  own.colo_usd_per_kw_month = walk("colo_usd_per_kw_month", stated.colo_usd_per_kw_month).value_or(0);
  own.contracted_kw = walk("contracted_kw", stated.contracted_kw).value_or(0);
  own.staff_usd_per_year = walk("staff_usd_per_year", stated.staff_usd_per_year).value_or(0);
  own.support_share_per_year = walk("support_share_per_year", stated.support_share_per_year).value_or(0);
  own.other_usd_per_year = walk("other_usd_per_year", stated.other_usd_per_year).value_or(0);
  own.availability = walk("availability", stated.availability).value_or(1);
  return own;
}

struct Tokens {
  std::optional<double> requests_per_s;
  std::optional<double> input;
  std::optional<double> output;
};

OfferFigures walk_offer(const RentOffer& stated, const Tokens& tokens, Walk& walk) {
  OfferFigures offer{.kind = stated.kind, .count = static_cast<double>(stated.count)};
  if (const auto usd_per_h = walk("usd_per_h", stated.usd_per_h)) offer.usd_per_gpu_h = *usd_per_h / offer.count;
  const auto usd_in = walk("usd_per_million_input", stated.usd_per_million_input);
  const auto usd_out = walk("usd_per_million_output", stated.usd_per_million_output);
  if (usd_in && usd_out && tokens.requests_per_s && tokens.output && (tokens.input || *usd_in == 0)) {
    const double usd_per_request = (tokens.input.value_or(0) * *usd_in + *tokens.output * *usd_out) / 1e6;
    offer.usd_per_gpu_h = *tokens.requests_per_s * 3600 * usd_per_request;  // of the whole plan; the caller divides
  }
  return offer;
}

Figures walk_plan(const CostPlan& plan, Walk walk) {
  Figures out;
  out.own = walk_own(plan, walk);
  walk.begin(InputGroup::utilization);
  out.utilization = walk("utilization", plan.workload.utilization);
  walk.begin(InputGroup::terms);
  out.discount_rate = walk("discount_rate", plan.discount_rate).value_or(0);
  walk.begin(InputGroup::workload);
  out.output_tokens_per_s = walk("output_tokens_per_s", plan.workload.output_tokens_per_s);
  Tokens tokens;
  tokens.input = walk("input_tokens", plan.workload.input_tokens);
  tokens.output = walk("output_tokens", plan.workload.output_tokens);
  if (out.output_tokens_per_s && tokens.output) tokens.requests_per_s = out.requests_per_s = *out.output_tokens_per_s / *tokens.output;
  for (std::size_t i = 0; i < plan.rent.size(); ++i) {
    walk.begin(InputGroup::rent, walk.names_wanted() ? plan.rent[i].label() + ": " : "", i);
    auto offer = walk_offer(plan.rent[i], tokens, walk);
    if (offer.kind == records::RentKind::api && offer.usd_per_gpu_h) offer.usd_per_gpu_h = *offer.usd_per_gpu_h / out.own.accelerators;
    out.offers.push_back(offer);
  }
  return out;
}

double as_stated(std::size_t /*position*/, const Stated& stated) { return stated.value; }

}  // namespace

std::vector<Input> inputs_of(const CostPlan& plan) {
  std::vector<Input> seen;
  const Pick pick = as_stated;
  walk_plan(plan, Walk(pick, &seen));
  return seen;
}

Figures figures_of(const CostPlan& plan, const Pick& pick) { return walk_plan(plan, Walk(pick, nullptr)); }

Figures figures_of(const CostPlan& plan) {
  const Pick pick = as_stated;
  return figures_of(plan, pick);
}

}  // namespace accelprep::economics

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/cost_report.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;
using economics::AtHorizon;
using economics::BreakEven;
using economics::Comparison;
using economics::OfferResult;

constexpr const char* kNoUtilization = "the utilization is not known";
constexpr const char* kNoRange = "no figure that moves it carries a range (low, high)";

// A key's value and, where that is null, the reason.
class Nulls {
 public:
  explicit Nulls(std::vector<MissingItem>& missing, std::string prefix = "") : missing_(missing), prefix_(std::move(prefix)) {}
  [[nodiscard]] Nulls inside(const std::string& object) const { return Nulls(missing_, prefix_ + object + "."); }
  Json operator()(const std::optional<double>& value, const std::string& key, std::string reason) {
    if (!value) add(key, std::move(reason));
    return number_or_null(value);
  }
  Json interval(const std::optional<evidence::Interval>& value, const std::string& key, std::string reason) {
    if (!value) add(key, std::move(reason));
    return interval_or_null(value);
  }
  void add(const std::string& key, std::string reason) { missing_.push_back({prefix_ + key, std::move(reason)}); }

 private:
  std::vector<MissingItem>& missing_;
  std::string prefix_;
};

std::string no_tokens(const Comparison& comparison, const char* keys) {
  return comparison.figures.utilization ? fmt::format("needs [workload] {}", keys) : kNoUtilization;
}

std::string no_flops(const Comparison& comparison) {
  if (!comparison.figures.utilization) return kNoUtilization;
  return "the peak bf16 rate of the accelerator is not in the catalog, or no accelerator is named";
}

// What owning and an offer share: money for the work.
template <class Side>
void add_unit_prices(Json& json, const Side& side, std::pair<const Comparison&, Nulls&> with) {
  auto& [comparison, nulls] = with;
  json["usd_per_useful_exaflop"] = nulls(side.usd_per_useful_exaflop, "usd_per_useful_exaflop", no_flops(comparison));
  json["usd_per_million_tokens"] =
      nulls(side.usd_per_million_tokens, "usd_per_million_tokens", no_tokens(comparison, "output_tokens_per_s"));
  json["usd_per_1k_requests"] =
      nulls(side.usd_per_1k_requests, "usd_per_1k_requests", no_tokens(comparison, "output_tokens_per_s and output_tokens"));
}

Json own_json(const CostReport& report, Nulls nulls) {
  const auto& own = report.comparison.own;
  Json breakdown = Json::array();
  for (const auto& item : own.breakdown) breakdown.push_back({{"item", item.item}, {"usd", item.usd}});
  Json out = {{"accelerator", report.comparison.accelerator},
              {"accelerators", report.inputs.plan.own.accelerators},
              {"nodes", report.inputs.plan.own.nodes},
              {"capital_usd", own.capital_usd},
              {"annual_usd", nulls(own.annual_usd, "annual_usd", kNoUtilization)},
              {"annual_ci95", nulls.interval(own.annual_ci95, "annual_ci95", kNoRange)},
              {"usd_per_useful_gpu_h", nulls(own.usd_per_useful_gpu_h, "usd_per_useful_gpu_h", kNoUtilization)},
              {"usd_per_useful_gpu_h_ci95", nulls.interval(own.useful_ci95, "usd_per_useful_gpu_h_ci95", kNoRange)},
              {"running_usd_per_h", nulls(own.running_usd_per_h, "running_usd_per_h", kNoUtilization)}};
  add_unit_prices(out, own, {report.comparison, nulls});
  out["breakdown"] = std::move(breakdown);
  return out;
}

Json at_horizon_json(const std::vector<AtHorizon>& all) {
  Json out = Json::array();
  for (const auto& at : all) {
    out.push_back({{"months", at.months},
                   {"own_usd", at.own_usd},
                   {"rent_usd", at.rent_usd},
                   {"npv_usd", at.npv_usd},
                   {"npv_ci95", interval_or_null(at.npv_ci95)},
                   {"decision", economics::name_of(at.decision)},
                   {"contractable", at.contractable}});
  }
  return out;
}

void add_break_even(Json& out, const BreakEven& break_even, Nulls& nulls) {
  const auto& why = break_even.why_no_utilization;
  out["utilization"] = nulls(break_even.utilization, "utilization", why);
  out["ci95"] = nulls.interval(break_even.ci95, "ci95", break_even.utilization ? kNoRange : why);
  out["never_share"] = break_even.never_share;
  out["months"] = nulls(break_even.months, "months", break_even.why_no_months);
  out["hours"] = nulls(break_even.hours, "hours", "never within full use, or no capital or rate is stated");
  out["at_horizon"] = at_horizon_json(break_even.at_horizon);
}

Json offer_json(const CostReport& report, std::size_t index, Nulls nulls) {
  const auto& stated = report.inputs.plan.rent[index];
  const auto& offer = report.comparison.rent[index];
  const std::string why = offer.usd_per_gpu_h ? kNoUtilization : offer.why_no_rate;
  Json out = {{"provider", stated.provider},
              {"instance", stated.instance},
              {"accelerator", stated.accelerator},
              {"count", stated.count},
              {"kind", records::name_of(stated.kind)},
              {"region", stated.region},
              {"as_of", stated.as_of},
              {"source", stated.source},
              {"usd_per_gpu_h", nulls(offer.usd_per_gpu_h, "usd_per_gpu_h", offer.why_no_rate)},
              {"annual_usd", nulls(offer.annual_usd, "annual_usd", why)},
              {"usd_per_useful_gpu_h", nulls(offer.usd_per_useful_gpu_h, "usd_per_useful_gpu_h", why)}};
  add_unit_prices(out, offer, {report.comparison, nulls});
  out["equivalent"] = economics::name_of(offer.judgement.equivalence);
  out["why"] = offer.judgement.why;
  out["contractable"] = offer.contractable;
  Json break_even = Json::object();
  auto inner = nulls.inside("break_even");
  add_break_even(break_even, offer.break_even, inner);
  out["break_even"] = std::move(break_even);
  return out;
}

Json pays_above_json(const Comparison& comparison, Nulls nulls) {
  const auto& pays = comparison.pays_above;
  Json out = {{"utilization", nulls(pays.window.from, "utilization", pays.window.why)}};
  out["ci95"] = nulls.interval(pays.ci95, "ci95", pays.window.from ? kNoRange : pays.window.why);
  out["until"] = number_or_null(pays.window.until);
  out["never_share"] = pays.never_share;
  return out;
}

Json break_even_json(const CostReport& report, Nulls nulls) {
  const auto& comparison = report.comparison;
  Json out = {{"against", nullptr}};
  if (comparison.against) out["against"] = report.inputs.plan.rent[*comparison.against].label();
  out["against_index"] = comparison.against ? Json(*comparison.against) : Json(nullptr);
  out["horizon_months"] = comparison.horizon_months;
  add_break_even(out, comparison.break_even, nulls);
  const auto& why = comparison.break_even.why_no_months;
  out["months_discounted"] = nulls(comparison.discounted_months, "months_discounted", why.empty() ? "not within ten years" : why);
  out["pays_above"] = pays_above_json(comparison, nulls.inside("pays_above"));
  return out;
}

Json hybrid_json(const Comparison& comparison, Nulls nulls) {
  if (!comparison.hybrid) {
    nulls.add("hybrid", comparison.hybrid.error());
    return nullptr;
  }
  const auto& hybrid = *comparison.hybrid;
  Json options = Json::array();
  for (const auto& option : hybrid.options) {
    options.push_back({{"nodes", option.nodes}, {"usd", option.usd}, {"present_value_usd", option.present_value}});
  }
  return {{"own_nodes", hybrid.own_nodes},
          {"own_accelerators", hybrid.own_accelerators},
          {"rent_gpu_h", hybrid.rent_gpu_h},
          {"rent_gpu_h_per_year", hybrid.rent_gpu_h_per_year},
          {"usd", hybrid.usd},
          {"npv_usd", hybrid.npv_usd},
          {"npv_vs_best_pure_usd", hybrid.npv_vs_best_pure_usd},
          {"saving", hybrid.saving},
          {"ci95", nulls.interval(hybrid.ci95, "hybrid.ci95", hybrid.why_no_interval)},
          {"nodes_for_peak", hybrid.nodes_for_peak},
          {"node_utilization", hybrid.node_utilization},
          {"options", std::move(options)}};
}

Json sensitivity_json(const Comparison& comparison) {
  Json out = Json::array();
  for (const auto& row : comparison.sensitivity) {
    out.push_back({{"input", row.input},
                   {"input_low", row.input_low},
                   {"input_high", row.input_high},
                   {"low", number_or_null(row.low)},
                   {"high", number_or_null(row.high)},
                   {"delta", number_or_null(row.delta)},
                   {"npv_low_usd", number_or_null(row.npv_low)},
                   {"npv_high_usd", number_or_null(row.npv_high)}});
  }
  return out;
}

Json utilization_json(const CostReport& report, Nulls nulls) {
  const auto& stated = report.inputs.plan.workload.utilization;
  Json out = {
      {"value", nulls(report.comparison.figures.utilization, "value", "state [workload] utilization, or give the ledger of an audit")}};
  out["low"] = stated ? number_or_null(stated->low) : Json(nullptr);
  out["high"] = stated ? number_or_null(stated->high) : Json(nullptr);
  out["bound"] = report.inputs.utilization_bound == economics::UtilizationBound::upper ? "upper" : "point";
  out["basis"] = stated ? Json(records::name_of(stated->basis)) : Json(nullptr);
  out["source"] = stated ? stated->source : "";
  return out;
}

}  // namespace

std::string cost_json(const CostReport& report, Envelope envelope) {
  Json out = begin_json(envelope);
  const Nulls nulls(envelope.missing);
  const auto& comparison = report.comparison;
  out["utilization"] = utilization_json(report, nulls.inside("utilization"));
  out["own"] = own_json(report, nulls.inside("own"));
  out["rent"] = Json::array();
  for (std::size_t i = 0; i < comparison.rent.size(); ++i)
    out["rent"].push_back(offer_json(report, i, nulls.inside(fmt::format("rent[{}]", i))));
  out["break_even"] = break_even_json(report, nulls.inside("break_even"));
  out["hybrid"] = hybrid_json(comparison, nulls);
  out["sensitivity"] = sensitivity_json(comparison);
  out["decision"] = economics::name_of(comparison.decision);
  out["why"] = comparison.decision_why;
  out["flips"] = Json::array();
  for (const auto& flip : comparison.flips) {
    out["flips"].push_back({{"input", economics::name_of(flip.input)},
                            {"now", flip.now},
                            {"at", flip.at},
                            {"unit", economics::unit_of(flip.input)},
                            {"then", flip.own_then ? "own" : "rent"}});
  }
  out["lint"] = Json::array();
  for (const auto& lint : comparison.lint)
    out["lint"].push_back({{"id", lint.id}, {"about", lint.about}, {"text", lint.text}, {"place", lint.place}});
  return finish_json(std::move(out), envelope);
}

}  // namespace accelprep::report

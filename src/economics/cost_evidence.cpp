#include "economics/cost_evidence.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/time.h"
#include "economics/cost_pictures.h"

namespace accelprep::economics {
namespace {

using evidence::Absent;
using evidence::Interval;
using evidence::Measurement;
using evidence::Value;
using records::Basis;

Value number_or(const std::optional<double>& value, const std::string& reason) {
  return value ? Value(*value) : Value(Absent{reason.empty() ? "not known" : reason});
}

// The inputs' bases, weakest first, as a text: "assumed: pue, life; specified: server.usd".
std::string bases_text(const std::vector<Input>& inputs, std::initializer_list<InputGroup> groups) {
  std::string out;
  for (std::size_t i = records::kBasisNames.size(); i-- > 0;) {
    std::string names;
    for (const auto& input : inputs) {
      const bool wanted = std::find(groups.begin(), groups.end(), input.group) != groups.end();
      if (wanted && input.stated.basis == static_cast<Basis>(i)) names += (names.empty() ? "" : ", ") + input.name;
    }
    if (!names.empty()) out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", records::kBasisNames[i], names);
  }
  return out;
}

std::optional<Basis> weakest(const std::vector<Input>& inputs, std::initializer_list<InputGroup> groups) {
  std::optional<Basis> out;
  for (const auto& input : inputs) {
    if (std::find(groups.begin(), groups.end(), input.group) == groups.end()) continue;
    out = out ? records::weaker(*out, input.stated.basis) : input.stated.basis;
  }
  return out;
}

// Makes measurements with the right basis and expiry.
class Shelf {
 public:
  Shelf(const CostInputs& inputs, const Comparison& comparison, const EvidenceTerms& terms)
      : stated_(inputs_of(inputs.plan)), inputs_(inputs), comparison_(comparison), terms_(terms) {
    for (const auto& offer : inputs.plan.rent) {
      const auto as_of = base::parse_time(offer.as_of);
      if (as_of) oldest_rate_ns_ = std::min(oldest_rate_ns_.value_or(as_of->ns), as_of->ns);
    }
    own_ = weakest(stated_, {InputGroup::own}).value_or(Basis::assumed);
    use_ = weakest(stated_, {InputGroup::utilization}).value_or(Basis::assumed);
  }

  [[nodiscard]] Basis own() const { return own_; }
  [[nodiscard]] Basis use() const { return use_; }
  [[nodiscard]] Basis rates() const {  // of all candidates: the envelope hangs on each
    Basis out = Basis::measured;
    for (const auto& offer : inputs_.plan.rent) out = records::weaker(out, rate_basis(offer));
    return out;
  }
  [[nodiscard]] Basis terms() const { return weakest(stated_, {InputGroup::terms}).value_or(Basis::assumed); }
  [[nodiscard]] std::string bases(std::initializer_list<InputGroup> groups) const { return bases_text(stated_, groups); }
  [[nodiscard]] std::string against() const {
    return comparison_.against ? inputs_.plan.rent[*comparison_.against].label() : std::string("no offer");
  }

  Measurement& add(evidence::Reading reading, Basis basis) {
    evidence::Origin origin = terms_.origin;
    origin.basis = basis;
    rows_.push_back(measured_from(origin, std::move(reading)));
    return rows_.back();
  }
  // The same for a result that hangs on rates.
  Measurement& add_rated(evidence::Reading reading, Basis basis) {
    auto& row = add(std::move(reading), records::weaker(basis, rates()));
    if (oldest_rate_ns_) row.expires_at_ns = *oldest_rate_ns_ + static_cast<base::TimeNs>(terms_.price_valid_days) * base::kDay;
    return row;
  }
  std::vector<Measurement> take() { return std::move(rows_); }

 private:
  std::vector<Input> stated_;
  const CostInputs& inputs_;
  const Comparison& comparison_;
  const EvidenceTerms& terms_;
  std::optional<base::TimeNs> oldest_rate_ns_;
  Basis own_ = Basis::assumed;
  Basis use_ = Basis::assumed;
  std::vector<Measurement> rows_;
};

constexpr const char* kNoUtilization = "the utilization is not known";

void add_rates_of_cost(const Comparison& out, Shelf& shelf) {
  const auto method = "straight line and running cost; " + shelf.bases({InputGroup::own, InputGroup::utilization});
  const auto basis = records::weaker(shelf.own(), shelf.use());
  shelf.add({"own_annual_cost", number_or(out.own.annual_usd, kNoUtilization), method, out.own.annual_ci95}, basis);
  shelf.add({"own_usd_per_useful_h", number_or(out.own.usd_per_useful_gpu_h, kNoUtilization), method, out.own.useful_ci95}, basis);
  const auto rent = out.against ? out.rent[*out.against].usd_per_useful_gpu_h : std::nullopt;
  auto& row = shelf.add_rated(
      {"rent_usd_per_useful_h", number_or(rent, out.against ? kNoUtilization : out.why_no_against),
       fmt::format("{}: by the needed hour, or all hours of a reservation over the useful ones", shelf.against()), out.rent_useful_ci95},
      Basis::measured);
  row.attributes = {{"against", shelf.against()}};
}

void add_break_even(const Comparison& out, Shelf& shelf) {
  const auto& pays = out.pays_above;
  auto& row = shelf.add_rated({"break_even_utilization", number_or(pays.window.from, pays.window.why),
                               "where a year of owning costs less than the cheapest of all equivalent offers that may be contracted; " +
                                   shelf.bases({InputGroup::own}),
                               pays.ci95},
                              shelf.own());
  row.attributes = {{"never_share", fmt::format("{:.4f}", pays.never_share)}};
  if (pays.window.until) row.attributes.emplace_back("until", fmt::format("{:.4f}", *pays.window.until));
  const auto basis = records::weaker(shelf.own(), shelf.use());
  shelf.add_rated({"break_even_month", number_or(out.break_even.months, out.break_even.why_no_months),
                   fmt::format("capital over what {} would cost more a month (730 h), undiscounted, no exit value", shelf.against())},
                  basis);
  const std::string why = out.break_even.why_no_months.empty() ? "not within ten years" : out.break_even.why_no_months;
  shelf.add_rated({"break_even_month_discounted", number_or(out.discounted_months, why),
                   fmt::format("the same with the saving discounted at {:.1f} % a year", out.figures.discount_rate * 100)},
                  records::weaker(basis, shelf.terms()));
}

const AtHorizon* at_the_horizon(const Comparison& out) {
  for (const auto& at : out.break_even.at_horizon) {
    if (at.months == out.horizon_months) return &at;
  }
  return nullptr;
}

void add_horizon(const CostInputs& inputs, const Comparison& out, Shelf& shelf) {
  const auto* at = at_the_horizon(out);
  const auto value = [&](double AtHorizon::* member) { return at != nullptr ? std::optional(at->*member) : std::nullopt; };
  const std::string why = out.against ? kNoUtilization : out.why_no_against;
  const auto basis = records::weaker(records::weaker(shelf.own(), shelf.use()), shelf.terms());
  const auto method = fmt::format("over {:g} months at {:.1f} % a year, year-end flows, declining-balance exit value, against {}; {}",
                                  out.horizon_months, out.figures.discount_rate * 100, shelf.against(),
                                  shelf.bases({InputGroup::own, InputGroup::utilization, InputGroup::terms}));
  auto& npv = shelf.add_rated(
      {"npv_at_horizon", number_or(value(&AtHorizon::npv_usd), why), method, at != nullptr ? at->npv_ci95 : std::nullopt}, basis);
  npv.attributes = {{"against", shelf.against()}, {"decision", std::string(name_of(out.decision))}, {"why", out.decision_why}};
  shelf.add({"own_usd_at_horizon", number_or(value(&AtHorizon::own_usd), why), method, out.own_at_horizon_ci95}, basis);
  shelf.add_rated({"rent_usd_at_horizon", number_or(value(&AtHorizon::rent_usd), why), method, out.rent_at_horizon_ci95}, shelf.use());
  const auto& horizon = inputs.plan.workload.horizon_months;
  auto& row = shelf.add(
      {"ownership_horizon", number_or(horizon ? std::optional(horizon->value) : std::nullopt, "no [workload] horizon_months is stated"),
       horizon && !horizon->source.empty() ? horizon->source : "as stated",
       horizon && horizon->low ? std::optional(Interval{*horizon->low, *horizon->high}) : std::nullopt},
      horizon ? horizon->basis : Basis::assumed);
  if (horizon && !horizon->declared_by.empty()) row.attributes = {{"declared_by", horizon->declared_by}, {"on", horizon->as_of}};
}

void add_hybrid(const Comparison& out, const EvidenceTerms& terms, Shelf& shelf) {
  const auto* hybrid = out.hybrid ? &*out.hybrid : nullptr;
  const std::string why = out.hybrid ? "" : out.hybrid.error();
  const auto of = [&](auto read) { return hybrid != nullptr ? std::optional<double>(read(*hybrid)) : std::nullopt; };
  const auto basis = records::weaker(records::weaker(shelf.own(), terms.demand_basis), shelf.terms());
  const std::string method = "whole nodes owned, the hours above them rented on demand; least present value over the horizon";
  const auto nodes = of([](const Hybrid& h) { return static_cast<double>(h.own_nodes); });
  shelf.add_rated({"hybrid_nodes", number_or(nodes, why), method}, basis);
  std::optional<Interval> saving_ci95;
  if (hybrid != nullptr && hybrid->ci95 && hybrid->npv_vs_best_pure_usd != 0) {
    const double share = hybrid->saving / hybrid->npv_vs_best_pure_usd;
    saving_ci95 = Interval{hybrid->ci95->low * share, hybrid->ci95->high * share};
  }
  shelf.add_rated({"hybrid_saving", number_or(of([](const Hybrid& h) { return h.saving; }), why), method, saving_ci95}, basis);
  const auto lowest = hybrid != nullptr && hybrid->own_nodes > 0
                          ? std::optional(hybrid->node_utilization[static_cast<std::size_t>(hybrid->own_nodes - 1)])
                          : std::nullopt;
  shelf.add(
      {"hybrid_lowest_node_utilization", number_or(lowest, hybrid != nullptr ? "the hybrid owns no node" : why), "load-duration curve"},
      terms.demand_basis);
  shelf.add({"nodes_for_peak", number_or(of([](const Hybrid& h) { return static_cast<double>(h.nodes_for_peak); }), why),
             "99th percentile hour over the accelerators of a node"},
            terms.demand_basis);
}

// What an hour of the target costs for a test: the cheapest offer of the same accelerator that is billed by use.
void add_rental(const CostInputs& inputs, const Comparison& out, Shelf& shelf) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < out.rent.size(); ++i) {
    const bool fits = inputs.plan.rent[i].kind == records::RentKind::on_demand && out.rent[i].judgement.equivalence == Equivalence::same;
    if (fits && out.rent[i].usd_per_gpu_h && (!best || *out.rent[i].usd_per_gpu_h < *out.rent[*best].usd_per_gpu_h)) best = i;
  }
  shelf.add_rated(
      {"rental_usd_per_h", number_or(best ? out.rent[*best].usd_per_gpu_h : std::nullopt, "no on-demand offer of the same accelerator"),
       best ? inputs.plan.rent[*best].label() : "no offer"},
      Basis::measured);
}

}  // namespace

Basis rate_basis(const records::RentOffer& offer) {
  Basis stated = Basis::measured;
  for (const auto* rate : {&offer.usd_per_h, &offer.usd_per_million_input, &offer.usd_per_million_output}) {
    if (*rate) stated = records::weaker(stated, (*rate)->basis);
  }
  return stated == Basis::assumed && !offer.as_of.empty() ? Basis::imported : stated;
}

CostEvidence cost_evidence(const CostInputs& inputs, const Comparison& comparison, const EvidenceTerms& terms) {
  Shelf shelf(inputs, comparison, terms);
  add_rates_of_cost(comparison, shelf);
  add_break_even(comparison, shelf);
  add_horizon(inputs, comparison, shelf);
  add_hybrid(comparison, terms, shelf);
  add_rental(inputs, comparison, shelf);
  return {
      .measurements = shelf.take(),
      .tables = {offers_table(inputs, comparison), own_breakdown_table(comparison), sensitivity_table(comparison), flips_table(comparison)},
      .series = {cost_curve(inputs, comparison), cumulative_cost(inputs, comparison)}};
}

}  // namespace accelprep::economics

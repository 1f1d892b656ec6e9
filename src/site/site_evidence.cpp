#include "site/site_evidence.h"

#include <fmt/format.h>

namespace accelprep::site {
namespace {

using evidence::Absent;
using evidence::CheckStatus;
using evidence::Measurement;
using evidence::Value;

// Adds measurements of one origin.
class Shelf {
 public:
  explicit Shelf(evidence::Origin origin) : origin_(std::move(origin)) {}
  Measurement& add(evidence::Reading reading, records::Basis basis) {
    origin_.basis = basis;
    rows_.push_back(measured_from(origin_, std::move(reading)));
    return rows_.back();
  }
  void set_subject(evidence::Setting setting, const std::optional<double>& inlet_c) {
    origin_.subject.setting = setting;
    origin_.subject.inlet_c = inlet_c;
  }
  std::vector<Measurement> take() { return std::move(rows_); }

 private:
  evidence::Origin origin_;
  std::vector<Measurement> rows_;
};

Value number_or(const std::optional<double>& value, const std::string& reason) { return value ? Value(*value) : Value(Absent{reason}); }

// The checks behind one verdict, failing and unknown ones first.
std::string reasons(const std::vector<evidence::Check>& checks, std::initializer_list<std::string_view> prefixes) {
  std::string out;
  for (const auto status : {CheckStatus::fail, CheckStatus::unknown, CheckStatus::pass}) {
    for (const auto& check : checks) {
      bool wanted = false;
      for (const auto prefix : prefixes) wanted = wanted || check.id.starts_with(prefix);
      if (wanted && check.status == status) out += fmt::format("{}{}", out.empty() ? "" : "; ", check.why);
    }
    if (!out.empty()) return out;
  }
  return out;
}

void add_power(const SiteFindings& findings, Shelf& shelf) {
  const auto& power = findings.power;
  const auto& node = findings.plan.node;
  shelf.add({"node_peak_power", number_or(power.peak_w, power.peak_why), power.peak_why}, power.basis);
  const auto sustained = node.sustained_w ? std::optional(node.sustained_w->value) : std::nullopt;
  shelf.add({"node_sustained_power", number_or(sustained, "state [node] sustained_w"), "as stated"},
            node.sustained_w ? node.sustained_w->basis : records::Basis::assumed);
  struct Verdict {
    std::string_view id;
    Carried carried;
    std::string why;
  };
  for (auto& verdict : {Verdict{"power_normal", power.normal, reasons(power.checks, {"psu_normal", "circuit", "line_"})},
                        Verdict{"power_single_failure", power.single_failure, reasons(power.checks, {"psu_loss", "feed_loss"})},
                        Verdict{"power_startup", power.startup, reasons(power.checks, {"startup"})}}) {
    auto& row = shelf.add({verdict.id, std::string(name_of(verdict.carried)),
                           fmt::format("ratings ({}) held against the peak ({})", records::name_of(power.ratings_basis), power.peak_why)},
                          records::weaker(power.basis, power.ratings_basis));
    row.attributes = {{"why", verdict.why}, {"ratings_basis", std::string(records::name_of(power.ratings_basis))}};
    if (!records::vouches(power.ratings_basis)) row.attributes.emplace_back("rests_on", "ratings that nobody declares to have read");
  }
  const Value grade = power.office_grade ? Value(std::string(*power.office_grade ? "office" : "data_center"))
                                         : Value(Absent{reasons(power.checks, {"office_grade"})});
  auto& row = shelf.add({"power_grade", grade, "the circuits' ratings"}, power.ratings_basis);
  row.attributes = {{"why", reasons(power.checks, {"office_grade"})}};
}

void add_cooling(const SiteFindings& findings, Shelf& shelf) {
  const auto& cooling = findings.cooling;
  const auto& facts = findings.facts;
  shelf.set_subject(facts.setting, facts.inlet_c);
  const auto method =
      fmt::format("limit ({}) minus the highest temperature under load", facts.limit_source.empty() ? "not known" : facts.limit_source);
  shelf.add({"temperature_margin", number_or(cooling.temperature_margin_c, cooling.why_no_projection), method}, facts.basis);
  auto& row = shelf.add({"projected_margin", number_or(cooling.projected_margin_c, cooling.why_no_projection),
                         method + ", less the difference of the inlet temperatures with a reserve"},
                        facts.basis);
  row.attributes = {{"level", std::string(name_of(cooling.level))}, {"why", cooling.why}};
}

}  // namespace

std::vector<Measurement> site_measurements(const SiteFindings& findings, const evidence::Origin& origin) {
  Shelf shelf(origin);
  shelf.set_subject(evidence::Setting::target_rack, std::nullopt);
  add_power(findings, shelf);
  add_cooling(findings, shelf);
  return shelf.take();
}

}  // namespace accelprep::site

#include "readiness/axes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/check.h"
#include "evidence/measurement_table.h"

namespace accelprep::readiness {
namespace {

std::string label_of(std::string_view id) {
  const auto* row = evidence::find_row(id);
  return row != nullptr ? std::string(row->label) : std::string(id);
}

const RubricRow& first_that_holds(std::string_view axis, const Facts& facts) {
  for (const auto& row : rows_of(axis)) {
    if (row.holds(facts)) return row;
  }
  CHECK(false && "the last row of every axis holds");
  return rows_of(axis).back();
}

// What says nothing by itself decides nothing: an undetermined trend, an upper bound beside the figure it bounds.
bool decides(std::string_view id, const Facts& facts) {
  if (id == "load_trend") return facts.text(id) == "falling" || facts.text(id) == "level" || facts.text(id) == "rising";
  if (id == "busy_over_cycle") return facts.find("sustained_utilization") == nullptr;
  return true;
}

std::vector<const evidence::Measurement*> deciding(const AxisRow& row, const Facts& facts) {
  std::vector<const evidence::Measurement*> out;
  for (const auto id : row.decided_by) {
    const auto* found = facts.find(id);
    if (found != nullptr && decides(id, facts)) out.push_back(found);
  }
  return out;
}

// Two figures of one run, on one subject and of one basis, whose intervals do not meet and which differ by a tenth or more.
bool contradicts(const evidence::Measurement& a, const evidence::Measurement& b) {
  if (&a == &b || a.id != b.id || a.taken_at_ns != b.taken_at_ns || !(a.subject == b.subject) || a.basis != b.basis) return false;
  if (!a.number() || !b.number()) return !a.is_absent() && !b.is_absent() && a.value != b.value;
  const auto x = a.interval();
  const auto y = b.interval();
  const double larger = std::max(std::abs(*a.number()), std::abs(*b.number()));
  return (x.high < y.low || y.high < x.low) && std::abs(*a.number() - *b.number()) >= 0.1 * larger;
}

const evidence::Measurement* contradiction_of(const evidence::Measurement& figure, const Facts& facts) {
  const auto& all = facts.dossier().measurements;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& other) { return contradicts(figure, other); });
  return found == all.end() ? nullptr : &*found;
}

void hold_back(Axis& axis, Reason reason, const std::string& why) {
  axis.level = Level::marginal;
  axis.reason = reason;
  axis.why += "; " + why;
}

// A ready axis must rest on evidence that vouches, is fresh, and is not contradicted.
void guard(Axis& axis, const std::vector<const evidence::Measurement*>& figures, const Facts& facts) {
  for (const auto* figure : figures) {
    if (axis.level == Level::not_ready) break;
    if (facts.is_stale(figure->id)) hold_back(axis, Reason::stale, fmt::format("{} has expired; take it again", label_of(figure->id)));
  }
  if (axis.level != Level::ready) return;
  for (const auto* figure : figures) {
    if (!records::vouches(figure->basis)) {
      const auto rests = figure->attribute("rests_on");
      return hold_back(axis, Reason::heuristic,
                       fmt::format("{} is {}{}, and nothing that decides may be", label_of(figure->id), records::name_of(figure->basis),
                                   rests.empty() ? "" : " (" + rests + ")"));
    }
    if (contradiction_of(*figure, facts) != nullptr) {
      return hold_back(axis, Reason::conflicting, fmt::format("two measurements of {} contradict each other", label_of(figure->id)));
    }
  }
}

}  // namespace

Axis judge_axis(const AxisRow& row, const Facts& facts) {
  Axis axis{.id = std::string(row.id), .title = std::string(row.title)};
  const auto& rule = first_that_holds(row.id, facts);
  axis.level = rule.level;
  axis.reason = rule.reason;
  axis.why = rule.why(facts);
  const auto figures = deciding(row, facts);
  for (const auto* figure : figures) {
    axis.measurements.push_back(figure->id);
    axis.basis = axis.basis ? records::weaker(*axis.basis, figure->basis) : figure->basis;
    axis.synthetic = axis.synthetic || figure->synthetic;
  }
  for (const auto id : row.decided_by) {
    const auto lines = facts.passed_over(id);
    axis.passed_over.insert(axis.passed_over.end(), lines.begin(), lines.end());
  }
  // Evidence about another accelerator is kept, and says nothing about this one.
  const bool elsewhere = std::any_of(row.decided_by.begin(), row.decided_by.end(), [&](auto id) { return facts.on_wrong_target(id); });
  if (axis.level == Level::not_ready && axis.reason == Reason::unmeasured && elsewhere) {
    axis.reason = Reason::wrong_target;
    axis.why = "what was measured was measured on another accelerator; " + axis.why;
  }
  guard(axis, figures, facts);
  return axis;
}

}  // namespace accelprep::readiness

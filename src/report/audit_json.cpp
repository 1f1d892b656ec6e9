// accelprep.audit/1, as docs/schema/audit.json describes it.
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "evidence/measurement_table.h"
#include "readiness/policy.h"
#include "report/envelope.h"
#include "report/model.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json axis_json(const readiness::Axis& axis) {
  return {{"id", axis.id},
          {"title", axis.title},
          {"level", name_of(axis.level)},
          {"reason", name_of(axis.reason)},
          {"basis", axis.basis ? Json(records::name_of(*axis.basis)) : Json(nullptr)},
          {"synthetic", axis.synthetic},
          {"why", axis.why},
          {"measurements", axis.measurements},
          {"passed_over", axis.passed_over},
          {"next_step",
           {{"command", text_or_null(axis.next.command)},
            {"needs", text_or_null(axis.next.needs)},
            {"hours", number_or_null(axis.next.hours)},
            {"usd", number_or_null(axis.next.usd)}}}};
}

Json verdict_json(const readiness::Verdict& verdict) {
  Json flips = Json::array();
  for (const auto& flip : verdict.would_change) flips.push_back(flip.sentence);
  return {{"decision", name_of(verdict.decision)},
          {"why", verdict.why},
          {"ready_axes", verdict.ready_axes},
          {"sustained_utilization", number_or_null(verdict.sustained_utilization)},
          {"sustained_utilization_ci95", interval_or_null(verdict.sustained_ci95)},
          {"sustained_is_upper_bound", verdict.sustained_is_upper_bound},
          {"break_even_utilization", number_or_null(verdict.break_even_utilization)},
          {"break_even_utilization_ci95", interval_or_null(verdict.break_even_ci95)},
          {"would_change", std::move(flips)}};
}

Json subject_json(const evidence::Subject& subject) {
  return {{"accelerator", text_or_null(subject.accelerator)},
          {"count", subject.count > 0 ? Json(subject.count) : Json(nullptr)},
          {"power_limit_w", number_or_null(subject.power_limit_w)},
          {"setting", name_of(subject.setting)},
          {"inlet_c", number_or_null(subject.inlet_c)}};
}

Json value_json(const evidence::Measurement& measurement) {
  if (measurement.is_absent()) return nullptr;
  if (const auto number = measurement.number()) return number_or_null(number);
  return measurement.text();
}

Json measurement_json(const evidence::Measurement& measurement) {
  const auto* row = evidence::find_row(measurement.id);
  Json attributes = Json::object();
  for (const auto& [key, text] : measurement.attributes) attributes[key] = text;
  Json window = nullptr;
  if (measurement.window) {
    window = {{"from", base::format_time(measurement.window->from_ns)}, {"to", base::format_time(measurement.window->to_ns)}};
  }
  return {{"id", measurement.id},
          {"label", row != nullptr ? Json(row->label) : Json(measurement.id)},
          {"value", value_json(measurement)},
          {"unit", row != nullptr ? Json(row->unit) : Json(nullptr)},
          {"ci95", interval_or_null(measurement.ci95)},
          {"basis", records::name_of(measurement.basis)},
          {"synthetic", measurement.synthetic},
          {"subject", subject_json(measurement.subject)},
          {"method", measurement.method},
          {"sources", measurement.sources},
          {"window", std::move(window)},
          {"taken_at", base::format_time(measurement.taken_at_ns)},
          {"expires_at", measurement.expires_at_ns ? Json(base::format_time(*measurement.expires_at_ns)) : Json(nullptr)},
          {"attributes", std::move(attributes)}};
}

Json plan_json(const readiness::PlanStep& step) {
  return {{"step", step.step},
          {"on_what", step.on_what},
          {"hours", number_or_null(step.hours)},
          {"usd", number_or_null(step.usd)},
          {"command", text_or_null(step.command)}};
}

Json policy_json(const evidence::Dossier& dossier) {
  Json out = Json::array();
  for (const auto& row : readiness::policy_rows()) {
    const auto value = readiness::policy_value(dossier, row.key);
    out.push_back({{"key", row.key},
                   {"value", number_or_null(value)},
                   {"default", number_or_null(row.default_value)},
                   {"unit", row.unit},
                   {"changed", value != row.default_value}});
  }
  return out;
}

// Axes without evidence, numbers of the verdict that are null, and measurements that are absent: each with its reason.
std::vector<MissingItem> missing_of(const Model& model) {
  std::vector<MissingItem> out;
  const auto& verdict = model.assessment.verdict;
  if (!verdict.sustained_utilization) out.push_back({"verdict.sustained_utilization", "no sustained utilization of the target is known"});
  if (!verdict.break_even_utilization)
    out.push_back({"verdict.break_even_utilization", "no break-even against an equivalent offer is known"});
  for (const auto& axis : model.assessment.axes) {
    if (axis.reason == readiness::Reason::unmeasured) out.push_back({axis.id, axis.why});
  }
  for (const auto& section : model.sections) {
    for (const auto& measurement : section.measurements) {
      if (measurement.absent && measurement.chosen) out.push_back({measurement.id, measurement.value});
    }
  }
  return out;
}

Json target_json(const evidence::Target& target) {
  return {{"accelerator", text_or_null(target.accelerator)},
          {"name", text_or_null(target.accelerator_name)},
          {"count", target.count > 0 ? Json(target.count) : Json(nullptr)},
          {"nodes", target.nodes},
          {"power_limit_w", number_or_null(target.power_limit_w)},
          {"driver", text_or_null(target.driver)}};
}

template <class Items, class Function>
Json list(const Items& items, Function one) {
  Json out = Json::array();
  for (const auto& item : items) out.push_back(one(item));
  return out;
}

}  // namespace

std::string render_json(const Model& model) {
  const auto& dossier = model.dossier;
  Envelope envelope{.context = dossier.context, .sources = dossier.sources, .missing = missing_of(model)};
  envelope.context.verb = "audit";  // also where the report is made again from a ledger
  auto json = begin_json(envelope);
  json["audit"] = {{"name", text_or_null(dossier.context.audit_name)},
                   {"decision_date", text_or_null(dossier.context.decision_date)},
                   {"synthetic", dossier.synthetic},
                   {"target", target_json(dossier.target)}};
  json["axes"] = list(model.assessment.axes, axis_json);
  json["verdict"] = verdict_json(model.assessment.verdict);
  json["measurements"] = list(dossier.measurements, measurement_json);
  json["findings"] = findings_json(dossier.findings);
  json["checks"] = checks_json(dossier.checks);
  json["plan"] = list(model.assessment.plan, plan_json);
  json["policy"] = policy_json(dossier);
  json["rejected_rows"] = rejected_json(dossier.rejected);
  json["notes"] = dossier.notes;
  return finish_json(std::move(json), envelope);
}

}  // namespace accelprep::report

#include "readiness/facts.h"

#include <fmt/format.h>

#include "readiness/policy.h"

namespace accelprep::readiness {

evidence::Selection Facts::select(std::string_view id) const {
  return evidence::select(dossier_.measurements, {.id = id, .accelerator = dossier_.target.accelerator, .now_ns = now_ns_});
}

const evidence::Measurement* Facts::find(std::string_view id) const {
  const auto selection = select(id);
  if (selection.best == nullptr || selection.wrong_target || selection.best->is_absent()) return nullptr;
  return selection.best;
}

std::optional<double> Facts::number(std::string_view id) const {
  const auto* found = find(id);
  return found != nullptr ? found->number() : std::nullopt;
}

std::string Facts::text(std::string_view id) const {
  const auto* found = find(id);
  return found != nullptr ? found->text() : "";
}

bool Facts::is_stale(std::string_view id) const { return select(id).stale; }

bool Facts::on_wrong_target(std::string_view id) const {
  const auto selection = select(id);
  return selection.best != nullptr && selection.wrong_target && !selection.best->is_absent();
}

std::string Facts::absence(std::string_view id) const {
  const auto selection = select(id);
  if (selection.best == nullptr) return "not measured";
  if (selection.wrong_target) return fmt::format("measured on {}, not on the target", selection.best->subject.accelerator);
  const auto* absent = std::get_if<evidence::Absent>(&selection.best->value);
  return absent != nullptr ? absent->reason : "";
}

double Facts::limit(std::string_view policy_key) const { return threshold(dossier_, policy_key); }

std::optional<double> Facts::optional_limit(std::string_view policy_key) const { return policy_value(dossier_, policy_key); }

std::vector<std::string> Facts::passed_over(std::string_view id) const {
  std::vector<std::string> out;
  const auto selection = select(id);
  for (const auto* other : selection.passed_over) {
    const bool elsewhere = !other->subject.accelerator.empty() && other->subject.accelerator != dossier_.target.accelerator;
    const char* why = elsewhere                              ? "another accelerator"
                      : other->is_absent()                   ? "no value"
                      : other->basis > selection.best->basis ? "a weaker basis"
                                                             : "older";
    out.push_back(fmt::format("{}{}: {}", id, other->subject.accelerator.empty() ? "" : " of " + other->subject.accelerator, why));
  }
  return out;
}

}  // namespace accelprep::readiness

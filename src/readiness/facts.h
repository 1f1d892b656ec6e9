// What the rubric's conditions may look at: the best measurement of each id, and the policy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/dossier.h"

namespace accelprep::readiness {

class Facts {
 public:
  Facts(const evidence::Dossier& dossier, evidence::TimeNs now_ns) : dossier_(dossier), now_ns_(now_ns) {}

  [[nodiscard]] evidence::Selection select(std::string_view id) const;
  // The best measurement on the right target that is present; null else. Staleness is another question.
  [[nodiscard]] const evidence::Measurement* find(std::string_view id) const;
  [[nodiscard]] std::optional<double> number(std::string_view id) const;
  [[nodiscard]] std::string text(std::string_view id) const;  // "" where absent
  [[nodiscard]] bool is_stale(std::string_view id) const;
  [[nodiscard]] bool on_wrong_target(std::string_view id) const;
  // Why there is no value: the absence's own reason, or that nothing was measured.
  [[nodiscard]] std::string absence(std::string_view id) const;
  [[nodiscard]] double limit(std::string_view policy_key) const;
  [[nodiscard]] std::optional<double> optional_limit(std::string_view policy_key) const;
  // One line for each measurement of the id that was passed over, with the reason.
  [[nodiscard]] std::vector<std::string> passed_over(std::string_view id) const;

  [[nodiscard]] const evidence::Dossier& dossier() const { return dossier_; }
  [[nodiscard]] evidence::TimeNs now_ns() const { return now_ns_; }

  // Of the cooling axis, judged first because sustained utilization rests on it.
  std::optional<bool> cooling_ready;

 private:
  const evidence::Dossier& dossier_;
  evidence::TimeNs now_ns_;
};

}  // namespace accelprep::readiness

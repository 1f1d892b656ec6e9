#include "readiness/assessment.h"

#include <array>

#include "readiness/axes.h"
#include "readiness/plan.h"
#include "readiness/rubric.h"
#include "readiness/verdict.h"

namespace accelprep::readiness {

std::string_view name_of(Level level) {
  constexpr std::array<std::string_view, 3> kNames{"ready", "marginal", "not_ready"};
  return kNames[static_cast<std::size_t>(level)];
}

std::string_view name_of(Reason reason) {
  constexpr std::array<std::string_view, 7> kNames{"ok", "unmeasured", "fails", "wrong_target", "stale", "conflicting", "heuristic"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::string_view name_of(Decision decision) {
  constexpr std::array<std::string_view, 4> kNames{"own", "rent", "hybrid", "profile_more"};
  return kNames[static_cast<std::size_t>(decision)];
}

Assessment assess(const evidence::Dossier& dossier, const AssessOptions& options) {
  Facts facts(dossier, options.now_ns);
  Assessment out;
  // Cooling comes first: sustained utilization asks whether the soak was made under the target's thermal conditions.
  for (const auto& row : axis_rows()) {
    if (row.id == "cooling") facts.cooling_ready = judge_axis(row, facts).level == Level::ready;
  }
  for (const auto& row : axis_rows()) {
    out.axes.push_back(judge_axis(row, facts));
    out.axes.back().next = next_step(out.axes.back(), facts, options);
  }
  out.verdict = verdict_of(out.axes, facts);
  out.plan = plan_of(out.axes, facts, options);
  return out;
}

}  // namespace accelprep::readiness

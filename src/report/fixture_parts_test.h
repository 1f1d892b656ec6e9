// Parts of the audits in fixtures_test.h. Included by tests only.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evidence/dossier.h"
#include "readiness/assessment.h"
#include "report/fixture_data_test.h"

namespace accelprep::report {

inline constexpr double kWeekStart = 1'793'577'600;  // 2026-11-02, a Monday

struct Figure {
  std::string id;
  evidence::Value value;
  evidence::Basis basis = evidence::Basis::measured;
  std::optional<evidence::Interval> ci95 = std::nullopt;
  std::string method;
  std::string source = "soak.csv";
  std::vector<std::pair<std::string, std::string>> attributes;
};

evidence::Subject target_subject();
void add(evidence::Dossier& dossier, const std::vector<Figure>& figures, const evidence::Subject& subject);

evidence::Dossier begun(const std::string& name);
void add_sources(evidence::Dossier& dossier);
void add_traffic(evidence::Dossier& dossier, const TrafficShape& shape);
void add_soak(evidence::Dossier& dossier);
void add_stack(evidence::Dossier& dossier, bool clean);
void add_memory(evidence::Dossier& dossier);
void add_site(evidence::Dossier& dossier, bool fits);
void add_money(evidence::Dossier& dossier, double utilization);

std::vector<readiness::Axis> ready_axes();
void fall_short(readiness::Axis& axis, readiness::Level level, readiness::Reason reason);

}  // namespace accelprep::report

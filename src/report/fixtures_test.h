// Whole audits with made-up data, for tests of the renderers. Included by tests only.
#pragma once

#include <string>
#include <vector>

#include "evidence/dossier.h"
#include "readiness/assessment.h"
#include "report/model.h"

namespace accelprep::report {

struct AuditFixture {
  std::string name;  // "own"
  evidence::Dossier dossier;
  readiness::Assessment assessment;
};

AuditFixture own_fixture();           // eight cards, steady load, everything measured in the target rack
AuditFixture rent_fixture();          // office hours, only busy recorded: an upper bound, and that is enough; synthetic
AuditFixture hybrid_fixture();        // office hours over a base that is always there; one feed too small
AuditFixture profile_more_fixture();  // logs of eleven hours, another accelerator's telemetry, no costs
AuditFixture empty_fixture();         // [audit] and nothing else
std::vector<AuditFixture> all_fixtures();

Model model_of(const AuditFixture& fixture);

// Puts `text` wherever a name from outside may come to stand.
AuditFixture with_hostile_names(AuditFixture fixture, const std::string& text);

}  // namespace accelprep::report

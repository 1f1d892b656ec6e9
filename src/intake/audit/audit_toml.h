// audit.toml: which files hold the evidence for a purchase. docs/formats/audit.md describes it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "records/audit_plan.h"

namespace accelprep::intake {

// `policy_keys` are the thresholds that [policy] may change. Errors: no such file, broken TOML, unknown keys (with the nearest
// known one), sections that contradict each other.
base::Result<records::AuditPlan> read_audit_toml(const std::string& path, const std::vector<std::string>& policy_keys);
base::Result<records::AuditPlan> parse_audit_toml(std::string_view text, const std::string& path,
                                                  const std::vector<std::string>& policy_keys);

}  // namespace accelprep::intake

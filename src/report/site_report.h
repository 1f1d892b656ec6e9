// Power and cooling of a rack, for people and for programs. Keys and units: docs/schema/site.json.
#pragma once

#include <string>
#include <vector>

#include "report/envelope.h"
#include "site/site_evidence.h"

namespace accelprep::report {

struct SiteReport {
  const site::SiteFindings& findings;
  std::vector<std::string> notes;  // about what was read
};

// Adds to envelope.missing a reason for each key that is null and for each check that is unknown.
std::string site_json(const SiteReport& report, Envelope envelope);
std::string site_text(const SiteReport& report);

// Of the checks that fail, those the file does not call optional. They make the verb exit 1.
std::vector<std::string> required_failures(const site::SiteFindings& findings);

}  // namespace accelprep::report

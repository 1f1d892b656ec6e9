#include "cli/verbs.h"

namespace accelprep::cli {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> kVerbs{
      audit_verb(), init_verb(), profile_verb(), telemetry_verb(), size_verb(),   stack_verb(),
      site_verb(),  cost_verb(), import_verb(),  report_verb(),    verify_verb(), catalog_verb(),
  };
  return kVerbs;
}

}  // namespace accelprep::cli

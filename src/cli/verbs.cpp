#include "cli/verbs.h"

namespace accelprep::cli {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> kVerbs{
      profile_verb(),
      telemetry_verb(),
      stack_verb(),
      verify_verb(),
      catalog_verb(),
  };
  return kVerbs;
}

}  // namespace accelprep::cli

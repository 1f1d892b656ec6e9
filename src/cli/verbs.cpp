#include "cli/verbs.h"

namespace accelprep::cli {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> kVerbs{
      profile_verb(),
      site_verb(),
      cost_verb(),
      verify_verb(),
  };
  return kVerbs;
}

}  // namespace accelprep::cli

#include "cli/verbs.h"

namespace accelprep::cli {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> kVerbs{
      verify_verb(),
  };
  return kVerbs;
}

}  // namespace accelprep::cli

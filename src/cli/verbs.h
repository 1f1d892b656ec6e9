// Each verb's row; verbs.cpp lists them in the order help shows.
#pragma once

#include "cli/verb.h"

namespace accelprep::cli {

Verb profile_verb();
Verb site_verb();
Verb cost_verb();
Verb verify_verb();

}  // namespace accelprep::cli

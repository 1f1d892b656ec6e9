// Each verb's row; verbs.cpp lists them in the order help shows.
#pragma once

#include "cli/verb.h"

namespace accelprep::cli {

Verb profile_verb();
Verb telemetry_verb();
Verb stack_verb();
Verb verify_verb();
Verb catalog_verb();

}  // namespace accelprep::cli

// Each verb's row; verbs.cpp lists them in the order help shows.
#pragma once

#include "cli/verb.h"

namespace accelprep::cli {

Verb audit_verb();
Verb catalog_verb();
Verb cost_verb();
Verb import_verb();
Verb init_verb();
Verb profile_verb();
Verb report_verb();
Verb site_verb();
Verb size_verb();
Verb stack_verb();
Verb telemetry_verb();
Verb verify_verb();

}  // namespace accelprep::cli

// What each picture of the report says: a sentence computed from the dossier, or what would draw it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evidence/dossier.h"
#include "readiness/assessment.h"
#include "report/model.h"

namespace accelprep::report {

// One of every row, in the order of the report. The command of an empty one prepares what it lacks.
std::vector<PictureView> pictures_of(const evidence::Dossier& dossier, const readiness::Assessment& assessment);

// The column of a series by name; null where there is none.
const evidence::SeriesColumn* find_column(const evidence::Series& series, std::string_view name);
// The measurement of that id that counts for the dossier's target; null where there is none, or it is absent or of another.
const evidence::Measurement* present(const evidence::Dossier& dossier, std::string_view id);
std::vector<const evidence::Series*> device_series(const evidence::Dossier& dossier);  // "device_minutes/..."
// The column of device_minutes that says how loaded a card is: "busy", or "sm_active" where no card has it (MIG).
std::string_view load_column(const evidence::Dossier& dossier);
std::vector<const evidence::Check*> checks_of(const evidence::Dossier& dossier, std::string_view group);

}  // namespace accelprep::report

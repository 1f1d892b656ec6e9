#include "evidence/dossier.h"

#include <algorithm>

namespace accelprep::evidence {

const Series* Dossier::find_series(std::string_view id) const {
  const auto found = std::find_if(series.begin(), series.end(), [&](const auto& one) { return one.id == id; });
  return found == series.end() ? nullptr : &*found;
}

const Table* Dossier::find_table(std::string_view id) const {
  const auto found = std::find_if(tables.begin(), tables.end(), [&](const auto& one) { return one.id == id; });
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace accelprep::evidence

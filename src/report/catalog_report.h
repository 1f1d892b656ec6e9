// What `catalog` prints.
#pragma once

#include <string>
#include <vector>

#include "catalog/selection.h"
#include "report/envelope.h"

namespace accelprep::report {

struct CatalogView {
  Envelope envelope;
  std::string program;
  std::string directory;
  std::vector<catalog::KindSize> sizes;
  const catalog::Selection* selection = nullptr;  // null: an overview of the tables
};

std::string catalog_text(const CatalogView& view);
std::string catalog_json(const CatalogView& view);

}  // namespace accelprep::report

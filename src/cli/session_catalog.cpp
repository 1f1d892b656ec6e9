#include "cli/session.h"

namespace accelprep::cli {

base::Result<catalog::Catalog> load_catalog(const Invocation& invocation) {
  TRY_ASSIGN(const auto directory, catalog::find_catalog(invocation.binary_path, invocation.arguments.text("catalog")));
  return catalog::Catalog::load(directory);
}

}  // namespace accelprep::cli

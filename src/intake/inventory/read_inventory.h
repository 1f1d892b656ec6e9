// Reads what users have of a software stack, recognised by content: collect_env text, nvidia-smi output, package lists, pasted
// error messages, inventory.toml. docs/formats/inventory.md describes each.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "records/inventory.h"

namespace accelprep::intake {

// One inventory out of all files. One text may hold several formats (an issue with collect_env, a table and an error): each is read.
// A file that holds none of them is an error that says what was expected.
base::Result<records::Inventory> read_inventory(const std::vector<std::string>& paths);

// The same for one text in memory; `name` stands for its path.
base::Result<records::Inventory> read_inventory_text(std::string text, const std::string& name);

}  // namespace accelprep::intake

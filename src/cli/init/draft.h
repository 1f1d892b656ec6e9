// The audit.toml for what a survey found, and the parts that `init --add` prepares.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/init/survey.h"

namespace accelprep::cli {

// A commented audit.toml that runs at once: what was found is active, what was not is a comment that says how to get it.
std::string draft_audit(const std::string& name, const std::vector<FoundFile>& found, std::string_view decision_date);

// What `init --add=SECTION` writes: a block for audit.toml, all comments, and a file beside it (a script, or a form to fill in).
struct AddRow {
  std::string_view section;  // "soak"
  std::string_view block;    // for audit.toml
  std::string_view file;     // "record-soak.sh"; "" for none
  std::string_view contents;
  bool executable = false;
  std::string_view then;  // what to do next
};
std::span<const AddRow> add_rows();

}  // namespace accelprep::cli

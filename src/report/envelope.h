// What every verb's JSON shares: schema, context, inputs with their digests, rejected rows, and what is missing and why.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "evidence/dossier.h"

namespace accelprep::report {

struct MissingItem {
  std::string id;  // the key that is null
  std::string reason;
};

struct Envelope {
  evidence::Context context;  // its verb names the schema: "accelprep.cost/1"
  std::vector<evidence::Source> sources;
  std::vector<MissingItem> missing;
};

// {"schema", "context": {..., "inputs": [{"path", "kind", "size_bytes", "sha256", "rows_used"}]}}: add the verb's keys to it.
nlohmann::ordered_json begin_json(const Envelope& envelope);
// Adds "missing" and prints, two blanks deep, with a newline at the end; bytes that are no UTF-8 become U+FFFD.
std::string finish_json(nlohmann::ordered_json json, const Envelope& envelope);

nlohmann::ordered_json number_or_null(const std::optional<double>& value);  // NaN and infinities are null too
nlohmann::ordered_json interval_or_null(const std::optional<evidence::Interval>& interval);
nlohmann::ordered_json rejected_json(const std::vector<records::RejectedRows>& rejected);
nlohmann::ordered_json checks_json(const std::vector<evidence::Check>& checks);
nlohmann::ordered_json findings_json(const std::vector<evidence::Finding>& findings);

}  // namespace accelprep::report

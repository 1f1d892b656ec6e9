// Parts of a dossier as JSON text and back: how the ledger stores what is not a measurement.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "evidence/dossier.h"

namespace accelprep::evidence {

// A part by kind ("context", "target", "policy", "source", "finding", "check", "series", "table", "rejected", "note"): one text each.
using Document = std::pair<std::string, std::string>;

std::vector<Document> documents_of(const Dossier& dossier);
base::Status add_document(Dossier& dossier, const Document& document);

std::string texts_to_json(const std::vector<std::string>& texts);
base::Result<std::vector<std::string>> texts_from_json(std::string_view json);
std::string pairs_to_json(const std::vector<std::pair<std::string, std::string>>& pairs);
base::Result<std::vector<std::pair<std::string, std::string>>> pairs_from_json(std::string_view json);

}  // namespace accelprep::evidence

// A part of a ledger, as somebody may have changed it: "KIND\nJSON". What is accepted can be named, stored and read again unchanged.
#include <string>

#include "base/check.h"
#include "bytes.h"
#include "evidence/dossier_json.h"

namespace {

using namespace accelprep;

evidence::Dossier read_again(const std::vector<evidence::Document>& documents) {
  evidence::Dossier dossier;
  for (const auto& document : documents) CHECK(evidence::add_document(dossier, document));
  return dossier;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = fuzz::text_of(data, size);
  const auto end_of_kind = text.find('\n');
  if (end_of_kind == std::string_view::npos) return 0;
  const std::string body(text.substr(end_of_kind + 1));
  evidence::Dossier dossier;
  if (evidence::add_document(dossier, {std::string(text.substr(0, end_of_kind)), body})) {
    for (const auto& finding : dossier.findings) CHECK(!evidence::name_of(finding.severity).empty());
    for (const auto& check : dossier.checks) CHECK(!evidence::name_of(check.status).empty());
    const auto stored = evidence::documents_of(dossier);
    CHECK(evidence::documents_of(read_again(stored)) == stored);
  }
  const auto texts = evidence::texts_from_json(body);
  CHECK(!texts || evidence::texts_from_json(evidence::texts_to_json(*texts)));
  const auto pairs = evidence::pairs_from_json(body);
  CHECK(!pairs || evidence::pairs_from_json(evidence::pairs_to_json(*pairs)));
  return 0;
}

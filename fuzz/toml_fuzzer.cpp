// A TOML document: parses or fails with a place, and every key can be read as every type without ending the program.
#include "base/check.h"
#include "base/toml.h"
#include "bytes.h"

namespace {

using accelprep::base::TomlReader;
using accelprep::base::TomlTable;

void read_as_everything(const TomlTable& table, int depth) {
  if (depth > 50) return;
  TomlReader reader(table, "fuzz.toml", "[fuzz]");
  reader.known("name");
  for (const auto& [key, value] : table.entries) {
    CHECK(reader.has(key));
    reader.text(key);
    reader.number(key);
    reader.integer(key);
    reader.boolean(key);
    reader.date(key);
    reader.texts(key);
    reader.integers(key);
    if (const auto* inner = reader.table(key)) read_as_everything(*inner, depth + 1);
    for (const auto* inner : reader.tables(key)) read_as_everything(*inner, depth + 1);
  }
  const auto finished = reader.finish();
  CHECK(finished || finished.error().place.starts_with("fuzz.toml"));
  const auto unread = TomlReader(table, "fuzz.toml").finish();
  CHECK(unread.has_value() == table.entries.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = accelprep::base::parse_toml(accelprep::fuzz::text_of(data, size), "fuzz.toml");
  if (document) {
    read_as_everything(*document, 0);
  } else {
    CHECK(document.error().place.starts_with("fuzz.toml"));
  }
  return 0;
}

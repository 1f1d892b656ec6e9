#include <fmt/format.h>

#include "base/text.h"
#include "catalog/tables.h"

namespace accelprep::catalog {

bool is_as_of(std::string_view text) {
  const auto parts = base::split(text, '-');
  if (parts.size() > 3) return false;
  constexpr std::int64_t kLowest[] = {1990, 1, 1};
  constexpr std::int64_t kHighest[] = {2199, 12, 31};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = base::parse_integer(parts[i]);
    if (!number || parts[i].size() != (i == 0 ? 4U : 2U) || *number < kLowest[i] || *number > kHighest[i]) return false;
  }
  return true;
}

Result<Sources> Sources::parse(const TableText& table) {
  TRY_ASSIGN(const auto rows, CsvRows::parse(table.text, table.path, {"id", "reference"}));
  Sources out;
  TRY(rows.each([&](CsvRow& row) -> base::Status {
    auto id = row.require("id");
    auto reference = row.require("reference");
    if (!out.references_.emplace(id, std::move(reference)).second) row.complain("id", fmt::format("\"{}\" is named twice", id));
    return row.finish();
  }));
  return out;
}

Sources::Answer Sources::expand(std::span<const std::string> names) const {
  Answer out;
  for (const auto& name : names) {
    const auto found = references_.find(name);
    if (found == references_.end()) {
      std::vector<std::string> known;
      for (const auto& [id, reference] : references_) known.push_back(id);
      out.unknown = fmt::format("\"{}\" is no row of sources.csv{}", name, base::did_you_mean(name, known));
      return out;
    }
    out.text += (out.text.empty() ? "" : "; ") + found->second;
  }
  if (names.empty()) out.unknown = "is missing; every fact names the source it was read in";
  return out;
}

Citation Sources::cite(CsvRow& row) const {
  Citation out;
  out.as_of = row.require("as_of");
  if (!is_as_of(out.as_of)) row.complain("as_of", fmt::format("expected a date such as 2026-08, found \"{}\"", out.as_of));
  auto answer = expand(row.list("source"));
  if (!answer.unknown.empty()) row.complain("source", answer.unknown);
  out.source = std::move(answer.text);
  return out;
}

Citation Sources::cite(base::TomlReader& row) const {
  Citation out;
  out.as_of = row.require_text("as_of");
  if (!is_as_of(out.as_of)) row.complain("as_of", fmt::format("as_of: expected a date such as \"2026-08\", found \"{}\"", out.as_of));
  auto answer = expand(row.texts("sources"));
  if (!answer.unknown.empty()) row.complain("sources", "sources: " + answer.unknown);
  out.source = std::move(answer.text);
  return out;
}

}  // namespace accelprep::catalog

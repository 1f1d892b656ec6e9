#include <fmt/format.h>

#include "base/text.h"
#include "catalog/tables.h"
#include "catalog/toml_figures.h"

namespace accelprep::catalog {
namespace {

void read_power(base::TomlReader& row, Node& out) {
  out.peak_w = positive(row, "peak_w");
  out.sustained_w = positive(row, "sustained_w");
  out.idle_w = positive(row, "idle_w");
  out.psu_count = positive_integer(row, "psu_count");
  out.psus_needed = positive_integer(row, "psus_needed");
  out.psu_rating_w = positive(row, "psu_rating_w");
  if (out.psu_count && out.psus_needed && *out.psus_needed > *out.psu_count)
    row.complain("psus_needed", "psus_needed is more than psu_count");
}

Result<Node> read_node(const base::TomlTable& table, const std::string& path, const Known& known) {
  base::TomlReader row(table, path);
  Node out;
  out.id = row.require_text("id");
  out.name = row.require_text("name");
  out.accelerator = row.require_text("accelerator");
  if (!known.accelerators.contains(out.accelerator)) {
    const std::vector<std::string> ids(known.accelerators.begin(), known.accelerators.end());
    row.complain("accelerator", fmt::format("accelerator: there is no \"{}\" in accelerators.toml{}", out.accelerator,
                                            base::did_you_mean(out.accelerator, ids)));
  }
  const auto count = row.integer("accelerators");
  if (!count || *count < 0) row.complain("accelerators", "accelerators: expected how many the node has, from 0");
  out.accelerators = count.value_or(0);
  read_power(row, out);
  out.basis = row.require_text("basis");
  if (out.basis != "specified" && out.basis != "imported") row.complain("basis", "basis: expected \"specified\" or \"imported\"");
  out.cooling = row.require_text("cooling");
  if (out.cooling != "air" && out.cooling != "liquid") row.complain("cooling", "cooling: expected \"air\" or \"liquid\"");
  out.note = row.text("note").value_or("");
  out.citation = known.sources.cite(row);
  TRY(row.finish());
  return out;
}

}  // namespace

Result<std::vector<Node>> parse_nodes(const TableText& table, const Known& known) {
  TRY_ASSIGN(const auto document, base::parse_toml(table.text, table.path));
  base::TomlReader reader(document, table.path);
  std::vector<Node> out;
  Ids seen;
  for (const auto* row : reader.tables("node")) {
    TRY_ASSIGN(auto node, read_node(*row, table.path, known));
    TRY(take_id(node.id, {.row = *row, .path = table.path, .seen = seen}));
    out.push_back(std::move(node));
  }
  TRY(reader.finish());
  return out;
}

}  // namespace accelprep::catalog

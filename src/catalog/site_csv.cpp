#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "catalog/tables.h"

namespace accelprep::catalog {
namespace {

constexpr std::array<std::string_view, 5> kKinds{"on_demand", "reserved_1y", "reserved_3y", "spot", "purchase"};

Price read_price(CsvRow& row, const Known& known) {
  Price out;
  out.provider = row.require("provider");
  out.instance = row.require("instance");
  out.accelerator = row.text("accelerator");
  if (!out.accelerator.empty() && !known.accelerators.contains(out.accelerator)) {
    const std::vector<std::string> ids(known.accelerators.begin(), known.accelerators.end());
    row.complain("accelerator",
                 fmt::format("there is no \"{}\" in accelerators.toml{}", out.accelerator, base::did_you_mean(out.accelerator, ids)));
  }
  out.count = row.count("count");
  if (out.count == 0) row.complain("count", "expected how many accelerators the price is for, from 1");
  out.region = row.text("region");
  out.kind = row.one_of("kind", kKinds);
  out.usd_per_h = row.positive("usd");
  out.note = row.text("note");
  out.citation = known.sources.cite(row);
  return out;
}

}  // namespace

Result<std::vector<Circuit>> parse_circuits(const TableText& table, const Sources& sources) {
  TRY_ASSIGN(const auto rows,
             CsvRows::parse(table.text, table.path,
                            {"id", "name", "volts", "phases", "breaker_a", "continuous_factor", "as_of", "source", "note"}));
  std::vector<Circuit> out;
  Ids seen;
  TRY(rows.each([&](CsvRow& row) -> base::Status {
    Circuit circuit;
    circuit.id = row.require("id");
    circuit.name = row.require("name");
    circuit.volts = row.positive("volts");
    circuit.phases = row.count("phases");
    if (circuit.phases != 1 && circuit.phases != 3) row.complain("phases", "expected 1 or 3");
    circuit.breaker_a = row.positive("breaker_a");
    circuit.continuous_factor = row.positive("continuous_factor");
    if (circuit.continuous_factor > 1) row.complain("continuous_factor", "expected a fraction from 0 to 1");
    circuit.note = row.text("note");
    circuit.citation = sources.cite(row);
    if (!seen.insert(circuit.id).second) row.complain("id", fmt::format("\"{}\" is taken by a row above", circuit.id));
    out.push_back(std::move(circuit));
    return row.finish();
  }));
  return out;
}

Result<std::vector<Price>> parse_prices(const TableText& table, const Known& known) {
  TRY_ASSIGN(const auto rows,
             CsvRows::parse(table.text, table.path,
                            {"provider", "instance", "accelerator", "count", "region", "kind", "usd", "as_of", "source", "note"}));
  std::vector<Price> out;
  TRY(rows.each([&](CsvRow& row) -> base::Status {
    out.push_back(read_price(row, known));
    return row.finish();
  }));
  return out;
}

}  // namespace accelprep::catalog

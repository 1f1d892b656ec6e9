// The files of a catalog, each turned into typed rows. Text in, rows or the first mistake out.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml.h"
#include "catalog/catalog.h"
#include "catalog/csv_rows.h"

namespace accelprep::catalog {

struct TableText {
  std::string path;  // for messages
  std::string_view text;
};

// "2026", "2026-08" or "2026-08-22".
bool is_as_of(std::string_view text);

// sources.csv: what a row's short names of its sources stand for.
class Sources {
 public:
  static Result<Sources> parse(const TableText& table);

  // From the columns as_of and source; every name must be a row of sources.csv.
  Citation cite(CsvRow& row) const;
  // From the keys as_of and sources.
  Citation cite(base::TomlReader& row) const;

 private:
  struct Answer {
    std::string text;
    std::string unknown;  // the first name that no row has, with its nearest
  };
  [[nodiscard]] Answer expand(std::span<const std::string> names) const;

  std::map<std::string, std::string, std::less<>> references_;
};

using Ids = std::set<std::string, std::less<>>;

// What later tables refer to.
struct Known {
  const Sources& sources;
  const Ids& accelerators;
};

Result<std::vector<Accelerator>> parse_accelerators(const TableText& table, const Sources& sources);
Result<std::vector<Node>> parse_nodes(const TableText& table, const Known& known);
Result<std::vector<CudaRelease>> parse_cuda(const TableText& table, const Sources& sources);
Result<std::vector<ArchRow>> parse_architectures(const TableText& table, const Sources& sources);
Result<std::vector<FrameworkBuild>> parse_frameworks(const TableText& table, const Sources& sources);
Result<std::vector<CudnnRule>> parse_cudnn(const TableText& table, const Sources& sources);
Result<std::vector<Circuit>> parse_circuits(const TableText& table, const Sources& sources);
Result<std::vector<Price>> parse_prices(const TableText& table, const Known& known);

}  // namespace accelprep::catalog

#include "catalog/catalog.h"

#include <array>
#include <fmt/format.h>

#include "base/file.h"
#include "catalog/tables.h"

namespace accelprep::catalog {
namespace {

using base::ErrorKind;
using base::fail;

constexpr std::array<std::string_view, 9> kFiles{"sources.csv", "accelerators.toml", "cuda.csv",   "architectures.csv", "frameworks.csv",
                                                 "cudnn.csv",   "circuits.csv",      "nodes.toml", "prices.csv"};

bool holds_catalog(const std::string& directory) { return base::file_exists(base::join_path(directory, "accelerators.toml")); }

}  // namespace

Result<Catalog> Catalog::load(const std::string& directory) {
  CatalogText text{.directory = directory, .files = {}};
  for (const auto name : kFiles) {
    TRY_ASSIGN(text.files[std::string(name)], base::read_file(base::join_path(directory, std::string(name)), std::uint64_t{16} << 20U));
  }
  return parse(text);
}

Result<Catalog> Catalog::parse(const CatalogText& text) {
  const auto table = [&](std::string_view name) {
    const auto found = text.files.find(name);
    return TableText{.path = base::join_path(text.directory, std::string(name)),
                     .text = found == text.files.end() ? std::string_view{} : std::string_view(found->second)};
  };
  Catalog out;
  TRY_ASSIGN(const auto sources, Sources::parse(table("sources.csv")));
  TRY_ASSIGN(out.accelerators_, parse_accelerators(table("accelerators.toml"), sources));
  Ids ids;
  for (const auto& accelerator : out.accelerators_) ids.insert(accelerator.id);
  const Known known{.sources = sources, .accelerators = ids};
  TRY_ASSIGN(out.cuda_releases_, parse_cuda(table("cuda.csv"), sources));
  TRY_ASSIGN(out.architectures_, parse_architectures(table("architectures.csv"), sources));
  TRY_ASSIGN(out.framework_builds_, parse_frameworks(table("frameworks.csv"), sources));
  TRY_ASSIGN(out.cudnn_rules_, parse_cudnn(table("cudnn.csv"), sources));
  TRY_ASSIGN(out.circuits_, parse_circuits(table("circuits.csv"), sources));
  TRY_ASSIGN(out.nodes_, parse_nodes(table("nodes.toml"), known));
  TRY_ASSIGN(out.prices_, parse_prices(table("prices.csv"), known));
  return out;
}

Result<std::string> find_catalog(const std::string& binary_path, const std::string& override_directory) {
  if (!override_directory.empty()) {
    if (holds_catalog(override_directory)) return override_directory;
    return fail(ErrorKind::not_found, "holds no catalog (accelerators.toml and its tables)", override_directory);
  }
  const auto binary_directory = base::directory_of(binary_path);
  for (const auto* relative : {"../share/accelprep/catalog", "../../catalog", "../catalog"}) {
    auto directory = base::join_path(binary_directory, relative);
    if (holds_catalog(directory)) return directory;
  }
  return fail(ErrorKind::not_found,
              fmt::format("no catalog lies in ../share/accelprep/catalog, ../../catalog or ../catalog beside {}; name its folder with "
                          "--catalog=DIR",
                          binary_path));
}

}  // namespace accelprep::catalog

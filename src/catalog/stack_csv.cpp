#include <array>
#include <fmt/format.h>

#include "catalog/tables.h"

namespace accelprep::catalog {
namespace {

constexpr std::array<std::string_view, 3> kPlatforms{"x86_64", "aarch64", "windows-x86_64"};
constexpr std::array<std::string_view, 3> kCertainties{"sourced", "likely", "uncertain"};

void require_version(CsvRow& row, std::string_view column, std::string& out) {
  out = row.version(column);
  if (out.empty()) row.complain(column, "is empty; expected a version such as 12.4");
}

FrameworkBuild read_build(CsvRow& row, const Sources& sources) {
  FrameworkBuild out;
  out.framework = row.require("framework");
  out.release = row.require("release");
  out.platform = row.one_of("platform", kPlatforms);
  out.cuda = row.version("cuda");
  out.is_default = row.yes("default");
  out.torch = row.text("torch");
  out.cudnn = row.version("cudnn");
  out.sass = row.list("sass");
  out.ptx = row.list("ptx");
  out.certainty = row.one_of("certainty", kCertainties);
  if (out.cuda.empty() && !out.sass.empty()) row.complain("sass", "a CPU build (no cuda) carries no device code");
  out.citation = sources.cite(row);
  return out;
}

}  // namespace

Result<std::vector<CudaRelease>> parse_cuda(const TableText& table, const Sources& sources) {
  TRY_ASSIGN(const auto rows,
             CsvRows::parse(table.text, table.path,
                            {"toolkit", "driver_shipped", "driver_floor", "minor_version_compatible", "as_of", "source", "note"}));
  std::vector<CudaRelease> out;
  Ids seen;
  TRY(rows.each([&](CsvRow& row) -> base::Status {
    CudaRelease release;
    require_version(row, "toolkit", release.version);
    release.driver_shipped = row.version("driver_shipped");
    require_version(row, "driver_floor", release.driver_floor);
    release.minor_version_compatible = row.yes("minor_version_compatible");
    release.note = row.text("note");
    release.citation = sources.cite(row);
    if (!seen.insert(release.version).second) row.complain("toolkit", fmt::format("{} has a row above", release.version));
    out.push_back(std::move(release));
    return row.finish();
  }));
  return out;
}

Result<std::vector<ArchRow>> parse_architectures(const TableText& table, const Sources& sources) {
  TRY_ASSIGN(const auto rows, CsvRows::parse(table.text, table.path,
                                             {"compute_capability", "architecture", "first_toolkit", "last_toolkit", "min_driver", "as_of",
                                              "source", "note"}));
  std::vector<ArchRow> out;
  Ids seen;
  TRY(rows.each([&](CsvRow& row) -> base::Status {
    ArchRow arch;
    require_version(row, "compute_capability", arch.compute_capability);
    arch.architecture = row.require("architecture");
    require_version(row, "first_toolkit", arch.first_toolkit);
    arch.last_toolkit = row.version("last_toolkit");
    arch.min_driver = row.version("min_driver");
    arch.note = row.text("note");
    arch.citation = sources.cite(row);
    if (!seen.insert(arch.compute_capability).second) row.complain("compute_capability", "has a row above");
    out.push_back(std::move(arch));
    return row.finish();
  }));
  return out;
}

Result<std::vector<FrameworkBuild>> parse_frameworks(const TableText& table, const Sources& sources) {
  TRY_ASSIGN(const auto rows, CsvRows::parse(table.text, table.path,
                                             {"framework", "release", "platform", "cuda", "default", "torch", "cudnn", "sass", "ptx",
                                              "certainty", "as_of", "source"}));
  std::vector<FrameworkBuild> out;
  Ids seen;
  TRY(rows.each([&](CsvRow& row) -> base::Status {
    auto build = read_build(row, sources);
    const auto release = fmt::format("{} {} on {}", build.framework, build.release, build.platform);
    if (!seen.insert(release + " " + build.cuda).second) row.complain("cuda", fmt::format("{} with this CUDA has a row above", release));
    if (build.is_default && !seen.insert(release).second) row.complain("default", fmt::format("{} has a default above", release));
    out.push_back(std::move(build));
    return row.finish();
  }));
  return out;
}

Result<std::vector<CudnnRule>> parse_cudnn(const TableText& table, const Sources& sources) {
  TRY_ASSIGN(const auto rows, CsvRows::parse(table.text, table.path, {"rule", "text", "as_of", "source"}));
  std::vector<CudnnRule> out;
  Ids seen;
  TRY(rows.each([&](CsvRow& row) -> base::Status {
    CudnnRule rule{.rule = row.require("rule"), .text = row.require("text"), .citation = sources.cite(row)};
    if (!seen.insert(rule.rule).second) row.complain("rule", fmt::format("\"{}\" has a row above", rule.rule));
    out.push_back(std::move(rule));
    return row.finish();
  }));
  return out;
}

}  // namespace accelprep::catalog

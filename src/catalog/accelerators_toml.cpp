#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "catalog/tables.h"
#include "catalog/toml_figures.h"

namespace accelprep::catalog {
namespace {

using base::TomlReader;
using base::TomlTable;

constexpr std::array<std::string_view, 10> kDtypes{"fp64", "fp32", "tf32", "bf16", "fp16", "fp8", "fp6", "fp4", "int8", "int4"};
constexpr std::array<std::string_view, 6> kVendors{"nvidia", "amd", "intel", "google", "aws", "host"};

base::Status read_flops(TomlReader& row, Accelerator& out) {
  const auto* table = row.table("dense_flops");
  if (table == nullptr) return {};
  TomlReader flops(*table, row.path(), "dense_flops");
  for (const auto dtype : kDtypes) {
    if (const auto number = positive(flops, dtype)) out.flops[std::string(dtype)] = *number;
  }
  return flops.finish();
}

base::Status read_limits(TomlReader& row, Accelerator& out) {
  const auto* table = row.table("limits_c");
  if (table == nullptr) return {};
  TomlReader limits(*table, row.path(), "limits_c");
  out.max_operating_c = positive(limits, "max_operating");
  out.slowdown_c = positive(limits, "slowdown");
  out.memory_max_c = positive(limits, "memory_max");
  if (out.max_operating_c && out.slowdown_c && *out.slowdown_c < *out.max_operating_c) {
    limits.complain("slowdown", "slowdown is below max_operating");
  }
  return limits.finish();
}

void read_figures(TomlReader& row, Accelerator& out) {
  out.memory_bytes = positive(row, "memory_bytes").value_or(0);
  out.memory_visible_bytes = positive(row, "memory_visible_bytes");
  if (out.memory_visible_bytes && *out.memory_visible_bytes > out.memory_bytes) {
    row.complain("memory_visible_bytes", "memory_visible_bytes is more than memory_bytes");
  }
  out.memory_bandwidth_bytes_per_s = positive(row, "memory_bandwidth_bytes_per_s").value_or(0);
  out.tdp_w = positive(row, "tdp_w");
  out.interconnect = row.text("interconnect").value_or("");
  out.interconnect_bytes_per_s = positive(row, "interconnect_bytes_per_s").value_or(0);
  out.scale_up_world = positive_integer(row, "scale_up_world").value_or(1);
  out.pcie_generation = positive_integer(row, "pcie_generation");
  out.devices_per_package = positive_integer(row, "devices_per_package").value_or(1);
}

void read_names(TomlReader& row, Accelerator& out) {
  out.id = row.require_text("id");
  out.name = row.require_text("name");
  out.aliases = row.texts("aliases");
  out.vendor = row.require_text("vendor");
  if (std::find(kVendors.begin(), kVendors.end(), out.vendor) == kVendors.end()) {
    const std::vector<std::string> names(kVendors.begin(), kVendors.end());
    row.complain("vendor", fmt::format("vendor: expected one of {}", base::join(names, ", ")));
  }
  out.family = row.require_text("family");
  out.arch = row.text("arch").value_or("");
  out.form_factor = row.text("form_factor").value_or("");
  out.compute_capability = row.text("compute_capability").value_or("");
  if (!out.compute_capability.empty() && base::version_parts(out.compute_capability).size() != 2) {
    row.complain("compute_capability", "compute_capability: expected one such as \"9.0\"");
  }
  out.gfx = row.text("gfx").value_or("");
  out.data_center = row.boolean("data_center");
}

Result<Accelerator> read_accelerator(const TomlTable& table, const std::string& path, const Sources& sources) {
  TomlReader row(table, path);
  Accelerator out;
  read_names(row, out);
  read_figures(row, out);
  TRY(read_flops(row, out));
  TRY(read_limits(row, out));
  out.unverified = row.texts("unverified");
  out.note = row.text("note").value_or("");
  out.citation = sources.cite(row);
  TRY(row.finish());
  return out;
}

}  // namespace

Result<std::vector<Accelerator>> parse_accelerators(const TableText& table, const Sources& sources) {
  TRY_ASSIGN(const auto document, base::parse_toml(table.text, table.path));
  TomlReader reader(document, table.path);
  std::vector<Accelerator> out;
  Ids seen;
  for (const auto* row : reader.tables("accelerator")) {
    TRY_ASSIGN(auto accelerator, read_accelerator(*row, table.path, sources));
    TRY(take_id(accelerator.id, {.row = *row, .path = table.path, .seen = seen}));
    out.push_back(std::move(accelerator));
  }
  TRY(reader.finish());
  return out;
}

}  // namespace accelprep::catalog

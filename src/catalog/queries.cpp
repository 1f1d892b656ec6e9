#include "catalog/queries.h"

#include <algorithm>

#include "base/text.h"

namespace accelprep::catalog {
namespace {

// "2.9.1+cu128" is of the series "2.9" and "2.9.1", and not of "2".."2.9.10".
bool is_of_release(std::string_view release, std::string_view series) {
  if (!release.starts_with(series)) return false;
  return release.size() == series.size() || release[series.size()] == '.' || release[series.size()] == '+';
}

std::vector<int> major_minor(std::string_view version) {
  auto parts = base::version_parts(version);
  parts.resize(std::min<std::size_t>(parts.size(), 2));
  return parts;
}

bool same_cuda(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return left.empty() == right.empty();
  return major_minor(left) == major_minor(right);
}

const CudaRelease* with_higher_floor(const CudaRelease* best, const CudaRelease& row) {
  return best == nullptr || base::compare_versions(best->driver_floor, row.driver_floor) < 0 ? &row : best;
}

}  // namespace

const CudaRelease* driver_floor_for_cuda(const Catalog& catalog, std::string_view cuda) {
  const auto wanted = major_minor(cuda);
  if (wanted.empty()) return nullptr;
  const CudaRelease* of_minor = nullptr;
  const CudaRelease* of_major = nullptr;
  for (const auto& row : catalog.cuda_releases()) {
    const auto has = major_minor(row.version);
    if (has == wanted) of_minor = with_higher_floor(of_minor, row);
    if (has[0] == wanted[0] && row.minor_version_compatible) of_major = with_higher_floor(of_major, row);
  }
  return of_minor != nullptr ? of_minor : of_major;
}

const ArchRow* arch_row(const Catalog& catalog, std::string_view compute_capability) {
  const auto& rows = catalog.architectures();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const ArchRow& row) { return row.compute_capability == compute_capability; });
  return found == rows.end() ? nullptr : &*found;
}

const FrameworkBuild* framework_build(const Catalog& catalog, const BuildQuery& query) {
  const FrameworkBuild* best = nullptr;
  for (const auto& row : catalog.framework_builds()) {
    if (row.framework != query.framework || row.platform != query.platform || !is_of_release(query.release, row.release)) continue;
    if (query.cuda ? !same_cuda(row.cuda, *query.cuda) : !row.is_default) continue;
    if (best == nullptr || row.release.size() > best->release.size()) best = &row;
  }
  return best;
}

std::vector<const Price*> prices_for(const Catalog& catalog, std::string_view accelerator, PricesOf of) {
  std::vector<std::string_view> ids{accelerator};
  const auto& all = catalog.accelerators();
  const auto self = std::find_if(all.begin(), all.end(), [&](const Accelerator& one) { return one.id == accelerator; });
  for (const auto& one : all) {
    if (of == PricesOf::family && self != all.end() && one.family == self->family) ids.emplace_back(one.id);
  }
  std::vector<const Price*> out;
  for (const auto& price : catalog.prices()) {
    if (std::find(ids.begin(), ids.end(), price.accelerator) != ids.end()) out.push_back(&price);
  }
  std::stable_sort(out.begin(), out.end(), [](const Price* a, const Price* b) { return a->citation.as_of > b->citation.as_of; });
  return out;
}

std::optional<std::string> compute_capability_of(const Catalog& catalog, std::string_view name) {
  const auto found = catalog.candidates(name);
  if (found.empty() || found.front()->compute_capability.empty()) return std::nullopt;
  const auto& first = found.front()->compute_capability;
  const bool agreed = std::all_of(found.begin(), found.end(), [&](const Accelerator* one) { return one->compute_capability == first; });
  return agreed ? std::optional(first) : std::nullopt;
}

const Circuit* find_circuit(const Catalog& catalog, std::string_view id) {
  const auto& rows = catalog.circuits();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Circuit& row) { return row.id == id; });
  return found == rows.end() ? nullptr : &*found;
}

const Node* find_node(const Catalog& catalog, std::string_view id) {
  const auto& rows = catalog.nodes();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Node& row) { return row.id == id; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace accelprep::catalog

#include "records/inventory.h"

#include <algorithm>
#include <cctype>

#include "base/check.h"
#include "records/inventory_keys.h"

namespace accelprep::records {
namespace {

// Tools differ in how much of the brand they print: "NVIDIA GeForce RTX 4090", "RTX 4090".
std::string_view without_brand(std::string_view name) {
  for (const std::string_view brand : {"NVIDIA ", "AMD ", "GeForce ", "Tesla ", "Quadro "}) {
    if (name.starts_with(brand)) name.remove_prefix(brand.size());
  }
  return name;
}

bool same_gpu(const Gpu& left, const Gpu& right) {
  const auto a = without_brand(left.name);
  const auto b = without_brand(right.name);
  if (a.empty() || b.empty()) {  // an error message that names no more than the capability
    return left.compute_capability.empty() || right.compute_capability.empty() || left.compute_capability == right.compute_capability;
  }
  if (left.name_cut) return b.starts_with(a);
  if (right.name_cut) return a.starts_with(b);
  return a == b;
}

void add_gpu(std::vector<Gpu>& gpus, std::size_t known, Gpu gpu) {
  const auto end = gpus.begin() + static_cast<std::ptrdiff_t>(known);
  const auto found = std::find_if(gpus.begin(), end, [&](const Gpu& one) { return same_gpu(one, gpu); });
  if (found == end) {
    gpus.push_back(std::move(gpu));
    return;
  }
  found->count = std::max(found->count, gpu.count);
  if (found->name.empty() || (found->name_cut && !gpu.name_cut && !gpu.name.empty())) {
    found->name = gpu.name;
    found->name_cut = gpu.name_cut;
  }
  if (found->compute_capability.empty()) found->compute_capability = gpu.compute_capability;
  if (found->gfx.empty()) found->gfx = gpu.gfx;
  if (!found->mig) found->mig = gpu.mig;
  if (!found->nvlink) found->nvlink = gpu.nvlink;
  if (!found->data_center_part) found->data_center_part = gpu.data_center_part;
}

}  // namespace

const Statement* Inventory::find(std::string_view key) const {
  CHECK(find_inventory_key(key) != nullptr);
  const auto found = std::find_if(statements.begin(), statements.end(), [&](const auto& one) { return one.key == key; });
  return found == statements.end() ? nullptr : &*found;
}

std::vector<const Statement*> Inventory::all(std::string_view key) const {
  CHECK(find_inventory_key(key) != nullptr);
  std::vector<const Statement*> out;
  for (const auto& one : statements) {
    if (one.key == key) out.push_back(&one);
  }
  return out;
}

std::string Inventory::text(std::string_view key) const {
  const auto* found = find(key);
  return found == nullptr ? "" : found->value();
}

std::optional<bool> Inventory::flag(std::string_view key) const {
  const auto* found = find(key);
  if (found == nullptr) return std::nullopt;
  return found->value() == "true";
}

const Package* Inventory::package(std::string_view name) const {
  const auto found = std::find_if(packages.begin(), packages.end(), [&](const auto& one) { return one.name == name; });
  return found == packages.end() ? nullptr : &*found;
}

std::int64_t Inventory::gpu_count() const {
  std::int64_t count = 0;
  for (const auto& gpu : gpus) count += gpu.count;
  return count;
}

Basis Inventory::weakest_basis() const {
  auto basis = Basis::imported;
  for (const auto& source : sources) basis = weaker(basis, source.basis);
  return basis;
}

void Inventory::state(std::string_view key, std::string value, Place place) {
  CHECK(find_inventory_key(key) != nullptr);
  if (value.empty()) return;
  statements.push_back({.key = std::string(key), .values = {std::move(value)}, .basis = Basis::imported, .place = std::move(place)});
}

void merge(Inventory& into, Inventory other) {
  const auto known = into.gpus.size();
  for (auto& gpu : other.gpus) add_gpu(into.gpus, known, std::move(gpu));
  std::move(other.packages.begin(), other.packages.end(), std::back_inserter(into.packages));
  std::move(other.statements.begin(), other.statements.end(), std::back_inserter(into.statements));
  std::move(other.sources.begin(), other.sources.end(), std::back_inserter(into.sources));
}

std::string normal_package_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool separator = c == '_' || c == '.' || c == '-';
    if (separator && out.ends_with('-')) continue;
    out += separator ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

}  // namespace accelprep::records

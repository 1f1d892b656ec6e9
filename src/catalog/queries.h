// Questions that other folders ask of the catalog. Pure; a null pointer is "the catalog does not say". What is found carries its Citation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace accelprep::catalog {

// The toolkit row whose driver_floor holds for CUDA "12.1", "12.1.105" or "12". From CUDA 11 on every minor of a major runs on the
// major's floor, so a minor without a row takes it from the row with the highest; before that each minor has its own.
const CudaRelease* driver_floor_for_cuda(const Catalog& catalog, std::string_view cuda);

// By compute capability, exactly: "12.0", "9.0a".
const ArchRow* arch_row(const Catalog& catalog, std::string_view compute_capability);

struct BuildQuery {
  std::string_view framework;            // "torch"
  std::string_view release;              // "2.9.1", also with a local part: "2.9.1+cu128"
  std::optional<std::string_view> cuda;  // "12.8", "" for the CPU build; nothing for what a plain pip install gives
  std::string_view platform = "x86_64";
};
// The row of the release itself, or of the series it belongs to ("2.9" for "2.9.1").
const FrameworkBuild* framework_build(const Catalog& catalog, const BuildQuery& query);

enum class PricesOf : std::uint8_t {
  accelerator,  // of this id alone
  family,       // and of what may stand in for it
};
// Newest first. `accelerator` is a catalog id.
std::vector<const Price*> prices_for(const Catalog& catalog, std::string_view accelerator, PricesOf of = PricesOf::accelerator);

// "9.0" where everything the name may mean has that one: "A100" is two cards and one capability. Nothing where it differs or is unknown.
std::optional<std::string> compute_capability_of(const Catalog& catalog, std::string_view name);

const Circuit* find_circuit(const Catalog& catalog, std::string_view id);
const Node* find_node(const Catalog& catalog, std::string_view id);

}  // namespace accelprep::catalog

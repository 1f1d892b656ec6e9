// The part of the catalog that someone asks for by kind and id.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace accelprep::catalog {

struct KindSize {
  std::string kind;   // "accelerators"
  std::string table;  // "cuda.csv"
  std::int64_t rows = 0;
  std::string oldest, newest;  // as_of
};
std::vector<KindSize> sizes_of(const Catalog& catalog);

struct Selection {
  std::string kind;  // "accelerators", "stack", "circuits", "nodes", "prices"
  std::string id;    // as asked for; "" for all of the kind
  std::vector<const Accelerator*> accelerators;
  std::vector<const CudaRelease*> cuda_releases;
  std::vector<const ArchRow*> architectures;
  std::vector<const FrameworkBuild*> framework_builds;
  std::vector<const CudnnRule*> cudnn_rules;
  std::vector<const Circuit*> circuits;
  std::vector<const Node*> nodes;
  std::vector<const Price*> prices;
};

// What `id` may be, by kind:
//   accelerators  an id or a name as tools print it
//   stack         a group (cuda, architectures, torch, vllm, cudnn) or one row: cuda-12.4, sm_120, torch-2.9, vllm-0.12.0, a cuDNN rule
//   circuits      an id or its beginning (us-208v)
//   nodes         an id
//   prices        an instance, a provider, or an accelerator (a family too: h100)
// An unknown kind or id is an error that names the nearest.
Result<Selection> select(const Catalog& catalog, std::string_view kind, std::string_view id);

}  // namespace accelprep::catalog

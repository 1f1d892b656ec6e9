// The rows of the catalog that rules of a software stack rest on, as plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "evidence/finding.h"

namespace accelprep::stack {

struct Facts {
  std::vector<catalog::CudaRelease> cuda_releases;
  std::vector<catalog::ArchRow> architectures;
  std::vector<catalog::FrameworkBuild> builds;
  std::vector<catalog::Accelerator> accelerators;
};

Facts facts_of(const catalog::Catalog& catalog);

// By id, name or alias, without case and without the brand; null where there is none. A name that a tool cut off matches what it begins.
struct PrintedName {
  std::string_view text;
  bool cut = false;
};
const catalog::Accelerator* find_accelerator(const Facts& facts, const PrintedName& name);

// What a GPU's name says where the catalog has no row for it: consumer and older cards.
struct NamedGpu {
  std::string_view name;  // as it appears within printed names: "RTX 5090"
  std::string_view capability;
  bool data_center_part = false;
};
const NamedGpu* find_named_gpu(std::string_view printed);
evidence::CitedFact named_gpu_fact(const NamedGpu& gpu);

// The gfx targets that torch's ROCm wheels carry.
struct RocmWheel {
  std::string_view rocm;  // "6.4"
  std::string_view gfx;   // separated by ';'
};
const RocmWheel* find_rocm_wheel(std::string_view rocm);  // "6.4.1" finds 6.4; null where none is known
evidence::CitedFact rocm_wheel_fact(const RocmWheel& wheel);

}  // namespace accelprep::stack

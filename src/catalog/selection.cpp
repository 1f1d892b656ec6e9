#include "catalog/selection.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::catalog {
namespace {

using base::ErrorKind;
using base::fail;

// "cuda-12.4" asks for itself and for "cuda-12.4.1"; "torch" for every "torch-...".
bool asks_for(std::string_view id, std::string_view row) {
  if (!base::lower(row).starts_with(base::lower(id))) return false;
  return row.size() == id.size() || row[id.size()] == '-' || row[id.size()] == '.';
}

// What every row of the stack tables is called on the command line.
std::string name_of(const CudaRelease& row) { return "cuda-" + row.version; }
std::string name_of(const ArchRow& row) { return "sm_" + base::replaced(row.compute_capability, ".", ""); }
std::string name_of(const FrameworkBuild& row) { return row.framework + "-" + row.release; }
std::string name_of(const CudnnRule& row) { return "cudnn-" + row.rule; }
std::string name_of(const Circuit& row) { return row.id; }

template <class Row>
std::vector<const Row*> asked(const std::vector<Row>& rows, std::string_view id) {
  std::vector<const Row*> out;
  for (const auto& row : rows) {
    if (id.empty() || asks_for(id, name_of(row))) out.push_back(&row);
  }
  return out;
}

template <class Row>
void add_names(const std::vector<Row>& rows, std::vector<std::string>& names) {
  for (const auto& row : rows) names.push_back(name_of(row));
}

std::unexpected<base::Error> unknown(std::string_view what, std::string_view id, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const auto near = base::nearest(id, names);
  const auto hint =
      near.empty() ? "; accelprep catalog " + std::string(what) + " lists them" : "; the nearest are " + base::join(near, ", ");
  return fail(ErrorKind::not_found, fmt::format("the catalog has no \"{}\" among its {}{}", id, what, hint));
}

base::Status select_accelerators(const Catalog& catalog, Selection& out) {
  if (out.id.empty()) {
    for (const auto& one : catalog.accelerators()) out.accelerators.push_back(&one);
    return {};
  }
  TRY_ASSIGN(const auto* one, catalog.accelerator(out.id));
  out.accelerators.push_back(one);
  return {};
}

// "torch==2.9.1+cu128" to "torch-2.9"; other ids stay as they are. The release is cut until a row has it.
std::string stack_id(const Catalog& catalog, std::string_view id) {
  auto wanted = base::replaced(base::lower(base::trim(id)), "==", "-");
  wanted = wanted.substr(0, wanted.find('+'));
  const auto has = [&] { return !asked(catalog.framework_builds(), wanted).empty(); };
  if (!wanted.starts_with("torch-") && !wanted.starts_with("vllm-")) return wanted;
  for (auto shorter = wanted; shorter.find('.') != std::string::npos; shorter.erase(shorter.rfind('.'))) {
    wanted = shorter;
    if (has()) return wanted;
  }
  return base::replaced(base::lower(base::trim(id)), "==", "-");
}

base::Status select_stack(const Catalog& catalog, Selection& out) {
  const auto id = stack_id(catalog, out.id);
  const bool all_architectures = id == "architectures";
  out.cuda_releases = asked(catalog.cuda_releases(), id);
  out.architectures = asked(catalog.architectures(), all_architectures ? "" : id);
  out.framework_builds = asked(catalog.framework_builds(), id);
  out.cudnn_rules = asked(catalog.cudnn_rules(), id);
  if (!out.cuda_releases.empty() || !out.architectures.empty() || !out.framework_builds.empty() || !out.cudnn_rules.empty()) return {};
  std::vector<std::string> names{"cuda", "architectures", "torch", "vllm", "cudnn"};
  add_names(catalog.cuda_releases(), names);
  add_names(catalog.architectures(), names);
  add_names(catalog.framework_builds(), names);
  add_names(catalog.cudnn_rules(), names);
  return unknown("stack", out.id, names);
}

base::Status select_circuits(const Catalog& catalog, Selection& out) {
  out.circuits = asked(catalog.circuits(), out.id);
  if (!out.circuits.empty()) return {};
  std::vector<std::string> names;
  add_names(catalog.circuits(), names);
  return unknown("circuits", out.id, names);
}

base::Status select_nodes(const Catalog& catalog, Selection& out) {
  std::vector<std::string> names;
  for (const auto& node : catalog.nodes()) {
    names.push_back(node.id);
    if (out.id.empty() || base::equals_ignoring_case(node.id, out.id)) out.nodes.push_back(&node);
  }
  if (out.nodes.empty()) return unknown("nodes", out.id, names);
  return {};
}

base::Status select_prices(const Catalog& catalog, Selection& out) {
  const auto meant = out.id.empty() ? std::vector<const Accelerator*>{} : catalog.candidates(out.id);
  std::vector<std::string> names;
  for (const auto& price : catalog.prices()) {
    const bool of_accelerator =
        std::any_of(meant.begin(), meant.end(), [&](const Accelerator* one) { return one->id == price.accelerator; });
    if (out.id.empty() || of_accelerator || base::equals_ignoring_case(price.instance, out.id) ||
        base::equals_ignoring_case(price.provider, out.id)) {
      out.prices.push_back(&price);
    }
    for (const auto& name : {price.instance, price.accelerator, price.provider}) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  if (out.prices.empty()) return unknown("prices", out.id, names);
  return {};
}

struct Kind {
  std::string_view name;
  base::Status (*select)(const Catalog&, Selection&);
};
constexpr std::array<Kind, 5> kKinds{{{"accelerators", select_accelerators},
                                      {"stack", select_stack},
                                      {"circuits", select_circuits},
                                      {"nodes", select_nodes},
                                      {"prices", select_prices}}};

template <class Row>
KindSize size_of(std::string kind, std::string table, const std::vector<Row>& rows) {
  KindSize out{
      .kind = std::move(kind), .table = std::move(table), .rows = static_cast<std::int64_t>(rows.size()), .oldest = "", .newest = ""};
  for (const auto& row : rows) {
    const auto& as_of = row.citation.as_of;
    if (out.oldest.empty() || as_of < out.oldest) out.oldest = as_of;
    if (as_of > out.newest) out.newest = as_of;
  }
  return out;
}

}  // namespace

std::vector<KindSize> sizes_of(const Catalog& catalog) {
  return {size_of("accelerators", "accelerators.toml", catalog.accelerators()),
          size_of("stack", "cuda.csv", catalog.cuda_releases()),
          size_of("stack", "architectures.csv", catalog.architectures()),
          size_of("stack", "frameworks.csv", catalog.framework_builds()),
          size_of("stack", "cudnn.csv", catalog.cudnn_rules()),
          size_of("circuits", "circuits.csv", catalog.circuits()),
          size_of("nodes", "nodes.toml", catalog.nodes()),
          size_of("prices", "prices.csv", catalog.prices())};
}

Result<Selection> select(const Catalog& catalog, std::string_view kind, std::string_view id) {
  std::vector<std::string> names;
  for (const auto& row : kKinds) {
    if (row.name == kind) {
      Selection out;
      out.kind = kind;
      out.id = id;
      TRY(row.select(catalog, out));
      return out;
    }
    names.emplace_back(row.name);
  }
  return fail(ErrorKind::invalid_input,
              fmt::format("the catalog has no kind \"{}\"{}; it has {}", kind, base::did_you_mean(kind, names), base::join(names, ", ")));
}

}  // namespace accelprep::catalog

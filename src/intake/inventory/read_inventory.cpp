#include "intake/inventory/read_inventory.h"

#include <array>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "intake/inventory/inventory_text.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using records::Inventory;

constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;

// The order of reading; inventory.toml stands alone in its file.
using FormatGetter = const InventoryFormat& (*)();
constexpr std::array<FormatGetter, 7> kTextFormats{collect_env_format, nvidia_smi_table_format, nvidia_smi_query_format,
                                                   proc_driver_format, gpu_information_format,  package_list_format,
                                                   error_text_format};

std::int64_t size_of(const Inventory& inventory) {
  return static_cast<std::int64_t>(inventory.statements.size() + inventory.packages.size() + inventory.gpus.size());
}

std::unexpected<base::Error> unrecognised(const std::string& path) {
  return fail(ErrorKind::invalid_input,
              "is not recognised; expected the output of `python -m torch.utils.collect_env` or `nvidia-smi`, a `pip freeze` or "
              "`conda list`, a pasted error message, or an inventory.toml with keys such as driver = \"570.133.20\"",
              path);
}

// GPUs of two formats in one text are the same ones, as those of two files are: each format reads into its own inventory.
base::Status read_format(const InventoryFormat& format, const InventoryText& text, Inventory& into) {
  Inventory part;
  TRY(format.read(text, part));
  auto basis = &format == &inventory_toml_format() && !part.gpus.empty() ? records::Basis::assumed : format.basis;
  for (const auto& statement : part.statements) basis = records::weaker(basis, statement.basis);
  part.sources.push_back({.path = text.path, .kind = std::string(format.kind), .basis = basis, .statements = size_of(part)});
  records::merge(into, std::move(part));
  return {};
}

void join_sources(Inventory& inventory) {
  if (inventory.sources.size() < 2) return;
  auto& first = inventory.sources.front();
  for (std::size_t i = 1; i < inventory.sources.size(); ++i) {
    first.kind += ", " + inventory.sources[i].kind;
    first.statements += inventory.sources[i].statements;
  }
  inventory.sources.resize(1);
}

Result<std::string> unpacked_text(const std::string& path) {
  TRY_ASSIGN(auto reader, base::LineReader::open(path));
  std::string out;
  while (true) {
    TRY_ASSIGN(const auto line, reader.next());
    if (!line) return out;
    out.append(*line) += '\n';
    if (out.size() > kMaxBytes) return fail(ErrorKind::unsupported, "is larger than a report of a software stack can be", path);
  }
}

}  // namespace

Result<Inventory> read_inventory_text(std::string text, const std::string& name) {
  if (text.find('\0') != std::string::npos) return unrecognised(name);
  const auto lines = inventory_text_of(std::move(text), name);
  Inventory out;
  for (const auto& get : kTextFormats) {
    if (base::lower(name).ends_with(".toml")) break;
    if (get().recognises(lines)) TRY(read_format(get(), lines, out));
  }
  if (out.sources.empty() && inventory_toml_format().recognises(lines)) TRY(read_format(inventory_toml_format(), lines, out));
  if (out.sources.empty()) return unrecognised(name);
  join_sources(out);
  return out;
}

Result<Inventory> read_inventory(const std::vector<std::string>& paths) {
  Inventory out;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto raw, unpacked_text(path));
    TRY_ASSIGN(auto one, read_inventory_text(std::move(raw), path));
    records::merge(out, std::move(one));
  }
  return out;
}

}  // namespace accelprep::intake

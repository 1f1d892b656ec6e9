// inventory.toml: what one knows of a stack by word of mouth. docs/formats/inventory.md lists the keys.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "base/toml.h"
#include "intake/inventory/inventory_text.h"
#include "records/inventory_keys.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Status;
using base::TomlArray;
using base::TomlReader;
using base::TomlTable;
using base::TomlValue;
using records::Basis;
using records::Inventory;
using records::InventoryKey;
using records::KeyShape;

// Other words for the same key.
struct Alias {
  std::string_view word;
  std::string_view key;
};
constexpr auto kAliases = std::to_array<Alias>({
    {"architecture", "arch"},
    {"cuda_driver_version", "driver_cuda"},
    {"nvidia_smi_cuda", "driver_cuda"},
    {"kernel_modules", "driver_flavour"},
    {"kernel_module_version", "proc_driver_nvidia_version"},
    {"libnvidia_ml_version", "nvidia_driver_package"},
    {"nvcc", "cuda_toolkit_nvcc"},
    {"torch_cuda", "framework_cuda"},
    {"torch_hip", "torch_version_hip"},
    {"torch_version", "framework_version"},
    {"cuda_available", "torch_cuda_is_available"},
    {"device_count", "torch_device_count"},
    {"arch_list", "torch_arch_list"},
    {"missing_libraries", "missing_library"},
    {"tensorrt_runtime", "tensorrt"},
    {"tensorrt_engine", "engine_tensorrt"},
    {"HSA_OVERRIDE_GFX_VERSION", "hsa_override_gfx_version"},
    {"hsa_override", "hsa_override_gfx_version"},
    {"errors", "error"},
    {"symptom", "error"},
});

constexpr std::string_view kRocblasHas = "rocblas_has_gfx";

// A scalar as text; nothing where it is a list or a table.
std::optional<std::string> scalar(const TomlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return fmt::format("{}", *integer);
  if (const auto* number = std::get_if<double>(&value.value)) return fmt::format("{}", *number);
  if (const auto* date = std::get_if<base::TomlDate>(&value.value)) return date->text;
  return std::nullopt;
}

std::vector<std::string> table_texts(const TomlTable& table) {
  std::vector<std::string> out;
  for (const auto& [name, value] : table.entries) {
    if (const auto text = scalar(value)) out.push_back(fmt::format("{}={}", name, *text));
  }
  return out;
}

std::vector<std::string> list_texts(const TomlArray& array) {
  std::vector<std::string> out;
  for (const auto& item : array) {
    if (const auto text = scalar(item)) out.push_back(*text);
  }
  return out;
}

// The values of a key, as its row's shape wants them; nothing where the type is another.
std::optional<std::vector<std::string>> values_of(const InventoryKey& key, const TomlValue& value) {
  if (key.shape == KeyShape::flag && !std::holds_alternative<bool>(value.value)) return std::nullopt;
  if (key.shape == KeyShape::table) {
    const auto* table = std::get_if<TomlTable>(&value.value);
    return table != nullptr ? std::optional(table_texts(*table)) : std::nullopt;
  }
  if (const auto* array = std::get_if<TomlArray>(&value.value); array != nullptr && key.shape == KeyShape::texts) {
    auto texts = list_texts(*array);
    return texts.size() == array->size() ? std::optional(std::move(texts)) : std::nullopt;
  }
  const auto text = scalar(value);
  return text ? std::optional(std::vector{*text}) : std::nullopt;
}

// By KeyShape.
constexpr std::array<std::string_view, 4> kExpected{"a text, a number, true or false", "a list of texts, or one", "true or false",
                                                    "a table"};

class Reader {
 public:
  Reader(const InventoryText& text, const TomlTable& root, Inventory& into) : text_(text), root_(root), into_(into) {}

  Status read() {
    for (const auto& [name, value] : root_.entries) TRY(read_entry(name, value));
    return {};
  }

 private:
  [[nodiscard]] std::string at(const TomlValue& value) const { return fmt::format("{}:{}:{}", text_.path, value.line, value.column); }

  [[nodiscard]] records::Place place_of(int line) const {
    const auto index = static_cast<std::size_t>(line) - 1;
    const std::string stood = line > 0 && index < text_.lines.size() ? std::string(base::trim(text_.lines[index].text)) : "";
    return {text_.path, line, stood};
  }

  Status read_entry(const std::string& name, const TomlValue& value) {
    if (name == "gpus") return read_gpus(value);
    if (name == "run_gpu" || name == "build_gpu") return read_engine_gpu(name, value);
    if (name.starts_with(kRocblasHas)) return read_rocblas(name, value);
    const auto* alias = std::find_if(kAliases.begin(), kAliases.end(), [&](const auto& row) { return row.word == name; });
    const auto* key = records::find_inventory_key(alias == kAliases.end() ? std::string_view(name) : alias->key);
    if (key == nullptr) return unknown_key(name, value);
    return read_statement(*key, value);
  }

  Status unknown_key(const std::string& name, const TomlValue& value) {
    std::vector<std::string> names{"gpus", "run_gpu", "build_gpu"};
    for (const auto& key : records::inventory_keys()) names.emplace_back(key.name);
    return fail(ErrorKind::invalid_input,
                fmt::format("unknown key \"{}\"{}; docs/formats/inventory.md lists the keys of an inventory", name,
                            base::did_you_mean(name, names)),
                at(value));
  }

  // Plain (then it is assumed), or { value = ..., basis = "imported", source = "nsys", as_of = "2026-11-01" }.
  Status read_statement(const InventoryKey& key, const TomlValue& value) {
    const auto* table = std::get_if<TomlTable>(&value.value);
    const bool with_basis = table != nullptr && table->find("value") != nullptr && key.shape != KeyShape::table;
    auto basis = Basis::assumed;
    const auto* stated = &value;
    if (with_basis) {
      TomlReader reader(*table, text_.path, std::string(key.name));
      stated = reader.any("value");
      const auto word = reader.text("basis");
      reader.text("source");
      reader.date("as_of");
      reader.date("on");
      const bool vouched = reader.text("declared_by").has_value();
      if (word == "declared" && !vouched) reader.complain("basis", "basis = \"declared\" needs declared_by = \"...\": who vouches?");
      TRY(reader.finish());
      const auto named = records::basis_named(word.value_or(vouched ? "declared" : "assumed"));
      if (!named || *named == Basis::measured) {
        return fail(
            ErrorKind::invalid_input,
            fmt::format("{}: basis is one of imported, declared, simulated, specified, assumed (measured is this tool's own)", key.name),
            at(value));
      }
      basis = *named;
    }
    auto values = values_of(key, *stated);
    if (!values)
      return fail(ErrorKind::invalid_input, fmt::format("{}: expected {}", key.name, kExpected[static_cast<std::size_t>(key.shape)]),
                  at(value));
    return keep(key, {.key = std::string(key.name), .values = std::move(*values), .basis = basis, .place = place_of(value.line)});
  }

  Status keep(const InventoryKey& key, records::Statement statement) {
    if (key.name == "error") {
      for (const auto& message : statement.values) {
        for (const auto line : base::lines_of(message)) read_error_line(line, statement.place, into_);
      }
    }
    if (!statement.values.empty()) into_.statements.push_back(std::move(statement));
    return {};
  }

  base::Result<records::Gpu> read_gpu(const TomlTable& table, std::string section) {
    TomlReader reader(table, text_.path, std::move(section));
    records::Gpu gpu;
    gpu.name = reader.text("name").value_or("");
    gpu.count = reader.integer("count").value_or(1);
    if (const auto* capability = reader.any("compute_capability")) {
      const auto text = scalar(*capability).value_or("");
      gpu.compute_capability = text.find('.') == std::string::npos ? text + ".0" : text;
    }
    gpu.gfx = reader.text("gfx").value_or("");
    gpu.data_center_part = reader.boolean("datacenter");
    gpu.mig = reader.boolean("mig");
    gpu.nvlink = reader.boolean("nvlink");
    for (const char* accepted : {"form", "bdf", "index", "pstate", "memory", "memory_gb", "uuid", "architecture", "pci_id", "vendor"}) {
      reader.known(accepted);
    }
    if (gpu.count < 1) reader.complain("count", "count: expected 1 or more");
    TRY(reader.finish());
    gpu.place = place_of(table.line);
    return gpu;
  }

  Status read_gpus(const TomlValue& value) {
    const auto* array = std::get_if<TomlArray>(&value.value);
    if (array == nullptr) {
      return fail(ErrorKind::invalid_input, "gpus: expected a list such as [{ name = \"NVIDIA H100 80GB HBM3\", count = 8 }]", at(value));
    }
    for (const auto& item : *array) {
      const auto* table = std::get_if<TomlTable>(&item.value);
      if (table == nullptr) return fail(ErrorKind::invalid_input, "gpus: expected { name = \"...\" } in the list", at(item));
      TRY_ASSIGN(auto gpu, read_gpu(*table, "gpus:"));
      into_.gpus.push_back(std::move(gpu));
    }
    return {};
  }

  // An engine's two ends: the GPU it was built on, and the one it is to run on.
  Status read_engine_gpu(const std::string& name, const TomlValue& value) {
    const auto* table = std::get_if<TomlTable>(&value.value);
    if (table == nullptr) return fail(ErrorKind::invalid_input, fmt::format("{}: expected {{ name = \"...\" }}", name), at(value));
    TRY_ASSIGN(auto gpu, read_gpu(*table, name + ":"));
    if (name == "run_gpu") {
      into_.gpus.push_back(std::move(gpu));
    } else {
      into_.state("engine_compute_capability", gpu.compute_capability, place_of(value.line));
    }
    return {};
  }

  // rocblas_has_gfx1031 = false
  Status read_rocblas(const std::string& name, const TomlValue& value) {
    const auto* has = std::get_if<bool>(&value.value);
    if (has == nullptr) return fail(ErrorKind::invalid_input, name + ": expected true or false", at(value));
    into_.state(*has ? "rocblas_archs" : "rocblas_lacks", name.substr(kRocblasHas.size() - 3), place_of(value.line));
    return {};
  }

  const InventoryText& text_;
  const TomlTable& root_;
  Inventory& into_;
};

// "driver = ..." with a key of ours; "torch==2.9" is none.
bool recognises(const InventoryText& text) {
  if (base::lower(text.path).ends_with(".toml")) return true;
  return std::any_of(text.lines.begin(), text.lines.end(), [](const auto& line) {
    const std::string_view content = base::trim(line.text);
    const auto equals = content.find('=');
    if (equals == std::string_view::npos || content.substr(equals).starts_with("==")) return false;
    const auto name = base::trim(content.substr(0, equals));
    const bool quoted_or_listed = content.find_first_of("\"'[{", equals) != std::string_view::npos;
    return (name == "gpus" || records::find_inventory_key(name) != nullptr) && (quoted_or_listed || content.ends_with("true"));
  });
}

Status read(const InventoryText& text, Inventory& into) {
  TRY_ASSIGN(const auto root, base::parse_toml(text.raw, text.path));
  return Reader(text, root, into).read();
}

}  // namespace

const InventoryFormat& inventory_toml_format() {
  static constexpr InventoryFormat kFormat{.kind = "inventory.toml", .basis = Basis::imported, .recognises = recognises, .read = read};
  return kFormat;
}

}  // namespace accelprep::intake

// pip freeze, requirements files, pip list's table and conda list.
#include <algorithm>
#include <cctype>
#include <vector>

#include "base/text.h"
#include "intake/inventory/inventory_text.h"

namespace accelprep::intake {
namespace {

using records::Inventory;
using records::Package;

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.'; }

bool is_version(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 && text.find(' ') == std::string_view::npos;
}

// "https://.../torch-2.9.1%2Bcu128-cp312-cp312-manylinux_2_28_x86_64.whl" to "2.9.1+cu128".
std::string version_of_wheel(std::string_view address) {
  const auto file = address.substr(address.rfind('/') + 1);
  const auto parts = base::split(file, '-');
  if (!file.ends_with(".whl") || parts.size() < 5 || !is_version(parts[1])) return "";
  return base::replaced(base::replaced(parts[1], "%2B", "+"), "%2b", "+");
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const auto end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

// One line of a freeze or requirements file; nothing where it is none.
std::optional<Package> requirement(std::string_view line) {
  line = base::trim(line.substr(0, line.find(" #")));
  if (line.ends_with('\\')) line = base::trim(line.substr(0, line.size() - 1));
  line = base::trim(line.substr(0, line.find(';')));
  std::size_t end = 0;
  while (end < line.size() && is_name_char(line[end])) ++end;
  if (end == 0 || std::isalpha(static_cast<unsigned char>(line[0])) == 0) return std::nullopt;
  const auto name = line.substr(0, end);
  auto rest = base::trim(line.substr(end));
  if (rest.starts_with('[')) rest = base::trim(rest.substr(std::min(rest.find(']') + 1, rest.size())));
  if (rest.starts_with("===")) rest.remove_prefix(1);
  if (rest.starts_with("==")) {
    const auto version = base::trim(rest.substr(2, rest.find(',') == std::string_view::npos ? std::string_view::npos : rest.find(',') - 2));
    return is_version(version) ? std::optional(pip_package(name, version)) : std::nullopt;
  }
  if (rest.starts_with("@ ")) return pip_package(name, version_of_wheel(base::trim(rest.substr(2))));
  const bool bounded = rest.starts_with(">=") || rest.starts_with("<=") || rest.starts_with("~=") || rest.starts_with('<') ||
                       rest.starts_with('>') || rest.starts_with("!=");
  if (bounded) return pip_package(name, "");
  return std::nullopt;
}

// conda list: "pytorch   2.5.1   py3.11_cuda12.4_cudnn9.1.0_0   pytorch"; pip list: "torch   2.9.1+cu128".
enum class Table : std::uint8_t { none, pip, conda };

std::optional<Package> columns(std::string_view line, Table table) {
  const auto words = words_of(line);
  if (words.size() < 2 || words.size() > 4 || !is_version(words[1])) return std::nullopt;
  if (!std::all_of(words[0].begin(), words[0].end(), is_name_char) || std::isalpha(static_cast<unsigned char>(words[0][0])) == 0) {
    return std::nullopt;
  }
  return table == Table::conda && words.size() > 2 ? conda_package(words[0], words[1], words[2]) : pip_package(words[0], words[1]);
}

// "torch": a requirement that takes whatever version there is. A word alone does not make a file a package list.
std::optional<Package> bare_name(std::string_view line) {
  const bool name =
      !line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) != 0 && std::all_of(line.begin(), line.end(), is_name_char);
  return name ? std::optional(pip_package(line, "")) : std::nullopt;
}

// "--extra-index-url https://download.pytorch.org/whl/cu128": which builds a requirements file draws from.
std::string index_tag(std::string_view line) {
  const auto at = line.find("download.pytorch.org/whl/");
  if (!line.starts_with("-") || at == std::string_view::npos) return "";
  auto tag = base::trim(line.substr(at + 25));
  if (tag.starts_with("nightly/")) tag.remove_prefix(8);
  return std::string(tag.substr(0, tag.find_first_of("/ ")));
}

bool is_neutral(std::string_view line) { return line.empty() || line.starts_with('#') || line.starts_with('-'); }

Table table_of(const InventoryText& text) {
  for (const auto& line : text.lines) {
    if (line.text.starts_with("# packages in environment at")) return Table::conda;
    if (line.text.starts_with("Package ") && line.text.find("Version") != std::string::npos) return Table::pip;
  }
  return Table::none;
}

bool recognises(const InventoryText& text) {
  if (table_of(text) != Table::none) return true;
  int requirements = 0;
  int others = 0;
  for (const auto& line : text.lines) {
    const auto content = base::trim(line.text);
    if (is_neutral(content) || bare_name(content)) continue;
    (requirement(content) ? requirements : others) += 1;
  }
  return requirements > 0 && requirements >= others;
}

bool from_pytorch_index(const Package& package) {
  return package.name == "torch" || package.name == "torchvision" || package.name == "torchaudio";
}

base::Status read(const InventoryText& text, Inventory& into) {
  const auto table = table_of(text);
  std::string tag;
  const auto first = into.packages.size();
  for (const auto& line : text.lines) {
    const auto content = base::trim(line.text);
    if (const auto found = index_tag(content); !found.empty()) tag = found;
    if (is_neutral(content)) continue;
    auto package = table == Table::none ? requirement(content) : columns(content, table);
    if (!package && table == Table::none) package = bare_name(content);
    if (!package) continue;
    package->place = text.place(line);
    into.packages.push_back(std::move(*package));
  }
  for (auto i = first; i < into.packages.size(); ++i) {
    auto& package = into.packages[i];
    if (package.local.empty() && package.origin == "pip" && from_pytorch_index(package)) package.local = tag;
  }
  return {};
}

}  // namespace

const InventoryFormat& package_list_format() {
  static constexpr InventoryFormat kFormat{
      .kind = "package list (pip or conda)", .basis = records::Basis::imported, .recognises = recognises, .read = read};
  return kFormat;
}

}  // namespace accelprep::intake

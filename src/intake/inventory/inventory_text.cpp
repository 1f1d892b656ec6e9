#include "intake/inventory/inventory_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "records/capability.h"

namespace accelprep::intake {
namespace {

// Escape sequences of terminals: ESC [ ... letter.
std::string without_escapes(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033' && i + 1 < line.size() && line[i + 1] == '[') {
      i += 2;
      while (i < line.size() && (line[i] < '@' || line[i] > '~')) ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}

// Identities of devices are no part of what is kept: "(UUID: GPU-...)".
std::string without_identity(std::string line) {
  const auto at = line.find("(UUID: ");
  const auto end = at == std::string::npos ? at : line.find(')', at);
  if (end != std::string::npos) line.replace(at, end - at, "(UUID");
  return line;
}

// Quotation marks of mail and markdown, and backticks around a whole line.
std::string_view without_markup(std::string_view line) {
  while (line.starts_with("> ") || line == ">") line.remove_prefix(std::min<std::size_t>(2, line.size()));
  if (line.starts_with("```")) return {};
  if (line.size() >= 2 && line.starts_with('`') && line.ends_with('`')) return line.substr(1, line.size() - 2);
  return line;
}

std::string conda_local(std::string_view build) {
  const auto at = build.find("cuda");
  if (at != std::string_view::npos) {
    auto tag = build.substr(at + 4);
    if (tag.starts_with('_')) tag.remove_prefix(1);
    const bool dotted = tag.find('.') != std::string_view::npos && tag.find('.') < tag.find('_');
    const auto cuda = records::cuda_named(dotted ? std::string(tag) : "cu" + std::string(tag));
    return cuda ? "cu" + base::replaced(*cuda, ".", "") : "";
  }
  for (const auto part : base::split(build, '_')) {
    if (part == "cpu") return "cpu";
    if (part.starts_with("rocm")) return std::string(part);
  }
  return "";
}

}  // namespace

InventoryText inventory_text_of(std::string raw, std::string path) {
  InventoryText out{.path = std::move(path), .lines = {}, .raw = std::move(raw)};
  int number = 0;
  for (const auto line : base::lines_of(out.raw)) {
    const auto plain = without_identity(without_escapes(line));
    out.lines.push_back({++number, std::string(without_markup(plain))});
  }
  return out;
}

records::Package pip_package(std::string_view name, std::string_view version) {
  const auto plus = version.find('+');
  return {.name = records::normal_package_name(name),
          .version = std::string(version.substr(0, plus)),
          .local = plus == std::string_view::npos ? "" : std::string(version.substr(plus + 1)),
          .origin = "pip",
          .place = {}};
}

records::Package conda_package(std::string_view name, std::string_view version, std::string_view build) {
  auto out = pip_package(name == "pytorch" || name == "libtorch" ? "torch" : name, version);
  if (build.starts_with("pypi")) return out;
  out.origin = "conda";
  if (out.local.empty()) out.local = conda_local(build);
  return out;
}

bool is_unknown_value(std::string_view value) {
  constexpr std::array<std::string_view, 7> kUnknown{"", "n/a", "could not collect", "none", "no cuda", "not set", "unknown"};
  return std::find(kUnknown.begin(), kUnknown.end(), base::lower(base::trim(value))) != kUnknown.end();
}

}  // namespace accelprep::intake

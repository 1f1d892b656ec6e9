#include "stack/device_code.h"

#include <algorithm>

#include "base/text.h"
#include "records/capability.h"

namespace accelprep::stack {
namespace {

// Tegra parts that take no code but their own.
bool takes_own_code_only(const Capability& device) {
  return (device.major == 8 && device.minor == 7) || (device.major == 10 && device.minor == 1);
}

bool at_least(const Capability& left, const Capability& right) {
  return left.major > right.major || (left.major == right.major && left.minor >= right.minor);
}

}  // namespace

std::optional<Capability> parse_capability(std::string_view text) {
  const auto named = records::capability_named(base::trim(text));
  if (!named) return std::nullopt;
  const auto parts = base::version_parts(*named);
  if (parts.size() != 2) return std::nullopt;
  const char last = named->back();
  return Capability{.major = parts[0], .minor = parts[1], .suffix = last == 'a' || last == 'f' ? last : '\0'};
}

DeviceCode device_code_of(std::span<const std::string> list) {
  DeviceCode out;
  for (const auto& entry : list) {
    std::string_view word = base::trim(entry);
    const bool with_ptx = word.ends_with("+PTX");
    if (with_ptx) word.remove_suffix(4);
    if (word.starts_with("gfx")) {
      out.gfx.emplace_back(word.substr(0, word.find(':')));
      continue;
    }
    const auto capability = records::capability_named(word);
    if (!capability) continue;
    const bool ptx_only = word.starts_with("compute_");
    if (!ptx_only) out.sass.push_back(*capability);
    if (ptx_only || with_ptx) out.ptx.push_back(*capability);
  }
  return out;
}

bool sass_runs_on(std::string_view code, std::string_view device) {
  const auto has = parse_capability(code);
  const auto needs = parse_capability(device);
  if (!has || !needs || has->major != needs->major) return false;
  if (has->suffix == 'a' || takes_own_code_only(*needs)) return has->minor == needs->minor;
  return needs->minor >= has->minor;
}

bool ptx_reaches(std::string_view code, std::string_view device) {
  const auto has = parse_capability(code);
  const auto needs = parse_capability(device);
  if (!has || !needs) return false;
  if (has->suffix == 'a') return has->major == needs->major && has->minor == needs->minor;
  if (has->suffix == 'f') return has->major == needs->major && needs->minor >= has->minor;
  return at_least(*needs, *has);
}

Reached reach(const DeviceCode& code, std::string_view device) {
  const auto find = [&](const std::vector<std::string>& entries, auto&& holds) -> std::string {
    const auto found = std::find_if(entries.rbegin(), entries.rend(), holds);
    return found == entries.rend() ? "" : *found;
  };
  const auto wanted = parse_capability(device);
  if (!wanted) return {};
  const auto exact = find(code.sass, [&](const auto& one) {
    const auto has = parse_capability(one);
    return has && has->major == wanted->major && has->minor == wanted->minor;
  });
  if (!exact.empty()) return {Reach::exact, exact};
  if (auto lower = find(code.sass, [&](const auto& one) { return sass_runs_on(one, device); }); !lower.empty()) {
    return {Reach::minor, std::move(lower)};
  }
  if (auto ptx = find(code.ptx, [&](const auto& one) { return ptx_reaches(one, device); }); !ptx.empty())
    return {Reach::jit, std::move(ptx)};
  return {};
}

}  // namespace accelprep::stack

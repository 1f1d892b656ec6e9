#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "catalog/catalog.h"

namespace accelprep::catalog {
namespace {

using Candidates = std::vector<const Accelerator*>;

constexpr std::array<std::string_view, 6> kBrands{"nvidia-", "tesla-", "geforce-", "amd-", "instinct-", "radeon-"};

// "NVIDIA GeForce RTX 2070" to "rtx-2070": lower case, blanks as hyphens, without brand.
std::string plain(std::string_view name) {
  std::string out;
  for (const char c : base::lower(base::trim(name))) {
    const char kept = c == ' ' || c == '_' ? '-' : c;
    if (kept != '-' || (!out.empty() && out.back() != '-')) out += kept;
  }
  for (bool cut = true; cut;) {
    cut = false;
    for (const auto brand : kBrands) {
      if (!out.starts_with(brand)) continue;
      out.erase(0, brand.size());
      cut = true;
    }
  }
  return out;
}

template <class Matches>
Candidates those(const std::vector<Accelerator>& all, Matches matches) {
  Candidates out;
  for (const auto& one : all) {
    if (matches(one)) out.push_back(&one);
  }
  return out;
}

template <class Matches>
bool any_alias(const Accelerator& one, Matches matches) {
  return std::any_of(one.aliases.begin(), one.aliases.end(), matches);
}

std::vector<std::string> ids_of(const Candidates& candidates) {
  std::vector<std::string> out;
  for (const auto* one : candidates) out.push_back(one->id);
  return out;
}

// Ids of what is called nearly so, by id, family or alias: "h101" is one letter off the family of three.
std::vector<std::string> nearest_ids(const std::vector<Accelerator>& all, std::string_view wanted) {
  std::vector<std::string> words;
  for (const auto& one : all) {
    words.push_back(one.id);
    words.push_back(one.family);
    for (const auto& alias : one.aliases) words.push_back(plain(alias));
  }
  std::vector<std::string> out;
  for (const auto& word : base::nearest(wanted, words, 6)) {
    for (const auto& one : all) {
      const bool called = one.id == word || one.family == word || any_alias(one, [&](const auto& alias) { return plain(alias) == word; });
      if (called && out.size() < 5 && std::find(out.begin(), out.end(), one.id) == out.end()) out.push_back(one.id);
    }
  }
  return out;
}

}  // namespace

Candidates Catalog::candidates(std::string_view name) const {
  const auto wanted = plain(name);
  if (wanted.empty()) return {};
  if (auto found = those(accelerators_, [&](const Accelerator& one) { return one.id == name; }); !found.empty()) return found;
  const auto is_name = [&](const std::string& alias) { return base::equals_ignoring_case(alias, base::trim(name)); };
  if (auto found = those(accelerators_, [&](const Accelerator& one) { return any_alias(one, is_name); }); !found.empty()) return found;
  const auto is_plain = [&](const std::string& alias) { return plain(alias) == wanted; };
  auto found = those(accelerators_, [&](const Accelerator& one) { return one.id == wanted || any_alias(one, is_plain); });
  if (!found.empty()) return found;
  return those(accelerators_, [&](const Accelerator& one) { return one.family == wanted || one.id.starts_with(wanted + "-"); });
}

Result<const Accelerator*> Catalog::accelerator(std::string_view name) const {
  const auto found = candidates(name);
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    return base::fail(base::ErrorKind::invalid_input,
                      fmt::format("accelerator \"{}\" may be {}; name one of them", name, base::join(ids_of(found), ", ")));
  }
  const auto near = nearest_ids(accelerators_, plain(name));
  const auto hint = near.empty() ? "; accelprep catalog accelerators lists them" : "; the nearest are " + base::join(near, ", ");
  return base::fail(base::ErrorKind::not_found, fmt::format("there is no accelerator \"{}\" in the catalog{}", name, hint));
}

}  // namespace accelprep::catalog

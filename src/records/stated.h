// How a figure was obtained, and figures that people state in input files.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace accelprep::records {

// Best first. What decides an axis must be measured, imported or, where that is all there can be, declared.
enum class Basis : std::uint8_t {
  measured,   // by this tool
  imported,   // another tool's result or recording, its metric definition known
  declared,   // a person vouches: who, when, which document
  simulated,  // by a model of ours
  specified,  // a vendor's figure
  assumed,    // nobody vouches
};

inline constexpr std::array<std::string_view, 6> kBasisNames{"measured", "imported", "declared", "simulated", "specified", "assumed"};

inline std::string_view name_of(Basis basis) { return kBasisNames[static_cast<std::size_t>(basis)]; }
inline std::optional<Basis> basis_named(std::string_view name) {
  for (std::size_t i = 0; i < kBasisNames.size(); ++i) {
    if (kBasisNames[i] == name) return static_cast<Basis>(i);
  }
  return std::nullopt;
}
// Good enough to make an axis ready.
inline bool vouches(Basis basis) { return basis <= Basis::declared; }
// The weaker of two bases: what a figure made of both is.
inline Basis weaker(Basis left, Basis right) { return left < right ? right : left; }

// A number in site.toml, cost.toml or audit.toml: plain (then it is assumed), or a table with its basis, source and range.
struct Stated {
  double value = 0;
  std::optional<double> low;  // the range the writer believes in; both or neither
  std::optional<double> high;
  Basis basis = Basis::assumed;
  std::string source;
  std::string as_of;        // "2026-11-01"
  std::string declared_by;  // who vouches, for Basis::declared
};

}  // namespace accelprep::records

#include "intake/stated_toml.h"

#include <cmath>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using base::TomlReader;
using base::TomlTable;
using records::Stated;

bool keeps(const StatedRule& rule, double value) {
  return std::isfinite(value) && value <= rule.max && (rule.above_min ? value > rule.min : value >= rule.min);
}

void check_range(TomlReader& inner, const Stated& stated, const StatedRule& rule) {
  if (stated.low.has_value() != stated.high.has_value()) {
    const std::string_view given = stated.low ? "low" : "high";
    inner.complain(given, fmt::format("has {} and no {}; a range needs both or neither", given, stated.low ? "high" : "low"));
  } else if (stated.low && !(*stated.low <= stated.value && stated.value <= *stated.high)) {
    inner.complain("low", fmt::format("the range {} to {} does not hold the value {}", *stated.low, *stated.high, stated.value));
  }
  for (const auto& [key, end] : {std::pair("low", stated.low), std::pair("high", stated.high)}) {
    if (end && !keeps(rule, *end)) inner.complain(key, fmt::format("{} = {}: expected {}", key, *end, rule.meaning));
  }
}

void read_basis(TomlReader& inner, Stated& stated) {
  const auto name = inner.text("basis");
  if (!name) {  // who vouches has declared it
    if (!stated.declared_by.empty()) stated.basis = records::Basis::declared;
    return;
  }
  const auto basis = records::basis_named(*name);
  const std::vector<std::string> known(records::kBasisNames.begin(), records::kBasisNames.end());
  if (!basis) {
    inner.complain("basis",
                   fmt::format("basis = \"{}\"{}; expected one of {}", *name, base::did_you_mean(*name, known), base::join(known, ", ")));
    return;
  }
  stated.basis = *basis;
  if (*basis == records::Basis::declared && stated.declared_by.empty()) {
    inner.complain("basis", "is declared, and nobody vouches for it; add declared_by = \"who, in which role\"");
  }
}

Stated from_table(TomlReader& inner, const StatedRule& rule) {
  Stated stated;
  stated.value = inner.require_number("value");
  if (inner.has("value") && !keeps(rule, stated.value)) {
    inner.complain("value", fmt::format("value = {}: expected {}", stated.value, rule.meaning));
  }
  stated.low = inner.number("low");
  stated.high = inner.number("high");
  stated.source = inner.text("source").value_or("");
  stated.as_of = read_date(inner, "as_of");
  stated.declared_by = inner.text("declared_by").value_or("");
  const auto on = read_date(inner, "on");
  if (stated.as_of.empty()) stated.as_of = on;
  read_basis(inner, stated);
  check_range(inner, stated, rule);
  return stated;
}

}  // namespace

std::string read_date(TomlReader& reader, std::string_view key) { return reader.date(key).value_or("").substr(0, 10); }

std::optional<Stated> read_stated(TomlReader& reader, std::string_view key, const StatedRule& rule) {
  const auto* value = reader.any(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* table = std::get_if<TomlTable>(&value->value)) {
    const auto section = reader.section().empty() ? std::string(key) : fmt::format("{} {}", reader.section(), key);
    TomlReader inner(*table, reader.path(), section);
    auto stated = from_table(inner, rule);
    if (auto status = inner.finish(); !status) {
      reader.keep(std::move(status).error());
      return std::nullopt;
    }
    return stated;
  }
  if (!std::holds_alternative<double>(value->value) && !std::holds_alternative<std::int64_t>(value->value)) {
    reader.complain(key, fmt::format("{}: expected a number, or {{ value = ..., basis = ..., source = ... }}", key));
    return std::nullopt;
  }
  Stated stated{.value = *reader.number(key)};
  if (!keeps(rule, stated.value)) {
    reader.complain(key, fmt::format("{} = {}: expected {}", key, stated.value, rule.meaning));
    return std::nullopt;
  }
  return stated;
}

Stated require_stated(TomlReader& reader, std::string_view key, const StatedRule& rule) {
  auto stated = read_stated(reader, key, rule);
  if (!stated && !reader.has(key)) reader.complain(key, fmt::format("{} is missing; expected {}", key, rule.meaning));
  return stated.value_or(Stated{});
}

}  // namespace accelprep::intake

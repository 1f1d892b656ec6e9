// Power as a one-line diagram, and the checks of power and cooling.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "report/audit_html_parts.h"
#include "report/format.h"
#include "report/phrases.h"
#include "report/pictures.h"

namespace accelprep::report {
namespace {

using evidence::Check;
using evidence::CheckStatus;

std::string_view shape_of(CheckStatus status) {
  constexpr std::array<std::string_view, 3> kShapes{"ready", "not_ready", "unknown"};
  return kShapes[static_cast<std::size_t>(status)];
}

std::string_view word_of(CheckStatus status) {
  constexpr std::array<std::string_view, 3> kWords{"passes", "fails", "cannot be judged"};
  return kWords[static_cast<std::size_t>(status)];
}

// A check without a unit is about no number; one that passes without a limit has none.
std::string amount(const std::optional<double>& value, std::string_view unit) {
  return value ? format_value(*value, unit) : unit.empty() ? "no number" : "not known";
}
std::string limit_of(const Check& check, const std::optional<double>& value) {
  return !value && !check.unit.empty() && check.status == CheckStatus::pass ? "none" : amount(value, check.unit);
}

// "3.3 kW to spare", "0.3 kW too much"
std::string spare(const Check& check) {
  if (!check.margin) return "";
  return *check.margin >= 0 ? format_value(*check.margin, check.unit) + " to spare"
                            : format_value(-*check.margin, check.unit) + " too much";
}

void write_load(HtmlWriter& page, const Check& check) {
  if (!check.value || !check.limit || *check.limit <= 0) return;
  // A limit of a load; where the value has to lie above it (a margin, a temperature), a bar would mislead.
  write_bar(page, {.to = *check.value,
                   .end = std::max(*check.value, *check.limit) * 1.08,
                   .tick = check.limit,
                   .kind = std::string(evidence::name_of(check.status))});
}

void write_element(HtmlWriter& page, const Check& check, std::string_view symbol) {
  page.open("li", {{"class", fmt::format("element {}", evidence::name_of(check.status))}});
  page.open("p", {{"class", "name"}}).open("svg", {{"class", "symbol"}, {"aria-hidden", "true"}, {"focusable", "false"}});
  page.open("use", {{"href", fmt::format("#i-{}", symbol)}}).close().close().element("b", check_phrase(check.id)).close();
  write_load(page, check);
  page.element("p", fmt::format("{} of {}", amount(check.value, check.unit), amount(check.limit, check.unit)), {{"class", "amount"}});
  page.open("p", {{"class", "status"}});
  write_icon(page, shape_of(check.status));
  page.text(check.margin ? spare(check) : std::string(word_of(check.status))).close().close();
}

// "10.2 kW at its peak, 9.1 kW sustained"
std::string node_draw(const Model& model) {
  std::vector<std::string> parts;
  if (const auto* peak = present(model.dossier, "node_peak_power")) parts.push_back(format_value(*peak) + " at its peak");
  if (const auto* steady = present(model.dossier, "node_sustained_power")) parts.push_back(format_value(*steady) + " sustained");
  return parts.empty() ? "draw not measured" : base::join(parts, ", ");
}

void write_node(HtmlWriter& page, const Model& model) {
  page.open("li", {{"class", "element node"}}).open("p", {{"class", "name"}}).element("b", "Node").close();
  page.element("p", node_draw(model), {{"class", "amount"}}).close();
}

using Checks = std::vector<const Check*>;

Checks starting_with(const Checks& checks, std::string_view prefix) {
  Checks out;
  for (const auto* check : checks) {
    if (check->id.starts_with(prefix)) out.push_back(check);
  }
  return out;
}

void write_stage(HtmlWriter& page, const Checks& checks, std::string_view symbol) {
  if (checks.empty()) return;
  page.open("ul", {{"class", checks.size() == 1 ? "stage" : checks.size() == 2 ? "stage two" : "stage many"}});
  for (const auto* check : checks) write_element(page, *check, symbol);
  page.close();
}

// Feeds, power supplies, node; below them what happens when one part fails.
void write_one_line(HtmlWriter& page, const Model& model, const Checks& checks) {
  const auto circuits = starting_with(checks, "circuit_");
  const auto supplies = starting_with(checks, "psu_normal");
  if (!circuits.empty() || !supplies.empty()) {
    page.open("div", {{"class", "oneline"}});
    write_stage(page, circuits, "breaker");
    write_stage(page, supplies, "supply");
    page.open("ul", {{"class", "stage"}});
    write_node(page, model);
    page.close().close();
  }
  auto failures = starting_with(checks, "feed_loss_");
  for (const auto* check : starting_with(checks, "psu_loss")) failures.push_back(check);
  if (failures.empty()) return;
  page.element("h3", "When one part fails").open("ul", {{"class", "failures"}});
  for (const auto* check : failures) write_element(page, *check, check->id.starts_with("feed") ? "breaker" : "supply");
  page.close();
}

void write_check(HtmlWriter& page, const Check& check) {
  page.open("tr", {{"class", std::string(evidence::name_of(check.status))}}).element("th", check_phrase(check.id), {{"scope", "row"}});
  page.open("td", {{"class", "status"}, {"data-label", "Result"}});
  write_icon(page, shape_of(check.status));
  page.element("b", word_of(check.status)).close();
  page.element("td", amount(check.value, check.unit), {{"class", check.value ? "number" : "number unknown"}, {"data-label", "Value"}});
  page.element("td", limit_of(check, check.limit), {{"class", check.limit ? "number" : "number unknown"}, {"data-label", "Limit"}});
  page.element("td", limit_of(check, check.margin), {{"class", check.margin ? "number" : "number unknown"}, {"data-label", "Margin"}});
  page.element("td", check.why, {{"class", "why"}, {"data-label", "Why"}}).close();
}

void write_checks(HtmlWriter& page, const std::vector<const Check*>& checks, std::string_view label) {
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", std::string(label)}});
  page.open("table", {{"class", "checks"}}).open("thead").open("tr");
  for (const auto* name : {"Check", "Result"}) page.element("th", name, {{"scope", "col"}});
  for (const auto* name : {"Value", "Limit", "Margin"}) page.element("th", name, {{"scope", "col"}, {"class", "number"}});
  page.element("th", "Why", {{"scope", "col"}}).close().close().open("tbody");
  for (const auto* check : checks) write_check(page, *check);
  page.close().close().close();
}

}  // namespace

void write_site(HtmlWriter& page, const Model& model) {
  open_section(page, model, "site");
  for (const auto* group : {"power", "cooling"}) {
    const auto& view = picture(model, group);
    const auto checks = checks_of(model.dossier, group);
    if (view.empty) continue;
    open_picture(page, view, "site");
    if (view.id == "power") write_one_line(page, model, checks);
    write_checks(page, checks, view.title);
    close_picture(page, view);
  }
  close_section(page, model, "site");
}

}  // namespace accelprep::report

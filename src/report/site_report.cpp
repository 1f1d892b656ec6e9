#include "report/site_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/format.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;
using evidence::Check;
using evidence::CheckStatus;

std::optional<double> value_of(const std::optional<records::Stated>& stated) {
  return stated ? std::optional(stated->value) : std::nullopt;
}

Json power_json(const site::SiteFindings& findings) {
  const auto& power = findings.power;
  const auto& node = findings.plan.node;
  const auto grade = power.office_grade ? Json(*power.office_grade ? "office" : "data_center") : Json(nullptr);
  return {{"peak_w", number_or_null(power.peak_w)},
          {"sustained_w", number_or_null(value_of(node.sustained_w))},
          {"idle_w", number_or_null(value_of(node.idle_w))},
          {"startup_w", number_or_null(value_of(node.startup_w))},
          {"basis", power.peak_w ? Json(records::name_of(power.basis)) : Json(nullptr)},
          {"ratings_basis", records::name_of(power.ratings_basis)},
          {"checks", checks_json(power.checks)},
          {"normal", site::name_of(power.normal)},
          {"single_failure", site::name_of(power.single_failure)},
          {"startup", site::name_of(power.startup)},
          {"grade", grade},
          {"level", site::name_of(power.level)},
          {"why", power.why}};
}

Json cooling_json(const site::SiteFindings& findings) {
  const auto& cooling = findings.cooling;
  return {{"checks", checks_json(cooling.checks)},
          {"temperature_margin_c", number_or_null(cooling.temperature_margin_c)},
          {"projected_margin_c", number_or_null(cooling.projected_margin_c)},
          {"level", site::name_of(cooling.level)},
          {"why", cooling.why}};
}

void add_missing(const site::SiteFindings& findings, std::vector<MissingItem>& missing) {
  const auto& node = findings.plan.node;
  if (!findings.power.peak_w) missing.push_back({"power.peak_w", findings.power.peak_why});
  if (!node.sustained_w) missing.push_back({"power.sustained_w", "state [node] sustained_w"});
  if (!node.idle_w) missing.push_back({"power.idle_w", "state [node] idle_w"});
  if (!findings.cooling.temperature_margin_c) missing.push_back({"cooling.temperature_margin_c", findings.cooling.why_no_projection});
  if (!findings.cooling.projected_margin_c) missing.push_back({"cooling.projected_margin_c", findings.cooling.why_no_projection});
  for (const auto* checks : {&findings.power.checks, &findings.cooling.checks}) {
    for (const auto& check : *checks) {
      if (check.status == CheckStatus::unknown) missing.push_back({fmt::format("{}.checks.{}", check.group, check.id), check.why});
    }
  }
}

std::string shown(const Check& check, const std::optional<double>& value) { return value ? format_value(*value, check.unit) : "-"; }

std::string checks_text(const std::vector<Check>& checks) {
  TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
  table.add({"check", "", "value", "limit", "margin", "why"});
  for (const auto& check : checks) {
    table.add({check.id, std::string(evidence::name_of(check.status)), shown(check, check.value), shown(check, check.limit),
               shown(check, check.margin), check.why});
  }
  return table.text();
}

std::string headline(std::string_view what, site::Level level, const std::string& why) {
  std::string out;
  for (const auto& line : wrapped(fmt::format("{}: {}. {}", what, base::replaced(site::name_of(level), "_", " "), why), 100))
    out += line + "\n";
  return out;
}

std::string next_step(const site::SiteFindings& findings) {
  for (const auto* checks : {&findings.power.checks, &findings.cooling.checks}) {
    for (const auto& check : *checks) {
      if (check.status == CheckStatus::unknown) return fmt::format("\nNext, for {}: {}\n", check.id, check.why);
    }
  }
  if (findings.power.level == site::Level::marginal && findings.power.basis > records::Basis::imported) {
    return "\nNext: measure the node's draw under full load (PDU, BMC) and state it with basis = \"measured\"\n";
  }
  return "";
}

}  // namespace

std::vector<std::string> required_failures(const site::SiteFindings& findings) {
  std::vector<std::string> out;
  const auto& optional = findings.plan.optional_checks;
  for (const auto* checks : {&findings.power.checks, &findings.cooling.checks}) {
    for (const auto& check : *checks) {
      const bool required = std::find(optional.begin(), optional.end(), check.id) == optional.end();
      if (check.status == CheckStatus::fail && required) out.push_back(check.id);
    }
  }
  return out;
}

std::string site_json(const SiteReport& report, Envelope envelope) {
  const auto& findings = report.findings;
  Json out = begin_json(envelope);
  out["power"] = power_json(findings);
  out["cooling"] = cooling_json(findings);
  out["required_failures"] = required_failures(findings);
  out["notes"] = report.notes;
  add_missing(findings, envelope.missing);
  return finish_json(std::move(out), envelope);
}

std::string site_text(const SiteReport& report) {
  const auto& findings = report.findings;
  std::string out = headline("Power", findings.power.level, findings.power.why) + checks_text(findings.power.checks);
  out += fmt::format("  the load: {}\n\n", findings.power.peak_why);
  out += headline("Cooling", findings.cooling.level, findings.cooling.why) + checks_text(findings.cooling.checks);
  for (const auto& note : report.notes) {
    for (const auto& line : wrapped(note, 98)) out += "  " + line + "\n";
  }
  if (const auto failures = required_failures(findings); !failures.empty()) {
    out += fmt::format("\nFails: {}\n", base::join(failures, ", "));
  }
  return out + next_step(findings);
}

}  // namespace accelprep::report

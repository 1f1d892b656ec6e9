#include "report/envelope.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/time.h"

namespace accelprep::report {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& value) { return value && std::isfinite(*value) ? Json(*value) : Json(nullptr); }

Json interval_or_null(const std::optional<evidence::Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json(nullptr);
}

Json rejected_json(const std::vector<records::RejectedRows>& rejected) {
  Json out = Json::array();
  for (const auto& rows : rejected) out.push_back({{"reason", rows.reason}, {"count", rows.count}, {"first", rows.first}});
  return out;
}

Json checks_json(const std::vector<evidence::Check>& checks) {
  Json out = Json::array();
  for (const auto& check : checks) {
    out.push_back({{"id", check.id},
                   {"status", evidence::name_of(check.status)},
                   {"value", number_or_null(check.value)},
                   {"limit", number_or_null(check.limit)},
                   {"margin", number_or_null(check.margin)},
                   {"unit", check.unit},
                   {"why", check.why}});
  }
  return out;
}

Json findings_json(const std::vector<evidence::Finding>& findings) {
  Json out = Json::array();
  for (const auto& finding : findings) {
    Json evidence = Json::array();
    for (const auto& line : finding.evidence) {
      Json one = {{"source", line.source}};
      if (line.line > 0) one["line"] = line.line;
      one["text"] = line.text;
      evidence.push_back(std::move(one));
    }
    Json facts = Json::array();
    for (const auto& fact : finding.facts) facts.push_back({{"fact", fact.fact}, {"source", fact.source}, {"as_of", fact.as_of}});
    out.push_back({{"id", finding.id},
                   {"severity", evidence::name_of(finding.severity)},
                   {"summary", finding.summary},
                   {"explanation", finding.explanation},
                   {"fix", finding.fix},
                   {"evidence", std::move(evidence)},
                   {"facts", std::move(facts)}});
  }
  return out;
}

Json begin_json(const Envelope& envelope) {
  Json inputs = Json::array();
  for (const auto& source : envelope.sources) {
    inputs.push_back({{"path", source.path},
                      {"kind", source.kind},
                      {"size_bytes", source.size_bytes},
                      {"sha256", source.sha256},
                      {"rows_used", source.rows_used}});
  }
  const auto& context = envelope.context;
  return {{"schema", "accelprep." + context.verb + "/1"},
          {"context",
           {{"tool_version", context.tool_version},
            {"command", context.command},
            {"host", context.host},
            {"system", context.system},
            {"time", base::format_time(context.started_ns)},
            {"inputs", std::move(inputs)}}}};
}

std::string finish_json(Json json, const Envelope& envelope) {
  Json missing = Json::array();
  for (const auto& item : envelope.missing) missing.push_back({{"id", item.id}, {"reason", item.reason}});
  json["missing"] = std::move(missing);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace accelprep::report

#include "evidence/dossier_json.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace accelprep::evidence {
namespace {

using Json = nlohmann::json;

Json optional_to_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }
std::optional<double> optional_from_json(const Json& json) { return json.is_null() ? std::nullopt : std::optional(json.get<double>()); }

// The enumerator with that number; `count` is how many there are. Throws as nlohmann does, since add_document turns that into an error.
template <class Enum>
Enum enum_from_json(const Json& json, int count) {
  const auto number = json.get<std::int64_t>();
  if (number < 0 || number >= count) throw std::out_of_range(json.dump() + " is out of range");
  return static_cast<Enum>(number);
}

Json to_json(const Context& c) {
  return {{"tool_version", c.tool_version},
          {"verb", c.verb},
          {"command", c.command},
          {"host", c.host},
          {"system", c.system},
          {"audit_name", c.audit_name},
          {"decision_date", c.decision_date},
          {"audit_directory", c.audit_directory},
          {"timezone", c.timezone},
          {"started_ns", c.started_ns},
          {"ended_ns", c.ended_ns}};
}
Context context_from(const Json& j) {
  return {.tool_version = j.at("tool_version"),
          .verb = j.at("verb"),
          .command = j.at("command"),
          .host = j.at("host"),
          .system = j.at("system"),
          .audit_name = j.at("audit_name"),
          .decision_date = j.at("decision_date"),
          .audit_directory = j.at("audit_directory"),
          .timezone = j.at("timezone"),
          .started_ns = j.at("started_ns"),
          .ended_ns = j.at("ended_ns")};
}

Json to_json(const Target& t, bool synthetic) {
  return {{"accelerator", t.accelerator},
          {"name", t.accelerator_name},
          {"count", t.count},
          {"nodes", t.nodes},
          {"power_limit_w", optional_to_json(t.power_limit_w)},
          {"driver", t.driver},
          {"synthetic", synthetic}};
}
Target target_from(const Json& j) {
  return {.accelerator = j.at("accelerator"),
          .accelerator_name = j.at("name"),
          .count = j.at("count"),
          .nodes = j.at("nodes"),
          .power_limit_w = optional_from_json(j.at("power_limit_w")),
          .driver = j.at("driver")};
}

Json to_json(const PolicyValue& p) { return {{"key", p.key}, {"value", p.value}, {"default", p.default_value}}; }
PolicyValue policy_from(const Json& j) { return {.key = j.at("key"), .value = j.at("value"), .default_value = j.at("default")}; }

Json to_json(const Source& s) {
  return {{"path", s.path}, {"kind", s.kind}, {"size_bytes", s.size_bytes}, {"sha256", s.sha256}, {"rows_used", s.rows_used}};
}
Source source_from(const Json& j) {
  return {.path = j.at("path"),
          .kind = j.at("kind"),
          .size_bytes = j.at("size_bytes"),
          .sha256 = j.at("sha256"),
          .rows_used = j.at("rows_used")};
}

Json to_json(const Finding& f) {
  Json evidence = Json::array();
  for (const auto& line : f.evidence) evidence.push_back({{"source", line.source}, {"line", line.line}, {"text", line.text}});
  Json facts = Json::array();
  for (const auto& fact : f.facts) facts.push_back({{"fact", fact.fact}, {"source", fact.source}, {"as_of", fact.as_of}});
  return {{"id", f.id},           {"severity", static_cast<int>(f.severity)},
          {"summary", f.summary}, {"explanation", f.explanation},
          {"fix", f.fix},         {"evidence", evidence},
          {"facts", facts}};
}
Finding finding_from(const Json& j) {
  Finding f{.id = j.at("id"),
            .severity = enum_from_json<Severity>(j.at("severity"), 3),
            .summary = j.at("summary"),
            .explanation = j.at("explanation"),
            .fix = j.at("fix"),
            .evidence = {},
            .facts = {}};
  for (const auto& line : j.at("evidence")) f.evidence.push_back({line.at("source"), line.at("line"), line.at("text")});
  for (const auto& fact : j.at("facts")) f.facts.push_back({fact.at("fact"), fact.at("source"), fact.at("as_of")});
  return f;
}

Json to_json(const Check& c) {
  return {{"id", c.id},
          {"group", c.group},
          {"status", static_cast<int>(c.status)},
          {"value", optional_to_json(c.value)},
          {"limit", optional_to_json(c.limit)},
          {"margin", optional_to_json(c.margin)},
          {"unit", c.unit},
          {"why", c.why}};
}
Check check_from(const Json& j) {
  return {.id = j.at("id"),
          .group = j.at("group"),
          .status = enum_from_json<CheckStatus>(j.at("status"), 3),
          .value = optional_from_json(j.at("value")),
          .limit = optional_from_json(j.at("limit")),
          .margin = optional_from_json(j.at("margin")),
          .unit = j.at("unit"),
          .why = j.at("why")};
}

Json to_json(const Series& s) {
  Json columns = Json::array();
  for (const auto& column : s.columns) {
    Json y = Json::array();
    for (const auto& value : column.y) y.push_back(optional_to_json(value));
    columns.push_back({{"name", column.name}, {"unit", column.unit}, {"y", std::move(y)}});
  }
  Json bands = Json::array();
  for (const auto& band : s.bands) bands.push_back({{"from", band.from}, {"to", band.to}, {"kind", band.kind}, {"label", band.label}});
  return {{"id", s.id}, {"title", s.title}, {"x_unit", s.x_unit}, {"x", s.x}, {"columns", columns}, {"bands", bands}};
}
Series series_from(const Json& j) {
  Series s{.id = j.at("id"), .title = j.at("title"), .x_unit = j.at("x_unit"), .x = j.at("x"), .columns = {}, .bands = {}};
  for (const auto& column : j.at("columns")) {
    SeriesColumn out{.name = column.at("name"), .unit = column.at("unit"), .y = {}};
    for (const auto& value : column.at("y")) out.y.push_back(optional_from_json(value));
    s.columns.push_back(std::move(out));
  }
  for (const auto& band : j.at("bands")) s.bands.push_back({band.at("from"), band.at("to"), band.at("kind"), band.at("label")});
  return s;
}

Json to_json(const Table& t) {
  Json columns = Json::array();
  for (const auto& column : t.columns) columns.push_back({{"name", column.name}, {"unit", column.unit}});
  Json rows = Json::array();
  for (const auto& row : t.rows) {
    Json cells = Json::array();
    for (const auto& cell : row) {
      if (const auto* number = std::get_if<double>(&cell))
        cells.push_back(*number);
      else if (const auto* text = std::get_if<std::string>(&cell))
        cells.push_back(*text);
      else
        cells.push_back(nullptr);
    }
    rows.push_back(std::move(cells));
  }
  return {{"id", t.id}, {"title", t.title}, {"columns", columns}, {"rows", rows}};
}
Table table_from(const Json& j) {
  Table t{.id = j.at("id"), .title = j.at("title"), .columns = {}, .rows = {}};
  for (const auto& column : j.at("columns")) t.columns.push_back({column.at("name"), column.at("unit")});
  for (const auto& row : j.at("rows")) {
    std::vector<Cell> cells;
    for (const auto& cell : row) {
      if (cell.is_number())
        cells.emplace_back(cell.get<double>());
      else if (cell.is_string())
        cells.emplace_back(cell.get<std::string>());
      else
        cells.emplace_back();
    }
    t.rows.push_back(std::move(cells));
  }
  return t;
}

Json to_json(const records::RejectedRows& r) { return {{"reason", r.reason}, {"count", r.count}, {"first", r.first}}; }

using Reader = std::function<void(Dossier&, const Json&)>;
const std::map<std::string, Reader, std::less<>>& readers() {
  static const std::map<std::string, Reader, std::less<>> kReaders{
      {"context", [](Dossier& d, const Json& j) { d.context = context_from(j); }},
      {"target",
       [](Dossier& d, const Json& j) {
         d.target = target_from(j);
         d.synthetic = j.at("synthetic");
       }},
      {"policy", [](Dossier& d, const Json& j) { d.policy.push_back(policy_from(j)); }},
      {"source", [](Dossier& d, const Json& j) { d.sources.push_back(source_from(j)); }},
      {"finding", [](Dossier& d, const Json& j) { d.findings.push_back(finding_from(j)); }},
      {"check", [](Dossier& d, const Json& j) { d.checks.push_back(check_from(j)); }},
      {"series", [](Dossier& d, const Json& j) { d.series.push_back(series_from(j)); }},
      {"table", [](Dossier& d, const Json& j) { d.tables.push_back(table_from(j)); }},
      {"rejected", [](Dossier& d, const Json& j) { d.rejected.push_back({j.at("reason"), j.at("count"), j.at("first")}); }},
      {"note", [](Dossier& d, const Json& j) { d.notes.push_back(j.get<std::string>()); }},
  };
  return kReaders;
}

// Bytes that are no UTF-8 (a path, a cell of a log) become U+FFFD instead of an exception.
std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::vector<Document> documents_of(const Dossier& dossier) {
  std::vector<Document> out;
  out.emplace_back("context", dump(to_json(dossier.context)));
  out.emplace_back("target", dump(to_json(dossier.target, dossier.synthetic)));
  const auto add_all = [&](const char* kind, const auto& parts) {
    for (const auto& part : parts) out.emplace_back(kind, dump(to_json(part)));
  };
  add_all("policy", dossier.policy);
  add_all("source", dossier.sources);
  add_all("finding", dossier.findings);
  add_all("check", dossier.checks);
  add_all("series", dossier.series);
  add_all("table", dossier.tables);
  add_all("rejected", dossier.rejected);
  for (const auto& note : dossier.notes) out.emplace_back("note", dump(Json(note)));
  return out;
}

base::Status add_document(Dossier& dossier, const Document& document) {
  const auto reader = readers().find(document.first);
  if (reader == readers().end()) return {};  // a newer version's part: kept in the file, not shown
  try {
    reader->second(dossier, Json::parse(document.second));
  } catch (const std::exception& error) {
    return base::fail(base::ErrorKind::corrupt, "a " + document.first + " of the ledger cannot be read: " + error.what());
  }
  return {};
}

std::string texts_to_json(const std::vector<std::string>& texts) { return dump(Json(texts)); }

base::Result<std::vector<std::string>> texts_from_json(std::string_view json) {
  try {
    return Json::parse(json).get<std::vector<std::string>>();
  } catch (const std::exception& error) {
    return base::fail(base::ErrorKind::corrupt, error.what());
  }
}

std::string pairs_to_json(const std::vector<std::pair<std::string, std::string>>& pairs) { return dump(Json(pairs)); }

base::Result<std::vector<std::pair<std::string, std::string>>> pairs_from_json(std::string_view json) {
  try {
    return Json::parse(json).get<std::vector<std::pair<std::string, std::string>>>();
  } catch (const std::exception& error) {
    return base::fail(base::ErrorKind::corrupt, error.what());
  }
}

}  // namespace accelprep::evidence

#include "intake/audit/audit_toml.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "base/time.h"
#include "intake/stated_toml.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using base::Status;
using base::TomlReader;
using base::TomlTable;
using records::AuditPart;
using records::AuditPlan;

// Named in the contract, and read by verbs that this version does not have.

void positive(TomlReader& reader, std::string_view key, const std::optional<double>& value) {
  if (value && *value <= 0) reader.complain(key, fmt::format("{} = {}: expected a number above 0", key, *value));
}

std::int64_t count_or(TomlReader& reader, std::string_view key, std::int64_t otherwise) {
  const auto value = reader.integer(key);
  if (value && *value < 1) reader.complain(key, fmt::format("{} = {}: expected 1 or more", key, *value));
  return value.value_or(otherwise);
}

// { arrival = "ts:ms", input = "prompt_tokens" } or the same as one text.
std::string read_map(TomlReader& reader) {
  const auto* value = reader.any("map");
  if (value == nullptr) return "";
  if (const auto* text = std::get_if<std::string>(&value->value)) return *text;
  const auto* table = std::get_if<TomlTable>(&value->value);
  std::string out;
  for (std::size_t i = 0; table != nullptr && i < table->entries.size(); ++i) {
    const auto& [role, column] = table->entries[i];
    const auto* name = std::get_if<std::string>(&column.value);
    if (name != nullptr) out += fmt::format("{}{}={}", out.empty() ? "" : ",", role, *name);
  }
  if (out.empty()) reader.complain("map", "map: expected a table such as { arrival = \"ts:ms\", input = \"prompt_tokens\" }");
  return out;
}

Status read_target(const TomlTable& table, AuditPlan& plan) {
  TomlReader reader(table, plan.path, "[target]");
  records::AuditTarget target{.accelerator = reader.require_text("accelerator")};
  target.count = count_or(reader, "count", 1);
  target.nodes = count_or(reader, "nodes", 1);
  target.driver = reader.text("driver").value_or("");
  target.power_limit_w = reader.number("power_limit_w");
  positive(reader, "power_limit_w", target.power_limit_w);
  plan.target = std::move(target);
  return reader.finish();
}

Status read_sla(TomlReader& parent, records::SlaPlan& sla) {
  const auto* table = parent.table("sla");
  if (table == nullptr) return {};
  TomlReader reader(*table, parent.path(), "[workload] sla");
  for (const auto& [key, into] :
       {std::pair("ttft_p99_s", &sla.ttft_p99_s), std::pair("tpot_p99_s", &sla.tpot_p99_s), std::pair("e2e_p99_s", &sla.e2e_p99_s)}) {
    *into = reader.number(key);
    positive(reader, key, *into);
  }
  return reader.finish();
}

Status read_workload(const TomlTable& table, AuditPlan& plan) {
  TomlReader reader(table, plan.path, "[workload]");
  records::AuditWorkload workload{.requests = reader.texts("requests"), .map = read_map(reader)};
  workload.timezone = reader.text("timezone").value_or("");
  workload.model = reader.text("model").value_or("");
  workload.engine = reader.text("engine").value_or("");
  workload.tensor_parallel = count_or(reader, "tensor_parallel", 1);
  workload.dtype = reader.text("dtype").value_or("");
  workload.kv_dtype = reader.text("kv_dtype").value_or("");
  workload.max_model_len = reader.integer("max_model_len");
  workload.memory_fraction = reader.number("memory_fraction");
  if (workload.memory_fraction && (*workload.memory_fraction <= 0 || *workload.memory_fraction > 1)) {
    reader.complain("memory_fraction", "memory_fraction: expected a fraction above 0, up to 1");
  }
  workload.horizon_months = read_stated(reader, "horizon_months", kPositive);
  workload.results = reader.texts("results");
  TRY(read_sla(reader, workload.sla));
  plan.workload = std::move(workload);
  return reader.finish();
}

std::optional<std::pair<std::int64_t, std::int64_t>> read_window(TomlReader& reader) {
  const auto text = reader.text("window");
  if (!text) return std::nullopt;
  const auto slash = text->find('/');
  const auto from = base::parse_time(text->substr(0, slash));
  const auto to = slash == std::string::npos ? std::nullopt : base::parse_time(text->substr(slash + 1));
  if (!from || !to || to->ns <= from->ns) {
    reader.complain("window", "window: expected FROM/TO, such as \"2026-11-20T10:00:00Z/2026-11-20T11:10:00Z\"");
    return std::nullopt;
  }
  return std::pair(from->ns, to->ns);
}

// What [soak] and each [[telemetry]] share.
records::AuditTelemetry read_recording(TomlReader& reader, std::string_view files_key) {
  records::AuditTelemetry out{.files = reader.texts(files_key)};
  out.fields = reader.text("fields").value_or("");
  out.accelerator = reader.text("accelerator").value_or("");
  out.setting = reader.text("setting").value_or("unknown");
  out.inlet_c = reader.number("inlet_c");
  out.window_ns = read_window(reader);
  const std::vector<std::string> settings{"target_rack", "bench", "cloud", "unknown"};
  if (std::find(settings.begin(), settings.end(), out.setting) == settings.end()) {
    reader.complain("setting", fmt::format("setting = \"{}\"{}: expected target_rack, bench, cloud or unknown", out.setting,
                                           base::did_you_mean(out.setting, settings)));
  }
  if (out.inlet_c && (*out.inlet_c < -40 || *out.inlet_c > 80))
    reader.complain("inlet_c", "inlet_c: expected a temperature in degrees Celsius");
  return out;
}

Status read_capacity(TomlReader& parent, records::AuditSoak& soak) {
  const auto* table = parent.table("capacity");
  if (table == nullptr) return {};
  TomlReader reader(*table, parent.path(), "[soak] capacity");
  records::StatedCapacity capacity{.requests_per_s = reader.require_number("requests_per_s")};
  positive(reader, "requests_per_s", capacity.requests_per_s);
  for (const auto& [key, into] :
       {std::pair("low", &capacity.low), std::pair("high", &capacity.high), std::pair("tokens_per_s", &capacity.tokens_per_s),
        std::pair("input_tokens_mean", &capacity.input_tokens_mean), std::pair("output_tokens_mean", &capacity.output_tokens_mean)}) {
    *into = reader.number(key);
    positive(reader, key, *into);
  }
  const auto basis = reader.text("basis");
  if (basis && !records::basis_named(*basis)) {
    reader.complain("basis", fmt::format("basis = \"{}\": expected measured, imported, declared, simulated, specified or assumed", *basis));
  }
  capacity.basis = basis ? records::basis_named(*basis).value_or(records::Basis::assumed) : records::Basis::assumed;
  capacity.source = reader.text("source").value_or("");
  capacity.as_of = read_date(reader, "as_of");
  if (records::vouches(capacity.basis) && capacity.source.empty()) {
    reader.complain("basis", fmt::format("a capacity that is {} needs its source", records::name_of(capacity.basis)));
  }
  soak.capacity = std::move(capacity);
  return reader.finish();
}

Status read_soak(const TomlTable& table, AuditPlan& plan) {
  TomlReader reader(table, plan.path, "[soak]");
  records::AuditSoak soak{.requests = reader.texts("requests"), .map = read_map(reader)};
  soak.telemetry = read_recording(reader, "telemetry");
  TRY(read_capacity(reader, soak));
  if (soak.capacity && (!soak.requests.empty() || !soak.telemetry.files.empty())) {
    reader.complain("capacity",
                    "states a capacity and names recordings of a soak: one of the two must go, or nobody knows which figure counts");
  }
  if (!soak.requests.empty() && soak.telemetry.files.empty()) {
    reader.complain("requests",
                    "names the soak's requests and no telemetry: add telemetry = [\"soak.csv\"], or nothing shows that it was steady and "
                    "not throttled");
  }
  plan.soak = std::move(soak);
  return reader.finish();
}

Status read_telemetry_section(const TomlTable& table, AuditPlan& plan) {
  TomlReader reader(table, plan.path, "[telemetry]");
  auto telemetry = read_recording(reader, "files");
  if (reader.text("prometheus"))
    reader.complain("prometheus", fmt::format("prometheus {}", "is not read by this version; export the series to a file"));
  if (telemetry.files.empty()) reader.complain("files", "files is missing; expected files = [\"gpu.csv\"]");
  plan.telemetry.push_back(std::move(telemetry));
  return reader.finish();
}

Status read_part(TomlReader& root, const std::string& name, AuditPart& part) {
  const auto* table = root.table(name);
  if (table == nullptr) return {};
  if (table->find("file") == nullptr) {
    part.here = *table;
    return {};
  }
  TomlReader reader(*table, root.path(), "[" + name + "]");
  part.file = reader.require_text("file");
  for (const auto& [key, value] : table->entries) {
    if (key == "file") continue;
    reader.known(key);
    reader.complain(key, fmt::format("{} stands beside file = \"{}\": put it into that file, or drop the file and keep the tables here",
                                     key, part.file));
  }
  return reader.finish();
}

Status read_policy(const TomlTable& table, AuditPlan& plan, const std::vector<std::string>& keys) {
  TomlReader reader(table, plan.path, "[policy]");
  for (const auto& key : keys) {
    if (const auto value = reader.number(key)) plan.policy.emplace_back(key, *value);
  }
  return reader.finish();
}

Status read_head(const TomlTable& table, AuditPlan& plan) {
  TomlReader reader(table, plan.path, "[audit]");
  plan.name = reader.text("name").value_or("");
  plan.decision_date = read_date(reader, "decision_date");
  plan.synthetic = reader.boolean("synthetic").value_or(false);
  return reader.finish();
}

Status read_sections(TomlReader& root, AuditPlan& plan, const std::vector<std::string>& policy_keys) {
  if (const auto* table = root.table("audit")) TRY(read_head(*table, plan));
  if (const auto* table = root.table("target")) TRY(read_target(*table, plan));
  if (const auto* table = root.table("workload")) TRY(read_workload(*table, plan));
  if (const auto* table = root.table("soak")) TRY(read_soak(*table, plan));
  for (const auto* table : root.tables("telemetry")) TRY(read_telemetry_section(*table, plan));
  if (const auto* table = root.table("stack")) {
    TomlReader reader(*table, plan.path, "[stack]");
    plan.stack_evidence = reader.texts("evidence");
    TRY(reader.finish());
  }
  TRY(read_part(root, "site", plan.site));
  TRY(read_part(root, "economics", plan.economics));
  if (const auto* table = root.table("policy")) TRY(read_policy(*table, plan, policy_keys));
  return root.finish();
}

// Sections that each read well, and do not go together.
Status check_together(const AuditPlan& plan) {
  const bool measures_hardware = plan.soak || !plan.telemetry.empty();
  if (!plan.target && (measures_hardware || !plan.stack_evidence.empty())) {
    return fail(ErrorKind::invalid_input,
                "holds [soak], [telemetry] or [stack] and no [target]: evidence about hardware needs to know for which purchase; add "
                "[target] accelerator = \"h100-sxm\", count = 8",
                plan.path);
  }
  if (plan.target && plan.target->count % plan.target->nodes != 0) {
    return fail(ErrorKind::invalid_input,
                fmt::format("[target] count = {} accelerators do not divide into nodes = {}; count is of all nodes together",
                            plan.target->count, plan.target->nodes),
                plan.path);
  }
  if (plan.workload && plan.target && plan.workload->tensor_parallel > plan.target->count) {
    return fail(
        ErrorKind::invalid_input,
        fmt::format("[workload] tensor_parallel = {} is more than [target] count = {}", plan.workload->tensor_parallel, plan.target->count),
        plan.path);
  }
  return {};
}

}  // namespace

Result<AuditPlan> parse_audit_toml(std::string_view text, const std::string& path, const std::vector<std::string>& policy_keys) {
  TRY_ASSIGN(const auto document, base::parse_toml(text, path));
  AuditPlan plan{.path = path};
  TomlReader root(document, path);
  TRY(read_sections(root, plan, policy_keys));
  TRY(check_together(plan));
  if (plan.name.empty()) plan.name = base::file_name_of(base::directory_of(path));
  return plan;
}

Result<AuditPlan> read_audit_toml(const std::string& path, const std::vector<std::string>& policy_keys) {
  TRY_ASSIGN(const auto text, base::read_file(path, std::uint64_t{4} << 20U));
  return parse_audit_toml(text, path, policy_keys);
}

}  // namespace accelprep::intake

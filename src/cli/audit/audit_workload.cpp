// [workload]: the request log, and the memory of the model it is served with.
#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "capacity/memory.h"
#include "cli/audit/audit_run.h"
#include "cli/local_time.h"
#include "intake/model/hf_config.h"
#include "statistics/quantiles.h"

namespace accelprep::cli {
namespace {

using evidence::Cell;

evidence::Table lengths_table(const records::ArrivalSummary& log) {
  evidence::Table table{.id = "token_lengths",
                        .title = "Token lengths",
                        .columns = {{"tokens", ""},
                                    {"mean", "tokens"},
                                    {"p50", "tokens"},
                                    {"p90", "tokens"},
                                    {"p95", "tokens"},
                                    {"p99", "tokens"},
                                    {"max", "tokens"}}};
  for (const auto& [name, sketch] : {std::pair("input", &log.input_tokens), std::pair("output", &log.output_tokens)}) {
    if (sketch->count == 0) continue;
    std::vector<Cell> row{std::string(name), *statistics::mean(*sketch)};
    for (const double q : {0.5, 0.9, 0.95, 0.99, 1.0}) row.emplace_back(*statistics::quantile(*sketch, q));
    table.rows.push_back(std::move(row));
  }
  return table;
}

base::Status check_timezone(const AuditRun& run) {
  const auto& zone = run.plan.workload->timezone;
  if (zone.empty()) return {};
  if (const auto found = base::Zone::find(zone); !found)
    return base::fail(found.error().kind, "[workload] timezone: " + found.error().message, run.plan.path);
  return {};
}

}  // namespace

base::Status audit_workload(AuditRun& run) {
  if (!run.plan.workload || run.plan.workload->requests.empty()) return {};
  const auto& plan = *run.plan.workload;
  TRY(check_timezone(run));
  intake::RequestLogOptions options{.timezone = plan.timezone, .sla = {plan.sla.ttft_p99_s, plan.sla.tpot_p99_s, plan.sla.e2e_p99_s}};
  if (!plan.map.empty()) {
    TRY_ASSIGN(options.map, intake::parse_column_map(plan.map));
  }
  TRY_ASSIGN(const auto files, base::expand_globs(plan.requests, run.directory));
  TRY_ASSIGN(run.log, intake::read_request_log(files, options, run.invocation.progress));
  if (run.log->summary.counted != "requests") {
    return base::fail(base::ErrorKind::invalid_input,
                      fmt::format("counts {}; [workload] requests takes logs or counts of requests", run.log->summary.counted),
                      files.front());
  }
  TRY_ASSIGN(const auto offset_s, utc_offset_of(plan.timezone, run.log->summary));
  const workload::ArrivalOptions arrival{.utc_offset_s = offset_s};
  run.profile = workload::profile_arrivals(run.log->summary, arrival);
  for (const auto& file : run.log->files) {
    TRY(run.add_source(file, "request log: " + run.log->format));
    run.log_sources.push_back(file.path);
  }
  auto origin = run.origin(records::Basis::imported, run.log_sources);
  origin.subject = {};  // a pattern of arrivals is about no accelerator
  origin.window = evidence::Window{run.log->summary.first_ns, run.log->summary.last_ns};
  run.add(workload::arrival_measurements(*run.profile, run.log->summary, origin));
  for (auto& series : workload::arrival_series(*run.profile, run.log->summary, arrival)) run.dossier.series.push_back(std::move(series));
  if (auto table = lengths_table(run.log->summary); !table.rows.empty()) run.dossier.tables.push_back(std::move(table));
  records::merge(run.dossier.rejected, run.log->summary.rejected);
  for (const auto& note : run.log->notes) run.note("request log: " + note);
  run.dossier.context.timezone = !plan.timezone.empty() ? plan.timezone : (run.log->summary.has_zone ? "UTC" : "");
  if (!run.log->summary.has_zone)
    run.note("the request log names no time zone and none was given: hours of the day are as the log writes them");
  return {};
}

base::Status audit_memory(AuditRun& run) {
  if (!run.plan.workload || run.plan.workload->model.empty() || run.accelerator == nullptr) return {};
  const auto& plan = *run.plan.workload;
  const auto path = run.path_of(plan.model);
  TRY_ASSIGN(const auto model, intake::read_hf_config(path));
  TRY(run.add_source(path, "model configuration", 1));
  const double card = run.accelerator->memory_visible_bytes.value_or(run.accelerator->memory_bytes);
  const bool is_large = card >= 70.0 * 1024 * 1024 * 1024 && run.accelerator->family != "a100";
  capacity::MemoryInput input{.model = model,
                              .card_bytes = card,
                              .card_is_large = is_large,
                              .tensor_parallel = plan.tensor_parallel,
                              .dtype = !plan.dtype.empty() ? plan.dtype : (model.dtype.empty() ? "bf16" : model.dtype),
                              .kv_dtype = plan.kv_dtype,
                              .memory_fraction = plan.memory_fraction.value_or(0.9),
                              .max_model_len = plan.max_model_len};
  if (run.log) {
    input.p50_context_tokens = statistics::quantile(run.log->summary.context_tokens, 0.5);
    input.p99_context_tokens = statistics::quantile(run.log->summary.context_tokens, 0.99);
  }
  if (card <= 0) {
    run.note(fmt::format("the catalog knows no memory size of {}: the model's memory was not planned", run.accelerator->id));
    return {};
  }
  const auto planned = capacity::plan_memory(input);
  if (!planned) return base::fail(planned.error().kind, "[workload] " + planned.error().message, run.plan.path);
  auto sources = run.log_sources;
  sources.push_back(path);
  run.add(capacity::memory_measurements(*planned, run.origin(records::Basis::simulated, sources)));
  run.dossier.tables.push_back(capacity::memory_table(*planned, input));
  return {};
}

}  // namespace accelprep::cli

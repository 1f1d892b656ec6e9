#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "base/time.h"
#include "records/metric_definitions.h"
#include "report/import_report.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;
using records::BenchmarkRun;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
Json count_or_null(const std::optional<std::int64_t>& count) { return count ? Json(*count) : Json(nullptr); }
Json time_or_null(const std::optional<records::ResultTime>& time) { return time ? Json(base::format_time(time->ns)) : Json(nullptr); }

Json metric_json(const records::ResultMetric& metric, const BenchmarkRun& run) {
  Json quantiles = Json::object();
  for (const auto& quantile : metric.quantiles) quantiles[fmt::format("p{:g}", quantile.level * 100)] = quantile.value;
  const auto* row = records::find_definition(metric.definition);
  return {{"definition", metric.definition},
          {"name", metric.name},
          {"unit", row->unit},
          {"n", count_or_null(metric.n)},
          {"mean", number_or_null(metric.mean)},
          {"min", number_or_null(metric.min)},
          {"max", number_or_null(metric.max)},
          {"standard_deviation", number_or_null(metric.deviation)},
          {"quantiles", std::move(quantiles)},
          {"supported_quantile", number_or_null(workload::supported_level(metric, run))}};
}

Json judgement_json(const workload::ResultJudgement& judgement) {
  Json reasons = Json::array();
  for (const auto& reason : judgement.reasons) {
    reasons.push_back({{"id", reason.id}, {"allows", workload::name_of(reason.allows)}, {"text", reason.text}});
  }
  return reasons;
}

Json run_json(const ImportedRun& imported) {
  const auto& run = imported.run;
  Json metrics = Json::array();
  for (const auto& metric : run.metrics) metrics.push_back(metric_json(metric, run));
  Json left_out = Json::array();
  for (const auto& one : run.left_out) left_out.push_back({{"name", one.name}, {"reason", one.reason}});
  return {{"file", imported.path},
          {"format", imported.kind},
          {"tool", run.tool},
          {"tool_version", text_or_null(run.tool_version)},
          {"label", text_or_null(run.label)},
          {"model", text_or_null(run.model)},
          {"endpoint", text_or_null(run.endpoint)},
          {"accelerator", text_or_null(run.accelerator)},
          {"accelerators", count_or_null(run.accelerators)},
          {"started", time_or_null(run.started)},
          {"ended", time_or_null(run.ended)},
          {"time_zone_known", (!run.started || run.started->has_zone) && (!run.ended || run.ended->has_zone)},
          {"arrival", records::name_of(run.arrival)},
          {"arrival_shape", text_or_null(run.arrival_shape)},
          {"concurrency", number_or_null(run.concurrency)},
          {"offered_per_s", number_or_null(run.offered_per_s)},
          {"achieved_per_s", number_or_null(run.achieved_per_s)},
          {"duration_s", number_or_null(run.duration_s)},
          {"duration_least_s", number_or_null(run.duration_least_s)},
          {"warmup_excluded", run.warmup_excluded ? Json(*run.warmup_excluded) : Json(nullptr)},
          {"counts",
           {{"sent", count_or_null(run.counts.sent)},
            {"completed", count_or_null(run.counts.completed)},
            {"failed", count_or_null(run.counts.failed)},
            {"incomplete", count_or_null(run.counts.incomplete)}}},
          {"prompts", records::name_of(run.prompts)},
          {"input_tokens", number_or_null(run.input_tokens)},
          {"output_tokens", number_or_null(run.output_tokens)},
          {"grade", workload::name_of(imported.judgement.grade)},
          {"reasons", judgement_json(imported.judgement)},
          {"caveats", imported.judgement.caveats},
          {"metrics", std::move(metrics)},
          {"left_out", std::move(left_out)},
          {"notes", run.notes}};
}

// Each figure of a run that is null, with its reason.
void add_missing(const BenchmarkRun& run, const std::string& prefix, std::vector<MissingItem>& out) {
  const auto add = [&](std::string_view key, bool known) {
    if (!known) out.push_back({prefix + std::string(key), workload::reason_for(run, key)});
  };
  add("tool_version", !run.tool_version.empty());
  add("label", !run.label.empty());
  add("model", !run.model.empty());
  add("endpoint", !run.endpoint.empty());
  add("accelerator", !run.accelerator.empty());
  add("accelerators", run.accelerators.has_value());
  add("started", run.started.has_value());
  add("ended", run.ended.has_value());
  add("arrival_shape", !run.arrival_shape.empty());
  add("concurrency", run.concurrency.has_value());
  add("offered_per_s", run.offered_per_s.has_value());
  add("achieved_per_s", run.achieved_per_s.has_value());
  add("duration_s", run.duration_s.has_value());
  add("warmup_excluded", run.warmup_excluded.has_value());
  add("counts.sent", run.counts.sent.has_value());
  add("counts.completed", run.counts.completed.has_value());
  add("counts.failed", run.counts.failed.has_value());
  add("counts.incomplete", run.counts.incomplete.has_value());
  add("input_tokens", run.input_tokens.has_value());
  add("output_tokens", run.output_tokens.has_value());
  if (!run.duration_least_s) {
    out.push_back({prefix + "duration_least_s", run.duration_s ? "the length itself is known" : workload::reason_for(run, "duration_s")});
  }
}

Json definitions_json(const std::vector<ImportedRun>& runs) {
  std::set<std::string_view> used;
  for (const auto& imported : runs) {
    for (const auto& metric : imported.run.metrics) used.insert(metric.definition);
  }
  Json out = Json::array();
  for (const auto& row : records::metric_definitions()) {
    if (used.contains(row.id)) out.push_back({{"id", row.id}, {"unit", row.unit}, {"means", row.sentence}, {"source", row.source}});
  }
  return out;
}

}  // namespace

std::string import_json(const ImportReport& report) {
  auto json = begin_json(report.envelope);
  auto envelope = report.envelope;
  Json runs = Json::array();
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    runs.push_back(run_json(report.runs[i]));
    add_missing(report.runs[i].run, fmt::format("runs[{}].", i), envelope.missing);
  }
  json["runs"] = std::move(runs);
  json["definitions"] = definitions_json(report.runs);
  json["rejected_rows"] = rejected_json(report.rejected);
  json["notes"] = report.notes;
  return finish_json(std::move(json), envelope);
}

}  // namespace accelprep::report

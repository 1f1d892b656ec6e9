#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "intake/results/results.h"
#include "report/import_report.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;

base::Result<workload::JudgeOptions> judge_options_of(const Arguments& arguments) {
  workload::JudgeOptions options{.policy = {}, .vendor = arguments.text("vendor")};
  TRY_ASSIGN(const auto min_duration_s, arguments.number("min-duration"));
  if (min_duration_s && !(*min_duration_s > 0)) return fail(ErrorKind::invalid_input, "--min-duration: expected seconds above 0");
  options.policy.min_duration_s = min_duration_s.value_or(options.policy.min_duration_s);
  return options;
}

base::Result<evidence::Subject> subject_of(const Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  evidence::Subject subject;
  const auto setting = evidence::setting_named(arguments.text("setting", "unknown"));
  if (!setting) return fail(ErrorKind::invalid_input, "--setting: expected target_rack, bench, cloud or unknown");
  subject.setting = *setting;
  TRY_ASSIGN(const auto count, arguments.number("count"));
  if (count && (*count < 1 || *count > 1e6)) return fail(ErrorKind::invalid_input, "--count: expected accelerators, 1 or more");
  subject.count = static_cast<std::int64_t>(count.value_or(0));
  if (arguments.has("accelerator")) {
    TRY_ASSIGN(const auto catalog, load_catalog(invocation));
    TRY_ASSIGN(const auto* const row, catalog.accelerator(arguments.text("accelerator")));
    subject.accelerator = row->id;
  }
  return subject;
}

base::Result<int> run(Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  TRY_ASSIGN(const auto judge, judge_options_of(arguments));
  TRY_ASSIGN(const auto given, subject_of(invocation));
  intake::ResultOptions options;
  if (arguments.has("timezone")) {
    TRY_ASSIGN(options.zone, base::Zone::find(arguments.text("timezone")));
  }
  TRY_ASSIGN(const auto paths, base::expand_globs(arguments.positional, "."));
  TRY_ASSIGN(auto results, intake::read_results(paths, options, invocation.progress));
  evidence::Dossier dossier;
  dossier.context = context_of(invocation, "import");
  dossier.context.timezone = arguments.text("timezone");
  dossier.rejected = results.rejected;
  report::ImportReport report{.envelope = {.context = dossier.context, .sources = {}, .missing = {}}, .rejected = results.rejected};
  for (auto& file : results.files) {
    TRY_ASSIGN(auto source, source_of(file.path, "result: " + file.kind, file.rows));
    dossier.sources.push_back(source);
    for (auto& one : file.runs) {
      report::ImportedRun imported{.path = file.path, .kind = file.kind, .run = std::move(one), .judgement = {}};
      imported.judgement = workload::judge_result(imported.run, judge);
      const auto origin =
          workload::result_origin(imported.run, {.subject = given,
                                                 .basis = judge.vendor.empty() ? records::Basis::imported : records::Basis::specified,
                                                 .sources = {source.path},
                                                 .taken_at_ns = dossier.context.started_ns});
      auto measurements = workload::result_measurements({.run = imported.run, .judgement = imported.judgement}, origin);
      std::move(measurements.begin(), measurements.end(), std::back_inserter(dossier.measurements));
      report.runs.push_back(std::move(imported));
    }
  }
  report.envelope.sources = dossier.sources;
  TRY(keep(invocation, dossier));
  TRY(emit(invocation, invocation.json() ? report::import_json(report) : report::import_text(report)));
  return kDone;
}

}  // namespace

Verb import_verb() {
  return {.name = "import",
          .arguments = "FILES...",
          .summary = "what another load generator's result shows, by its own metric definitions, and how far it carries",
          .description =
              "Reads results of AIPerf (JSON, CSV, request records), guidellm, vLLM bench serve, SGLang bench_serving, GenAI-Perf (JSON, "
              "CSV),\n"
              "perf_analyzer, inference-perf, MLPerf LoadGen (summary, detail), llm-d benchmark reports (JSON, YAML) and InferenceMAX\n"
              "aggregates, recognised by their content; plain, gzip or zstd.\n"
              "Each metric keeps the definition it was measured by: one tool's time to first token is not another's. Each run gets a\n"
              "grade (high, medium, low) with its reasons: open or closed loop, offered against achieved rate, run length, warm-up,\n"
              "failed and incomplete requests, percentiles of few requests, made-up prompts, a vendor's own file.",
          .examples =
              "$ import profile_export_aiperf.json\n"
              "$ import 'results/*.json' --accelerator=h100-sxm --count=8 --setting=target_rack --ledger=evidence.sqlite\n"
              "$ import vendor.json --vendor=ACME --min-duration=1800 --format=json",
          .min_positional = 1,
          .max_positional = 100000,
          .flags = {{"accelerator", "ID", "which accelerator it was measured on"},
                    {"count", "N", "how many of them"},
                    {"setting", "WHERE", "target_rack, bench, cloud or unknown: where the accelerators stood", "unknown"},
                    {"vendor", "NAME", "the file is this vendor's own: its figures count as specified, and the grade says so"},
                    {"min-duration", "SECONDS", "how long a run should last", "600"},
                    {"timezone", "ZONE", "of times in the file that name none, such as Europe/Berlin"}},
          .run = run};
}

}  // namespace accelprep::cli

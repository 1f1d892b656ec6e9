// A result of any text through all that import does with it.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>

#include "intake/results/results.h"
#include "records/metric_definitions.h"
#include "report/import_report.h"
#include "workload/result_grade.h"

namespace accelprep::fuzz {

inline void show_result(std::string text) {
  auto file = intake::read_result_text(std::move(text), "fuzz");
  if (!file) return;
  report::ImportReport report;
  report.envelope.context.verb = "import";
  for (auto& run : file->runs) {
    for (const auto& metric : run.metrics) {
      if (records::is_latency(metric.definition) && metric.mean && *metric.mean < 0) std::abort();
    }
    report::ImportedRun imported{.path = "fuzz", .kind = file->kind, .run = std::move(run), .judgement = {}};
    imported.judgement = workload::judge_result(imported.run, {});
    const evidence::Origin origin{.basis = records::Basis::imported};
    if (workload::result_measurements({.run = imported.run, .judgement = imported.judgement}, origin).empty()) std::abort();
    report.runs.push_back(std::move(imported));
  }
  if (report::import_json(report).empty() || report::import_text(report).empty()) std::abort();
}

}  // namespace accelprep::fuzz

// The main job: what audit.toml names becomes rows, measurements, a ledger entry, six axes, a verdict and a report.
#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "cli/audit/examine.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "evidence/ledger.h"
#include "readiness/policy.h"
#include "report/format.h"
#include "report/model.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using base::Status;

// What earlier runs measured counts too, unless this run says the same.
Result<evidence::Dossier> with_history(const evidence::Dossier& dossier, const std::string& ledger_path) {
  evidence::Dossier all = dossier;
  if (!base::file_exists(ledger_path)) return all;
  TRY_ASSIGN(auto ledger, evidence::Ledger::open_read_only(ledger_path));
  TRY_ASSIGN(const auto earlier, ledger.read_measurements());
  evidence::add_history(all.measurements, earlier);
  return all;
}

Status save(const AuditRun& run, const std::string& ledger_path, const std::string& html) {
  TRY_ASSIGN(auto ledger, evidence::Ledger::open(ledger_path));
  TRY(ledger.append(run.dossier));
  return base::write_file(base::join_path(run.directory, "report.html"), html);
}

Result<readiness::Level> gate_of(const Arguments& arguments) {
  const auto text = arguments.text("gate");
  if (text.empty()) return readiness::Level::not_ready;
  for (const auto level : {readiness::Level::ready, readiness::Level::marginal}) {
    if (text == readiness::name_of(level)) return level;
  }
  return fail(ErrorKind::invalid_input, fmt::format("--gate={}: expected ready or marginal", text));
}

Result<int> run_audit(Invocation& invocation) {
  TRY_ASSIGN(const auto gate, gate_of(invocation.arguments));
  TRY_ASSIGN(auto run, examine_audit(invocation, invocation.arguments.positional[0]));
  const auto ledger_path = invocation.arguments.text("ledger", base::join_path(run.directory, "evidence.sqlite"));
  TRY_ASSIGN(auto all, with_history(run.dossier, ledger_path));
  const auto assessment = assess_audit(run, all);
  const bool falls_short = std::any_of(assessment.axes.begin(), assessment.axes.end(), [&](const auto& axis) { return axis.level > gate; });
  invocation.progress.stage("writing the report");
  const auto model = report::build_model(std::move(all), assessment);
  TRY(save(run, ledger_path, report::render_html(model)));
  const report::TextOptions text{
      .color = invocation.color, .program = invocation.program, .report_path = base::join_path(run.directory, "report.html")};
  TRY(emit(invocation, invocation.json() ? report::render_json(model) : report::render_text(model, text)));
  return falls_short ? kFails : kDone;
}

std::string description() {
  std::string out =
      "Reads DIR/audit.toml, examines everything it names, appends the evidence to DIR/evidence.sqlite and writes DIR/report.html.\n"
      "Every section of audit.toml may be missing: its axes are then not ready, and the report says what to measure next.\n"
      "docs/formats/audit.md describes the file; `init DIR` writes one for the files that lie there.\n"
      "\nThresholds, which [policy] in audit.toml changes (heuristics of planning; the report shows what was applied):\n";
  for (const auto& row : readiness::policy_rows()) {
    const auto value = row.default_value ? report::format_value(*row.default_value, row.unit) : std::string("off");
    out += fmt::format("  {:<28} {:<12} {}\n", row.key, value, row.description);
  }
  out.pop_back();
  return out;
}

}  // namespace

Verb audit_verb() {
  static const std::string kDescription = description();
  return {.name = "audit",
          .arguments = "DIR",
          .summary = "the main job: own, rent, or measure more? six axes, a verdict, a report",
          .description = kDescription,
          .examples =
              "$ audit examples/llama-cpu\n"
              "$ audit examples/h100-steady --format=json --out=/tmp/audit.json\n"
              "$ audit examples/h100-steady --gate=marginal",
          .min_positional = 1,
          .max_positional = 1,
          .flags = {{"gate", "ready|marginal", "exit 1 when an axis falls short of it"}},
          .run = run_audit};
}

}  // namespace accelprep::cli

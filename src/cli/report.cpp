// The report again, from a ledger alone.
#include <fmt/format.h>

#include "base/file.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "evidence/ledger.h"
#include "readiness/assessment.h"
#include "report/model.h"

namespace accelprep::cli {
namespace {

base::Result<int> run(Invocation& invocation) {
  const auto& path = invocation.arguments.positional[0];
  TRY_ASSIGN(auto ledger, evidence::Ledger::open_read_only(path));
  TRY_ASSIGN(auto dossier, ledger.read_latest());
  const auto decided = base::parse_time(dossier.context.decision_date);
  const auto assessment = readiness::assess(dossier, {.program = invocation.program,
                                                      .directory = dossier.context.audit_directory,
                                                      .now_ns = decided ? decided->ns : dossier.context.started_ns});
  const auto model = report::build_model(std::move(dossier), assessment);
  const auto out = invocation.arguments.text("out");
  if (out.ends_with(".html")) {
    TRY(base::write_file(out, report::render_html(model)));
    return kDone;
  }
  const report::TextOptions text{.color = invocation.color, .program = invocation.program};
  TRY(emit(invocation, invocation.json() ? report::render_json(model) : report::render_text(model, text)));
  return kDone;
}

}  // namespace

Verb report_verb() {
  return {.name = "report",
          .arguments = "LEDGER",
          .summary = "an audit's report again, from its ledger alone",
          .description =
              "Reads the newest run of a ledger and everything measured before it, judges and reports again: on any machine, without the "
              "inputs.\n"
              "--out=FILE.html writes the page, anything else the text or the JSON.",
          .examples = "$ report examples/llama-cpu/evidence.sqlite\n$ report evidence.sqlite --out=report.html",
          .min_positional = 1,
          .max_positional = 1,
          .flags = {},
          .run = run};
}

}  // namespace accelprep::cli

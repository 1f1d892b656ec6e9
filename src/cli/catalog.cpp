#include "base/file.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "report/catalog_report.h"

namespace accelprep::cli {
namespace {

base::Result<int> run(Invocation& invocation) {
  const auto& words = invocation.arguments.positional;
  TRY_ASSIGN(const auto directory, catalog::find_catalog(invocation.binary_path, invocation.arguments.text("catalog")));
  TRY_ASSIGN(const auto facts, catalog::Catalog::load(directory));
  report::CatalogView view{.envelope = {.context = context_of(invocation, "catalog")},
                           .program = invocation.program,
                           .directory = directory,
                           .sizes = catalog::sizes_of(facts)};
  catalog::Selection selection;
  if (!words.empty()) {
    TRY_ASSIGN(selection, catalog::select(facts, words[0], words.size() > 1 ? words[1] : ""));
    view.selection = &selection;
  }
  for (const auto& size : view.sizes) {
    if (view.selection != nullptr && size.kind != selection.kind) continue;
    TRY_ASSIGN(auto source, source_of(base::join_path(directory, size.table), "catalog table", size.rows));
    view.envelope.sources.push_back(std::move(source));
  }
  TRY(emit(invocation, invocation.json() ? report::catalog_json(view) : report::catalog_text(view)));
  return kDone;
}

}  // namespace

Verb catalog_verb() {
  return {.name = "catalog",
          .arguments = "[accelerators|stack|circuits|nodes|prices] [ID]",
          .summary = "what is known of accelerators, software stacks, circuits and prices, with source and date",
          .description =
              "Lists the facts the other verbs reason with. Without a kind: the tables and how old their facts are. With an ID: that row\n"
              "in full, with its source. IDs are catalog ids (h100-sxm) and names as tools print them (\"NVIDIA H100 80GB HBM3\");\n"
              "for stack: cuda, architectures, torch, vllm, cudnn, cuda-12.4, sm_120, torch-2.9; for prices: an instance, a provider or\n"
              "an accelerator.",
          .examples =
              "$ catalog\n"
              "$ catalog accelerators h100-sxm\n"
              "$ catalog stack torch-2.9\n"
              "$ catalog prices p5.48xlarge --format=json",
          .min_positional = 0,
          .max_positional = 2,
          .flags = {},
          .run = run};
}

}  // namespace accelprep::cli

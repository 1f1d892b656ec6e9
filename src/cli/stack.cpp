#include <cmath>
#include <fmt/format.h>

#include "base/file.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "intake/inventory/read_inventory.h"
#include "report/stack_report.h"
#include "stack/assessment.h"

namespace accelprep::cli {
namespace {

constexpr std::string_view kDriverVersion = "/proc/driver/nvidia/version";
constexpr std::string_view kDriverGpus = "/proc/driver/nvidia/gpus";

// What the kernel says of an NVIDIA driver here; nothing is run.
std::vector<std::string> files_of_this_host() {
  std::vector<std::string> out;
  if (!base::file_exists(std::string(kDriverVersion))) return out;
  out.emplace_back(kDriverVersion);
  for (const auto& gpu : base::list_directory(std::string(kDriverGpus))) {
    out.push_back(fmt::format("{}/{}/information", kDriverGpus, gpu));
  }
  return out;
}

base::Result<stack::Target> target_of(const Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  TRY_ASSIGN(const auto count, arguments.number("count"));
  if (count && (*count < 1 || *count != std::floor(*count) || *count > 1e6)) {
    return base::fail(base::ErrorKind::invalid_input, "--count: expected a whole number of accelerators, 1 or more");
  }
  return stack::Target{
      .accelerator = arguments.text("target"), .driver = arguments.text("driver"), .count = static_cast<std::int64_t>(count.value_or(0))};
}

base::Result<std::vector<evidence::Source>> sources_of(const records::Inventory& inventory) {
  std::vector<evidence::Source> out;
  for (const auto& source : inventory.sources) {
    TRY_ASSIGN(auto one, source_of(source.path, source.kind, source.statements));
    out.push_back(std::move(one));
  }
  return out;
}

evidence::Dossier dossier_of(const stack::Assessment& assessment, const report::Envelope& envelope, records::Basis basis) {
  evidence::Dossier out;
  out.context = envelope.context;
  out.target = {.accelerator = assessment.target.accelerator,
                .accelerator_name = assessment.target.name,
                .count = assessment.target.count.value_or(0),
                .power_limit_w = std::nullopt,
                .driver = assessment.target.driver};
  out.sources = envelope.sources;
  out.findings = assessment.findings;
  out.checks = stack::checks_of(assessment);
  out.notes = assessment.notes;
  evidence::Origin origin{.basis = basis, .sources = {}, .window = std::nullopt, .taken_at_ns = envelope.context.started_ns};
  for (const auto& source : envelope.sources) origin.sources.push_back(source.path);
  out.measurements = stack::measurements_of(assessment, origin);
  return out;
}

base::Result<int> run(Invocation& invocation) {
  const bool live = invocation.arguments.positional.empty();
  TRY_ASSIGN(auto target, target_of(invocation));
  TRY_ASSIGN(const auto inventory, intake::read_inventory(live ? files_of_this_host() : invocation.arguments.positional));
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  if (!target.accelerator.empty()) {
    TRY_ASSIGN(const auto* accelerator, catalog.accelerator(target.accelerator));
    target.accelerator = accelerator->id;
  }
  TRY_ASSIGN(auto assessment, stack::assess(inventory, target, stack::facts_of(catalog)));
  if (live) {
    assessment.notes.emplace_back(inventory.sources.empty() ? "this host: no NVIDIA driver is loaded here, and no file was given"
                                                            : "this host: only what the loaded driver says of itself was read");
  }
  report::Envelope envelope{.context = context_of(invocation, "stack"), .sources = {}, .missing = {}};
  TRY_ASSIGN(envelope.sources, sources_of(inventory));
  TRY(keep(invocation, dossier_of(assessment, envelope, inventory.weakest_basis())));
  TRY(emit(invocation, invocation.json() ? report::stack_json(assessment, envelope) : report::stack_text(assessment, envelope)));
  return assessment.verdict == stack::Verdict::will_not_run ? kFails : kDone;
}

}  // namespace

Verb stack_verb() {
  return {
      .name = "stack",
      .arguments = "[PATHS...]",
      .summary = "will this software run on that accelerator, on its fast path?",
      .description =
          "Reads what you have of a software stack, recognised by content: the output of collect_env or nvidia-smi, pip freeze or a\n"
          "requirements file, conda list, a pasted error message, an inventory.toml. Several files describe one stack. Without a path:\n"
          "this host, as far as its loaded driver tells; nothing is run.\n"
          "--target, --driver and --count ask for another machine than the one described.\n"
          "Exits 1 where the stack will not run there.",
      .examples =
          "$ stack examples/stack/collect_env.txt\n"
          "$ stack examples/stack/requirements.txt --target=h100-sxm --driver=570.133.20\n"
          "$ stack",
      .min_positional = 0,
      .max_positional = 1000,
      .flags = {{"target", "ACCELERATOR", "the accelerator it is to run on: an id of the catalog, or its printed name"},
                {"driver", "VERSION", "the driver there"},
                {"count", "N", "how many of them"}},
      .run = run};
}

}  // namespace accelprep::cli

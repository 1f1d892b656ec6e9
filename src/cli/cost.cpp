#include "base/file.h"
#include "cli/cost_inputs.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "economics/cost_evidence.h"
#include "evidence/ledger.h"
#include "intake/costs/cost_toml.h"
#include "report/cost_report.h"

namespace accelprep::cli {
namespace {

// Where the file states no utilization, the ledger's figure stands in, with its interval and its bound: the sustained one, else busy over
// the cycle, which is an upper bound.
base::Status take_utilization(const Invocation& invocation, economics::CostInputs& inputs) {
  const auto path = invocation.arguments.text("ledger");
  if (inputs.plan.workload.utilization || path.empty() || !base::file_exists(path)) return {};
  TRY_ASSIGN(auto ledger, evidence::Ledger::open_read_only(path));
  TRY_ASSIGN(const auto measurements, ledger.read_measurements());
  const auto named = economics::accelerator_of(inputs.plan);
  const auto hardware = named.empty() ? std::nullopt : inputs.hardware(named);
  for (const std::string_view id : {"sustained_utilization", "busy_over_cycle"}) {
    const auto found =
        evidence::select(measurements, {.id = id, .accelerator = hardware ? hardware->id : named, .now_ns = invocation.clock.now_ns()});
    const auto value = found.best != nullptr ? found.best->number() : std::nullopt;
    if (!value || *value <= 0 || *value > 1 || found.wrong_target) continue;
    records::Stated stated{.value = *value, .basis = found.best->basis, .source = "ledger: " + found.best->method};
    if (found.best->ci95) {
      stated.low = found.best->ci95->low;
      stated.high = found.best->ci95->high;
    }
    inputs.plan.workload.utilization = std::move(stated);
    const bool upper = id == "busy_over_cycle" || found.best->attribute("bound") == "upper";
    inputs.utilization_bound = upper ? economics::UtilizationBound::upper : economics::UtilizationBound::point;
    return {};
  }
  return {};
}

evidence::Dossier dossier_of(const economics::CostInputs& inputs, const economics::Comparison& comparison, evidence::Dossier dossier) {
  evidence::Origin origin;
  origin.subject.accelerator = comparison.hardware ? comparison.hardware->id : comparison.accelerator;
  origin.subject.count = inputs.plan.own.accelerators;
  for (const auto& source : dossier.sources) origin.sources.push_back(source.path);
  origin.taken_at_ns = dossier.context.started_ns;
  auto evidence = economics::cost_evidence(inputs, comparison, {.origin = origin});
  dossier.measurements = std::move(evidence.measurements);
  dossier.tables = std::move(evidence.tables);
  dossier.series = std::move(evidence.series);
  for (const auto& lint : comparison.lint) dossier.notes.push_back(lint.about.empty() ? lint.text : lint.about + ": " + lint.text);
  return dossier;
}

base::Result<int> run(Invocation& invocation) {
  const auto& path = invocation.arguments.positional[0];
  evidence::Dossier dossier;
  dossier.context = context_of(invocation, "cost");
  economics::CostInputs inputs;
  TRY_ASSIGN(inputs.plan, intake::read_cost_toml(path));
  TRY_ASSIGN(auto source, source_of(path, "cost plan", static_cast<std::int64_t>(inputs.plan.rent.size())));
  dossier.sources.push_back(std::move(source));
  TRY(read_demand(path, inputs.plan, dossier.sources));
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  inputs.hardware = lookup_in(catalog);
  TRY(take_utilization(invocation, inputs));
  if (!inputs.plan.workload.utilization) {
    inputs.plan.workload.utilization = economics::utilization_of_hours(inputs.plan, records::Basis::assumed);
  }
  inputs.today = base::format_date(dossier.context.started_ns);
  inputs.draws.seed = seed_of(invocation);
  const auto comparison = economics::compare(inputs);
  dossier.context.ended_ns = invocation.clock.now_ns();
  const report::CostReport report{.inputs = inputs, .comparison = comparison, .program = invocation.program};
  TRY(emit(invocation, invocation.json()
                           ? report::cost_json(report, {.context = dossier.context, .sources = dossier.sources, .missing = {}})
                           : report::cost_text(report)));
  TRY(keep(invocation, dossier_of(inputs, comparison, std::move(dossier))));
  return kDone;
}

}  // namespace

Verb cost_verb() {
  return {
      .name = "cost",
      .arguments = "FILE",
      .summary = "own, rent, or both: break-even, net present value, what moves them",
      .description =
          "Compares owning what FILE (cost.toml) describes with each offer in it: at which utilization and after how many months owning\n"
          "costs less, what it is worth at each horizon, and whether owning the base and renting the peaks beats both. Ranges stated in\n"
          "the file become intervals. The utilization comes from the file, else from the sustained figure in --ledger.\n"
          "Exits 0 whatever the answer is.",
      .examples = "$ cost examples/plan/cost.toml\n$ cost examples/plan/cost.toml --format=json --seed=7",
      .min_positional = 1,
      .max_positional = 1,
      .flags = {},
      .run = run};
}

}  // namespace accelprep::cli

#include "report/pictures.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "report/sentences.h"

namespace accelprep::report {
namespace {

// What would draw a picture, and the part of audit.toml that `init --add` prepares for it.
struct PictureRow {
  std::string_view id;
  std::string_view section;
  std::string_view unknown;  // the title while there is nothing to draw
  std::string_view filled_by;
  std::string_view add;
  std::string_view note;
  Sentence sentence;
};

constexpr std::string_view kRequests = "Request logs named under [workload] in audit.toml draw it.";
constexpr std::string_view kCapacity = "A sustained capacity, from a soak, beside the request logs draws it.";
constexpr std::string_view kCosts = "A cost.toml, with what owning costs and dated rental offers, draws it.";

constexpr auto kRows = std::to_array<PictureRow>({
    {"break_even", "money", "Where owning starts to pay is not known yet", kCosts, "economics",
     "USD for each accelerator hour that the work needs. Bands are 95 % intervals.", break_even_sentence},
    {"arrival_rate", "traffic", "How requests arrive is not measured", kRequests, "workload",
     "Requests a second, UTC. The line is the median of what one point of the screen covers, the band its lowest and highest value.",
     arrival_rate_sentence},
    {"hour_of_week", "traffic", "The week's hours are not measured", kRequests, "workload",
     "Mean requests in each hour of the week. Hatched hours were never seen.", hour_of_week_sentence},
    {"dispersion_by_scale", "traffic", "Burstiness is not measured", kRequests, "workload",
     "Variance of the counts over their mean, by the length of the counting step. Random (Poisson) arrivals have 1 at every length.",
     dispersion_sentence},
    {"token_lengths", "traffic", "Prompt and answer lengths are not measured", "Request logs with token counts draw it.", "workload",
     "Tokens of one request.", token_lengths_sentence},
    {"demand", "traffic", "The accelerators that the work needs are not known", kCapacity, "soak",
     "Accelerators needed in each hour at the sustained capacity, UTC.", demand_sentence},
    {"devices", "hardware", "What the accelerators did is not measured",
     "Telemetry named under [[telemetry]] or [soak] in audit.toml draws it.", "soak",
     "All cards on one time axis, UTC. Lines are the median card, bands reach from the lowest to the highest card.", devices_sentence},
    {"cards", "hardware", "What each accelerator did is not measured",
     "Telemetry named under [[telemetry]] or [soak] in audit.toml draws it.", "soak",
     "Up to eight cards by themselves; of more, the median card and the band from the 10th to the 90th percentile of cards, UTC.",
     cards_sentence},
    {"busy_distribution", "hardware", "How busy the accelerators were, and for how long, is not measured",
     "Telemetry named under [[telemetry]] or [soak] in audit.toml draws it.", "soak",
     "Each card's minutes from the busiest to the idlest. Of more than eight cards, the median card and the band from the 10th to the 90th "
     "percentile.",
     busy_distribution_sentence},
    {"memory", "memory", "What fits into the memory is not computed",
     "The model's config.json, named under [workload] model in audit.toml, draws it.", "workload", "Memory of one card.", memory_sentence},
    {"chain", "stack", "The software stack is not examined", "A container image, an environment or a freeze file under [stack] draws it.",
     "stack", "Each link has to match the one before it.", chain_sentence},
    {"power", "site", "Power is not checked", "A site.toml, with the node, its feeds and breakers, draws it.", "site",
     "Load on each element over its limit. The tick is the limit.", power_sentence},
    {"cooling", "site", "Cooling is not checked", "A soak in the target rack, or the inlet temperatures in site.toml, draws it.", "soak",
     "Margins to the limits, projected to the target rack.", cooling_sentence},
    {"cumulative_cost", "money", "Cost over time is not known yet", kCosts, "economics",
     "USD paid until then. Dashed: less what the hardware would still sell for.", cumulative_sentence},
    {"load_duration", "money", "How much of each accelerator is needed is not known", kCapacity, "soak",
     "Share of the hours in which the first, second, ... accelerator is needed. Those above break-even are worth owning.",
     load_duration_sentence},
    {"sensitivity", "money", "What moves the break-even is not known yet", kCosts, "economics",
     "Each input at its low and its high value, the others as stated.", sensitivity_sentence},
    {"offers", "money", "No rental offer is named", kCosts, "economics", "Every rate with its date.", offers_sentence},
    {"own_breakdown", "money", "What owning costs is not stated", kCosts, "economics", "USD a year.", breakdown_sentence},
});

// As the axes' next steps say it; without any, as they would.
std::string add_command(const evidence::Context& context, const readiness::Assessment& assessment, std::string_view section) {
  constexpr std::string_view kAdd = "--add=";
  for (const auto& axis : assessment.axes) {
    const auto at = axis.next.command.find(kAdd);
    if (at != std::string::npos) return axis.next.command.substr(0, at + kAdd.size()) + std::string(section);
  }
  const auto directory = context.audit_directory.empty() ? "." : base::shell_quoted(context.audit_directory);
  return fmt::format("accelprep init {} {}{}", directory, kAdd, section);
}

PictureView view_of(const PictureRow& row, const evidence::Dossier& dossier, const readiness::Assessment& assessment) {
  PictureView out{.id = std::string(row.id), .section = std::string(row.section), .note = std::string(row.note)};
  if (auto title = row.sentence(dossier, assessment)) {
    out.title = std::move(*title);
    out.empty = false;
    return out;
  }
  out.title = row.unknown;
  out.filled_by = row.filled_by;
  out.command = add_command(dossier.context, assessment, row.add);
  return out;
}

}  // namespace

std::vector<PictureView> pictures_of(const evidence::Dossier& dossier, const readiness::Assessment& assessment) {
  std::vector<PictureView> out;
  for (const auto& row : kRows) out.push_back(view_of(row, dossier, assessment));
  return out;
}

const evidence::SeriesColumn* find_column(const evidence::Series& series, std::string_view name) {
  const auto found = std::find_if(series.columns.begin(), series.columns.end(), [&](const auto& column) { return column.name == name; });
  return found == series.columns.end() ? nullptr : &*found;
}

const evidence::Measurement* present(const evidence::Dossier& dossier, std::string_view id) {
  const auto chosen =
      evidence::select(dossier.measurements, {.id = id, .accelerator = dossier.target.accelerator, .now_ns = dossier.context.ended_ns});
  return chosen.best == nullptr || chosen.best->is_absent() || chosen.wrong_target ? nullptr : chosen.best;
}

std::vector<const evidence::Series*> device_series(const evidence::Dossier& dossier) {
  std::vector<const evidence::Series*> out;
  for (const auto& series : dossier.series) {
    if (series.id.starts_with("device_minutes/") && !series.x.empty()) out.push_back(&series);
  }
  return out;
}

std::string_view load_column(const evidence::Dossier& dossier) {
  const auto series = device_series(dossier);
  const bool busy = std::any_of(series.begin(), series.end(), [](const auto* one) { return find_column(*one, "busy") != nullptr; });
  return busy ? "busy" : "sm_active";
}

std::vector<const evidence::Check*> checks_of(const evidence::Dossier& dossier, std::string_view group) {
  std::vector<const evidence::Check*> out;
  for (const auto& check : dossier.checks) {
    if (check.group == group) out.push_back(&check);
  }
  return out;
}

}  // namespace accelprep::report

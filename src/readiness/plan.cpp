#include "readiness/plan.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"

namespace accelprep::readiness {
namespace {

struct StepRow {
  std::string_view section;  // what `init --add` prepares
  std::string_view step;
  std::string_view on_what;  // {} is the target's name
  std::string_view needs;
  double hours;
  bool rented;  // on one rented accelerator
};

constexpr auto kSteps = std::to_array<StepRow>({
    {"workload", "collect a request log of your own traffic over a week", "your gateway or inference server",
     "arrival time, prompt and answer tokens of each request", 168, false},
    {"soak", "hold production-like load for an hour and record it", "one {}",
     "your own traffic replayed at the load you would run, and the inlet temperature", 1.5, true},
    {"stack", "collect the environment, and run the model once on the target", "one {}", "the image or environment you would deploy", 0.5,
     true},
    {"site", "read the rating plates and measure the node's draw", "the rack and its feeds",
     "breaker, circuit and PSU ratings, and a meter", 2, false},
    {"economics", "write down dated quotes for owning and renting", "quotes",
     "a server quote, electricity and hosting rates, two cloud offers", 1, false},
    {"horizon", "have the owner of the load declare for how long it is foreseen", "the owner of the product", "a name and a date", 0.5,
     false},
});

const StepRow& row_of(std::string_view section) {
  const auto* found = std::find_if(kSteps.begin(), kSteps.end(), [&](const auto& row) { return row.section == section; });
  CHECK(found != kSteps.end());
  return *found;
}

using Sections = std::vector<std::string_view>;

Sections sections_for_sustained(const Facts& facts) {
  Sections out;
  const auto* sustained = facts.find("sustained_utilization");
  const bool no_log = facts.find("request_count") == nullptr;
  const bool no_soak = facts.find("sustained_capacity") == nullptr || facts.text("soak_qualifies") == "no";
  if (no_log || (sustained != nullptr && sustained->attribute("qualifies") == "no")) out.emplace_back("workload");
  if (no_soak || !facts.cooling_ready.value_or(false)) out.emplace_back("soak");
  if (out.empty() || facts.find("break_even_utilization") == nullptr) out.emplace_back("economics");
  return out;
}

Sections sections_for_horizon(const Facts& facts) {
  Sections out;
  const auto* declared = facts.find("ownership_horizon");
  if (declared == nullptr || !records::vouches(declared->basis)) out.emplace_back("horizon");
  if (facts.find("break_even_month_discounted") == nullptr) out.emplace_back("economics");
  if (out.empty()) out.emplace_back("horizon");
  return out;
}

// What would move an axis, the most urgent first.
Sections sections_for(const Axis& axis, const Facts& facts) {
  if (axis.id == "sustained_utilization") return sections_for_sustained(facts);
  if (axis.id == "load_pattern") return {"workload"};
  if (axis.id == "software_stack") return {"stack"};
  if (axis.id == "power_delivery") return {"site"};
  if (axis.id == "cooling") return {"soak"};
  return sections_for_horizon(facts);
}

std::string name_of_target(const Facts& facts) {
  const auto& target = facts.dossier().target;
  if (!target.accelerator_name.empty()) return target.accelerator_name;
  return target.accelerator.empty() ? "accelerator of the kind in question" : target.accelerator;
}

std::string on_what(const StepRow& row, const Facts& facts) {
  return row.rented ? fmt::format("one {} (a rented one serves)", name_of_target(facts)) : std::string(row.on_what);
}

std::optional<double> cost_of(const StepRow& row, const Facts& facts) {
  if (!row.rented) return 0;
  const auto rate = facts.number("rental_usd_per_h");
  return rate ? std::optional(*rate * row.hours) : std::nullopt;
}

std::string command_of(const StepRow& row, const AssessOptions& options) {
  return fmt::format("{} init {} --add={}", options.program, base::shell_quoted(options.directory), row.section);
}

}  // namespace

NextStep next_step(const Axis& axis, const Facts& facts, const AssessOptions& options) {
  if (axis.level == Level::ready) return {};
  const auto& row = row_of(sections_for(axis, facts).front());
  return {.command = command_of(row, options),
          .needs = fmt::format("{}; {}", on_what(row, facts), row.needs),
          .hours = row.hours,
          .usd = cost_of(row, facts)};
}

std::vector<PlanStep> plan_of(const std::vector<Axis>& axes, const Facts& facts, const AssessOptions& options) {
  std::vector<PlanStep> out;
  std::vector<std::string_view> planned;
  for (const auto& axis : axes) {
    if (axis.level == Level::ready) continue;
    for (const auto section : sections_for(axis, facts)) {
      if (std::find(planned.begin(), planned.end(), section) != planned.end()) continue;
      planned.push_back(section);
      const auto& row = row_of(section);
      out.push_back({.step = std::string(row.step),
                     .on_what = on_what(row, facts),
                     .hours = row.hours,
                     .usd = cost_of(row, facts),
                     .command = command_of(row, options)});
    }
  }
  return out;
}

}  // namespace accelprep::readiness

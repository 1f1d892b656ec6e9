// Software stack, power delivery, cooling.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/time.h"
#include "readiness/rubric.h"

namespace accelprep::readiness {
namespace {

std::string attribute_or(const Facts& facts, std::string_view id, const std::string& otherwise) {
  const auto* found = facts.find(id);
  const auto why = found != nullptr ? found->attribute("why") : "";
  return why.empty() ? otherwise : why;
}

// ---- software stack

std::string verdict_of(const Facts& facts) { return facts.text("stack_verdict"); }

// What has not been shown of dispatch, compile and performance; "" where all has.
std::string not_shown(const Facts& facts) {
  if (facts.text("stack_dispatch") != "shown") return "that kernels are dispatched on the device is not shown";
  const auto compile = facts.text("stack_compile");
  if (compile != "completed" && compile != "not_planned") return "that the compiled graph completes is not shown";
  const auto performance = facts.number("stack_performance");
  if (performance && *performance < facts.limit("performance_min")) {
    return fmt::format("measured throughput is {:.0f} % of the prediction", 100 * *performance);
  }
  const auto* verdict = facts.find("stack_verdict");
  return verdict->attribute("links") == "ok" ? "" : "not every link of the chain is known";
}

const auto kStackRows = std::to_array<RubricRow>({
    {"software_stack", Level::not_ready, Reason::unmeasured, "untested", [](const Facts& f) { return verdict_of(f).empty(); },
     [](const Facts& f) { return "no stack was examined: " + f.absence("stack_verdict"); }},
    {"software_stack", Level::not_ready, Reason::fails, "an error", [](const Facts& f) { return verdict_of(f) == "will_not_run"; },
     [](const Facts& f) { return attribute_or(f, "stack_verdict", "the stack will not run on the target"); }},
    {"software_stack", Level::not_ready, Reason::unmeasured, "what is known does not tell",
     [](const Facts& f) { return verdict_of(f) == "cannot_tell"; },
     [](const Facts& f) { return attribute_or(f, "stack_verdict", "what is known of the stack does not tell whether it runs"); }},
    {"software_stack", Level::not_ready, Reason::fails, "kernels fall back, or the compiled graph fails",
     [](const Facts& f) { return f.text("stack_dispatch") == "fell_back" || f.text("stack_compile") == "failed"; },
     [](const Facts& f) {
       return f.text("stack_dispatch") == "fell_back" ? std::string("the framework falls back instead of dispatching on the device")
                                                      : std::string("the compiled graph fails");
     }},
    {"software_stack", Level::marginal, Reason::heuristic, "degraded", [](const Facts& f) { return verdict_of(f) == "degraded"; },
     [](const Facts& f) { return attribute_or(f, "stack_verdict", "it runs, and not on the fast path"); }},
    {"software_stack", Level::marginal, Reason::heuristic, "consistent on paper; dispatch, compile or performance not shown",
     [](const Facts& f) { return !not_shown(f).empty(); }, [](const Facts& f) { return "consistent on paper; " + not_shown(f); }},
    {"software_stack", Level::ready, Reason::ok,
     "every link ok, kernels dispatched on the device, compile done where planned, performance_min of predicted throughput where predicted",
     [](const Facts&) { return true; },
     [](const Facts&) { return std::string("every link fits, and kernels are dispatched on the device"); }},
});

// ---- power delivery

std::string power_why(const Facts& facts, std::string_view id, const std::string& otherwise) { return attribute_or(facts, id, otherwise); }

const auto kPowerRows = std::to_array<RubricRow>({
    {"power_delivery", Level::not_ready, Reason::unmeasured, "unknown",
     [](const Facts& f) { return f.text("power_normal").empty() || f.text("power_normal") == "unknown"; },
     [](const Facts& f) {
       return power_why(f, "power_normal", "the site's circuits and the node's draw are not known: " + f.absence("power_normal"));
     }},
    {"power_delivery", Level::not_ready, Reason::fails, "office-grade", [](const Facts& f) { return f.text("power_grade") == "office"; },
     [](const Facts& f) { return power_why(f, "power_grade", "an office circuit"); }},
    {"power_delivery", Level::not_ready, Reason::fails, "normal operation fails",
     [](const Facts& f) { return f.text("power_normal") == "fails"; },
     [](const Facts& f) { return power_why(f, "power_normal", "the node's peak is not carried in normal operation"); }},
    {"power_delivery", Level::marginal, Reason::heuristic, "not every single failure is carried",
     [](const Facts& f) { return f.text("power_single_failure") != "carried"; },
     [](const Facts& f) {
       return power_why(f, "power_single_failure", "normal operation is carried, every single failure is not shown to be");
     }},
    {"power_delivery", Level::marginal, Reason::heuristic, "the start-up is not carried",
     [](const Facts& f) { return f.text("power_startup") != "carried"; },
     [](const Facts& f) { return power_why(f, "power_startup", "normal operation is carried, the start-up is not shown to be"); }},
    {"power_delivery", Level::marginal, Reason::heuristic, "nameplate figures only",
     [](const Facts& f) {
       const auto* peak = f.find("node_peak_power");
       return peak == nullptr || peak->basis > records::Basis::imported;  // a draw can be measured: a declaration is not enough
     },
     [](const Facts&) { return std::string("carried with nameplate figures; the node's draw was not measured"); }},
    {"power_delivery", Level::ready, Reason::ok, "measured peak carried, also under every single failure",
     [](const Facts&) { return true; },
     [](const Facts& f) {
       return fmt::format("the measured peak of {:.1f} kW is carried, also under every single failure",
                          *f.number("node_peak_power") / 1000);
     }},
});

// ---- cooling

const evidence::Measurement* soak(const Facts& facts) { return facts.find("soak_duration"); }

bool in_rack(const Facts& facts) { return soak(facts)->subject.setting == evidence::Setting::target_rack; }

// A projected margin may stand in for a run in the rack where the policy says how large it must be.
bool projection_stands_in(const Facts& facts) {
  const auto wanted = facts.optional_limit("cooling_projection_margin_c");
  const auto margin = facts.number("projected_margin");
  return wanted && margin && *margin >= *wanted;
}

std::string held_text(const Facts& facts) {
  return fmt::format("clocks held {:.0f} % over {}, no thermal throttling", 100 * *facts.number("clock_held_p05"),
                     base::format_duration(*facts.number("soak_duration")));
}

const auto kCoolingRows = std::to_array<RubricRow>({
    {"cooling", Level::not_ready, Reason::unmeasured, "untested",
     [](const Facts& f) { return soak(f) == nullptr || !f.number("clock_held_p05"); },
     [](const Facts& f) {
       if (soak(f) == nullptr) return std::string("no soak was recorded on the target accelerator");
       return "clocks under load are not known: " + f.absence("clock_held_p05");
     }},
    {"cooling", Level::not_ready, Reason::fails, "throttled", [](const Facts& f) { return f.number("thermal_throttle").value_or(0) > 0; },
     [](const Facts& f) {
       return fmt::format("{} of thermal throttling under load", base::format_duration(*f.number("thermal_throttle")));
     }},
    {"cooling", Level::not_ready, Reason::fails, "clocks not held at clock_held_min",
     [](const Facts& f) { return *f.number("clock_held_p05") < f.limit("clock_held_min"); },
     [](const Facts& f) { return fmt::format("the clock fell to {:.0f} % of this card's when cool", 100 * *f.number("clock_held_p05")); }},
    {"cooling", Level::not_ready, Reason::unmeasured, "too short to warm up",
     [](const Facts& f) { return *f.number("soak_duration") < f.limit("soak_min_s"); },
     [](const Facts& f) { return fmt::format("{} is too short to warm a chassis up", base::format_duration(*f.number("soak_duration"))); }},
    {"cooling", Level::not_ready, Reason::unmeasured, "inlet not recorded", [](const Facts& f) { return !soak(f)->subject.inlet_c; },
     [](const Facts&) { return std::string("the inlet temperature of the soak was not recorded"); }},
    {"cooling", Level::not_ready, Reason::fails, "projected margin below 0",
     [](const Facts& f) { return !in_rack(f) && f.number("projected_margin").value_or(0) < 0; },
     [](const Facts& f) { return fmt::format("projected to the target rack the margin is {:.1f} °C", *f.number("projected_margin")); }},
    {"cooling", Level::not_ready, Reason::unmeasured, "bench only, and no margin can be projected",
     [](const Facts& f) { return !in_rack(f) && !f.number("projected_margin"); },
     [](const Facts& f) { return "not measured in the target rack, and no margin can be projected: " + f.absence("projected_margin"); }},
    {"cooling", Level::ready, Reason::heuristic, "projected margin at or above cooling_projection_margin_c, where the policy sets it",
     [](const Facts& f) { return !in_rack(f) && projection_stands_in(f); },
     [](const Facts& f) {
       return fmt::format("{}; projected margin {:.1f} °C stands in for the rack by policy", held_text(f), *f.number("projected_margin"));
     }},
    {"cooling", Level::marginal, Reason::heuristic, "bench only, projected margin at or above 0",
     [](const Facts& f) { return !in_rack(f); },
     [](const Facts& f) {
       return fmt::format("{}, but not in the target rack; projected margin there {:.1f} °C", held_text(f), *f.number("projected_margin"));
     }},
    {"cooling", Level::marginal, Reason::heuristic, "target rack, shorter than cooling_min_s",
     [](const Facts& f) { return *f.number("soak_duration") < 0.999 * f.limit("cooling_min_s"); },
     [](const Facts& f) { return held_text(f) + " in the target rack; an hour is wanted"; }},
    {"cooling", Level::ready, Reason::ok, "target rack, cooling_min_s or longer, clocks held", [](const Facts&) { return true; },
     [](const Facts& f) { return held_text(f) + " in the target rack"; }},
});

const auto kAxes = std::to_array<AxisRow>({
    {"sustained_utilization",
     "Sustained utilization",
     {"sustained_utilization", "busy_over_cycle", "soak_qualifies", "break_even_utilization"}},
    {"load_pattern", "Load pattern", {"arrival_pattern", "arrival_burstiness", "load_factor", "hours_below_10pct_of_peak", "log_span"}},
    {"software_stack", "Software stack", {"stack_verdict", "stack_dispatch", "stack_compile", "stack_performance"}},
    {"power_delivery", "Power delivery", {"power_normal", "node_peak_power", "power_single_failure", "power_startup", "power_grade"}},
    {"cooling", "Cooling", {"soak_duration", "clock_held_p05", "thermal_throttle", "projected_margin"}},
    {"ownership_horizon", "Ownership horizon", {"ownership_horizon", "load_trend", "break_even_month_discounted"}},
});

}  // namespace

std::span<const RubricRow> stack_rows() { return kStackRows; }
std::span<const RubricRow> power_rows() { return kPowerRows; }
std::span<const RubricRow> cooling_rows() { return kCoolingRows; }
std::span<const AxisRow> axis_rows() { return kAxes; }

std::span<const RubricRow> rows_of(std::string_view axis) {
  const auto tables = {sustained_rows(), load_rows(), stack_rows(), power_rows(), cooling_rows(), horizon_rows()};
  const auto* found = std::find_if(tables.begin(), tables.end(), [&](const auto& rows) { return rows.front().axis == axis; });
  return found == tables.end() ? std::span<const RubricRow>{} : *found;
}

}  // namespace accelprep::readiness

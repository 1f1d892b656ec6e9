#include "site/cooling.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/time.h"

namespace accelprep::site {
namespace {

using evidence::Check;
using evidence::CheckStatus;
using evidence::Setting;

// Which side of the limit is good.
enum class Good : std::uint8_t { at_least, at_most };

struct Rule {
  std::string id;
  std::string unit;
  double limit = 0;
  Good good = Good::at_least;
  std::string missing;  // what to do where there is no value
};

Check held_against(const Rule& rule, const std::optional<double>& value) {
  Check check{.id = rule.id, .group = "cooling", .value = value, .limit = rule.limit, .unit = rule.unit};
  if (!value) {
    check.why = rule.missing;
    return check;
  }
  check.margin = rule.good == Good::at_least ? *value - rule.limit : rule.limit - *value;
  check.status = *check.margin >= 0 ? CheckStatus::pass : CheckStatus::fail;
  return check;
}

Check duration(const CoolingFacts& facts, const CoolingPolicy& policy) {
  auto check = held_against(
      {.id = "duration", .unit = "s", .limit = policy.duration_min_s, .missing = "record a soak under full load, and name it as telemetry"},
      facts.duration_s);
  if (facts.duration_s) {
    check.why = fmt::format("{} under load; {} show the steady state", base::format_duration(*facts.duration_s),
                            base::format_duration(policy.duration_min_s));
  }
  return check;
}

Check clocks_held(const CoolingFacts& facts, const CoolingPolicy& policy) {
  auto check = held_against({.id = "clocks_held", .unit = "fraction", .limit = policy.clock_held_min, .missing = "no clocks were recorded"},
                            facts.clock_held_p05);
  if (facts.clock_held_p05) {
    check.why =
        fmt::format("the 5th percentile of the clock under load is {:.1f} % of the card's clock when cool", *facts.clock_held_p05 * 100);
  }
  return check;
}

Check throttle(const CoolingFacts& facts) {
  auto check =
      held_against({.id = "throttle", .unit = "s", .limit = 0, .good = Good::at_most, .missing = "no throttle counters were recorded"},
                   facts.thermal_throttle_s);
  if (facts.thermal_throttle_s) {
    check.why = *facts.thermal_throttle_s > 0 ? fmt::format("{} slowed down for heat", base::format_duration(*facts.thermal_throttle_s))
                                              : "never slowed down for heat";
  }
  return check;
}

Check inlet_recorded(const CoolingFacts& facts) {
  Check check{.id = "inlet_recorded", .group = "cooling", .value = facts.inlet_c, .unit = "degC"};
  check.status = facts.inlet_c ? CheckStatus::pass : CheckStatus::unknown;
  check.why = facts.inlet_c ? fmt::format("inlet air at {:.1f} °C", *facts.inlet_c)
                            : "state [cooling] inlet_c: temperatures without the inlet's say nothing about another day or another room";
  return check;
}

Check setting(const CoolingFacts& facts) {
  Check check{.id = "setting", .group = "cooling"};
  if (facts.setting == Setting::target_rack) {
    check.status = CheckStatus::pass;
    check.why = "measured in the target rack";
  } else if (facts.setting == Setting::cloud) {
    check.status = CheckStatus::fail;
    check.why = "measured in a cloud, whose cooling is not the target rack's";
  } else if (facts.setting == Setting::bench) {
    const bool projected = facts.inlet_c && facts.target_inlet_c;
    check.status = projected ? CheckStatus::pass : CheckStatus::unknown;
    check.why = projected ? "measured on a bench and projected to the target rack by the inlet temperatures"
                          : "measured on a bench; state [cooling] inlet_c and target_inlet_c to project it";
  } else {
    check.why = "state [cooling] measured_in: \"target_rack\" or \"bench\"";
  }
  return check;
}

// Sets the margins, or why there is no projection.
void project(const CoolingFacts& facts, const CoolingPolicy& policy, CoolingResult& out) {
  if (!facts.temperature_max_c) {
    out.why_no_projection = "no temperatures under load are known";
  } else if (!facts.limit_c) {
    out.why_no_projection = "the temperature limit of the accelerator is not known; state [node] accelerator or [cooling] limit_c";
  } else {
    out.temperature_margin_c = *facts.limit_c - *facts.temperature_max_c;
  }
  if (!out.temperature_margin_c) return;
  if (!facts.inlet_c) {
    out.why_no_projection = "the inlet temperature of the measurement was not recorded";
  } else if (facts.target_inlet_c) {
    out.projected_margin_c = *out.temperature_margin_c - (*facts.target_inlet_c - *facts.inlet_c) * (1 + policy.reserve_k);
  } else if (facts.setting == Setting::target_rack) {
    out.projected_margin_c = out.temperature_margin_c;  // the rack on a day like that one; a warmer one has to be stated
  } else {
    out.why_no_projection = "state [cooling] target_inlet_c";
  }
}

Check projected_margin(const CoolingFacts& facts, const CoolingPolicy& policy, const CoolingResult& result) {
  auto check = held_against({.id = "projected_margin", .unit = "degC", .limit = policy.margin_min_c, .missing = result.why_no_projection},
                            result.projected_margin_c);
  if (!result.projected_margin_c) return check;
  check.why = fmt::format("limit {:.0f} °C{}, highest {:.1f} °C with the inlet at {:.1f} °C{}", *facts.limit_c,
                          facts.limit_source.empty() ? "" : " (" + facts.limit_source + ")", *facts.temperature_max_c, *facts.inlet_c,
                          facts.target_inlet_c ? fmt::format(", projected to {:.1f} °C with a reserve of {:.0f} %", *facts.target_inlet_c,
                                                             policy.reserve_k * 100)
                                               : "");
  return check;
}

const Check& check_of(const CoolingResult& result, std::string_view id) {
  return *std::find_if(result.checks.begin(), result.checks.end(), [&](const Check& check) { return check.id == id; });
}

void set_level(const CoolingFacts& facts, const CoolingPolicy& policy, CoolingResult& out) {
  const bool in_rack = facts.setting == Setting::target_rack;
  for (const auto id : {"setting", "duration", "throttle", "clocks_held", "inlet_recorded", "projected_margin"}) {
    const auto& check = check_of(out, id);
    // In the rack itself held clocks show more than a margin does: an unknown limit does not take them back.
    const bool is_margin = check.id == "projected_margin";
    if (check.status == CheckStatus::pass || (is_margin && in_rack && check.status == CheckStatus::unknown)) continue;
    out.why = fmt::format("{}{}: {}", id, check.status == CheckStatus::unknown ? " cannot be told" : "", check.why);
    return;
  }
  const auto margin = out.projected_margin_c ? fmt::format(", {:.1f} °C to spare", *out.projected_margin_c) : "";
  out.level = Level::marginal;
  if (facts.basis > records::Basis::imported) {
    out.why = fmt::format("all of it holds, by figures that are {} and nobody's recording", records::name_of(facts.basis));
  } else if (!in_rack) {
    out.why = "projected from a bench, not shown in the target rack" + margin;
  } else if (*facts.duration_s < 0.999 * policy.ready_min_s) {
    out.why = fmt::format("clocks held in the target rack for {}{}; {} show that the room holds it too",
                          base::format_duration(*facts.duration_s), margin, base::format_duration(policy.ready_min_s));
  } else {
    out.level = Level::ready;
    out.why = "clocks held in the target rack" + margin;
  }
}

}  // namespace

CoolingResult judge_cooling(const CoolingFacts& facts, const CoolingPolicy& policy) {
  CoolingResult out;
  project(facts, policy, out);
  out.checks = {clocks_held(facts, policy),           throttle(facts),         inlet_recorded(facts),
                projected_margin(facts, policy, out), duration(facts, policy), setting(facts)};
  set_level(facts, policy, out);
  return out;
}

CoolingFacts stated_facts(const records::CoolingPlan& plan) {
  CoolingFacts facts;
  std::optional<records::Basis> weakest;
  const auto take = [&](const std::optional<records::Stated>& stated) -> std::optional<double> {
    if (!stated) return std::nullopt;
    weakest = weakest ? records::weaker(*weakest, stated->basis) : stated->basis;
    return stated->value;
  };
  facts.duration_s = take(plan.duration_s);
  facts.clock_held_p05 = take(plan.clock_held_p05);
  facts.thermal_throttle_s = take(plan.thermal_throttle_s);
  facts.temperature_max_c = take(plan.temperature_max_c);
  if (plan.limit_c) facts.limit_source = "as stated";
  facts.limit_c = plan.limit_c ? std::optional(plan.limit_c->value) : std::nullopt;
  facts.inlet_c = plan.inlet_c ? std::optional(plan.inlet_c->value) : std::nullopt;
  facts.target_inlet_c = plan.target_inlet_c ? std::optional(plan.target_inlet_c->value) : std::nullopt;
  facts.basis = weakest.value_or(records::Basis::assumed);
  facts.setting = evidence::setting_named(plan.measured_in).value_or(Setting::unknown);
  return facts;
}

}  // namespace accelprep::site

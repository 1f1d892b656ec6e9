// Sustained utilization, load pattern, ownership horizon.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "readiness/rubric.h"

namespace accelprep::readiness {
namespace {

constexpr std::string_view kSustained = "sustained_utilization";
constexpr std::string_view kBusy = "busy_over_cycle";
constexpr std::string_view kBreakEven = "break_even_utilization";

std::string percent(double fraction) { return fmt::format("{:.0f} %", 100 * fraction); }
std::string percent(const evidence::Interval& interval) {
  return interval.high > interval.low ? fmt::format("{:.0f} to {:.0f} %", 100 * interval.low, 100 * interval.high) : percent(interval.low);
}

bool qualifies(const evidence::Measurement* measurement) { return measurement != nullptr && measurement->attribute("qualifies") != "no"; }

// The figure that is held against break-even: of capacity where that qualifies, else the upper bound by busy where that does.
const evidence::Measurement* deciding(const Facts& facts) {
  const auto* of_capacity = facts.find(kSustained);
  if (qualifies(of_capacity)) return of_capacity;
  const auto* of_busy = facts.find(kBusy);
  return qualifies(of_busy) ? of_busy : nullptr;
}

std::optional<evidence::Interval> break_even(const Facts& facts) {
  const auto* found = facts.find(kBreakEven);
  return found != nullptr ? std::optional(found->interval()) : std::nullopt;
}

double floor_of(const Facts& facts) {
  const auto line = break_even(facts);
  const double floor = facts.limit("utilization_floor");
  return line ? std::min(floor, line->low) : floor;
}

bool unmeasured(const Facts& facts) { return facts.find(kSustained) == nullptr && facts.find(kBusy) == nullptr; }

std::string why_unmeasured(const Facts& facts) {
  const auto reason = facts.absence(kSustained);
  return reason == "not measured" ? "no soak gives a capacity and no log gives the work" : reason;
}

std::string why_unqualified(const Facts& facts) {
  const auto* found = facts.find(kSustained);
  if (found == nullptr) found = facts.find(kBusy);
  const auto why = found->attribute("why");
  return fmt::format("{} does not qualify: {}", percent(found->interval()), why.empty() ? "see its method" : why);
}

std::string why_against_line(const Facts& facts) {
  const auto* figure = deciding(facts);
  const auto line = break_even(facts);
  const bool upper = figure->attribute("bound") == "upper";
  const auto needed =
      fmt::format("{}{} of the hours owned {}", upper ? "at most " : "", percent(figure->interval()), upper ? "are busy" : "are needed");
  return line ? fmt::format("{}; owning pays above {}", needed, percent(*line)) : needed;
}

const auto kSustainedRows = std::to_array<RubricRow>({
    {"sustained_utilization", Level::not_ready, Reason::unmeasured, "unmeasured", unmeasured, why_unmeasured},
    {"sustained_utilization", Level::not_ready, Reason::fails, "measured, and not qualified",
     [](const Facts& f) { return deciding(f) == nullptr; }, why_unqualified},
    {"sustained_utilization", Level::not_ready, Reason::fails, "below min(utilization_floor, break-even's lower end)",
     [](const Facts& f) { return *deciding(f)->number() < floor_of(f); },
     [](const Facts& f) { return fmt::format("{}; below {} nothing owned pays", why_against_line(f), percent(floor_of(f))); }},
    {"sustained_utilization", Level::marginal, Reason::heuristic, "only an upper bound",
     [](const Facts& f) { return deciding(f)->attribute("of") != "capacity"; },
     [](const Facts& f) { return why_against_line(f) + ": an upper bound is enough to say rent, never enough to say own"; }},
    {"sustained_utilization", Level::marginal, Reason::heuristic, "no economics to hold it against",
     [](const Facts& f) { return !break_even(f); },
     [](const Facts& f) { return fmt::format("{}; no break-even to hold it against: {}", why_against_line(f), f.absence(kBreakEven)); }},
    {"sustained_utilization", Level::marginal, Reason::heuristic, "not clearly above break-even",
     [](const Facts& f) { return deciding(f)->interval().low < break_even(f)->high; },
     [](const Facts& f) {
       const bool below = deciding(f)->interval().high < break_even(f)->low;
       return why_against_line(f) + (below ? ": below it" : ": not clearly above it");
     }},
    {"sustained_utilization", Level::marginal, Reason::heuristic, "the soak was not made under the target's thermal conditions",
     [](const Facts& f) { return !f.cooling_ready.value_or(false); },
     [](const Facts& f) { return why_against_line(f) + ", but the soak was not made under the target's thermal conditions"; }},
    {"sustained_utilization", Level::ready, Reason::ok,
     "of capacity, cycle covered, interval's lower end at or above break-even's upper end", [](const Facts&) { return true; },
     why_against_line},
});

// ---- load pattern

std::string pattern_why(const Facts& facts) {
  const auto* pattern = facts.find("arrival_pattern");
  const auto why = pattern->attribute("why");
  return why.empty() ? pattern->text() : fmt::format("{}: {}", pattern->text(), why);
}

double days_seen(const Facts& facts) { return facts.number("log_span").value_or(0) / 86400; }

// A week of logs begins and ends with a request, so that it is a little short of seven days.
constexpr double kLittleShort = 0.98;

const auto kLoadRows = std::to_array<RubricRow>({
    {"load_pattern", Level::not_ready, Reason::unmeasured, "no request log",
     [](const Facts& f) { return f.find("arrival_pattern") == nullptr; },
     [](const Facts& f) { return "no request log was read: " + f.absence("arrival_pattern"); }},
    {"load_pattern", Level::not_ready, Reason::unmeasured, "undetermined",
     [](const Facts& f) { return f.text("arrival_pattern") == "undetermined"; }, pattern_why},
    {"load_pattern", Level::not_ready, Reason::fails, "bursty", [](const Facts& f) { return f.text("arrival_pattern") == "bursty"; },
     pattern_why},
    {"load_pattern", Level::not_ready, Reason::fails, "load factor below load_factor_marginal",
     [](const Facts& f) { return f.number("load_factor").value_or(1) < f.limit("load_factor_marginal"); },
     [](const Facts& f) {
       return fmt::format("the mean hour is {} of the 99th percentile hour: hardware for the peak stands idle most of the time",
                          percent(*f.number("load_factor")));
     }},
    {"load_pattern", Level::not_ready, Reason::fails, "quiet hours at or above quiet_hours_max",
     [](const Facts& f) { return f.number("hours_below_10pct_of_peak").value_or(0) >= f.limit("quiet_hours_max"); },
     [](const Facts& f) {
       return fmt::format("{} of the hours are below a tenth of the peak hour", percent(*f.number("hours_below_10pct_of_peak")));
     }},
    {"load_pattern", Level::marginal, Reason::heuristic, "mixed or episodic",
     [](const Facts& f) { return f.text("arrival_pattern") == "mixed" || f.text("arrival_burstiness") != "steady"; }, pattern_why},
    {"load_pattern", Level::marginal, Reason::heuristic, "load factor below load_factor_ready, or not known",
     [](const Facts& f) { return f.number("load_factor").value_or(0) < f.limit("load_factor_ready"); },
     [](const Facts& f) {
       const auto factor = f.number("load_factor");
       return factor
                  ? fmt::format("{} arrivals; the mean hour is {} of the 99th percentile hour", f.text("arrival_pattern"), percent(*factor))
                  : "the load factor is not known: " + f.absence("load_factor");
     }},
    {"load_pattern", Level::marginal, Reason::heuristic, "fewer than days_seen_min days seen",
     [](const Facts& f) { return days_seen(f) < kLittleShort * f.limit("days_seen_min"); },
     [](const Facts& f) { return fmt::format("only {:.1f} days were seen", days_seen(f)); }},
    {"load_pattern", Level::ready, Reason::ok, "load factor at or above load_factor_ready, burstiness steady, days_seen_min days or more",
     [](const Facts&) { return true; },
     [](const Facts& f) {
       return fmt::format("{} arrivals over {:.0f} days; the mean hour is {} of the 99th percentile hour", f.text("arrival_pattern"),
                          days_seen(f), percent(*f.number("load_factor")));
     }},
});

// ---- ownership horizon

double horizon(const Facts& facts) { return facts.number("ownership_horizon").value_or(0); }

std::string months_text(const Facts& facts) { return fmt::format("the load is foreseen for {:.0f} months", horizon(facts)); }

const auto kHorizonRows = std::to_array<RubricRow>({
    {"ownership_horizon", Level::not_ready, Reason::unmeasured, "unknown", [](const Facts& f) { return !f.number("ownership_horizon"); },
     [](const Facts& f) { return "nobody has declared for how long the load is foreseen: " + f.absence("ownership_horizon"); }},
    {"ownership_horizon", Level::not_ready, Reason::fails, "below horizon_min_months",
     [](const Facts& f) { return horizon(f) < f.limit("horizon_min_months"); },
     [](const Facts& f) { return fmt::format("{}; under {:.0f} nothing is worth owning", months_text(f), f.limit("horizon_min_months")); }},
    {"ownership_horizon", Level::marginal, Reason::heuristic, "below horizon_ready_months",
     [](const Facts& f) { return horizon(f) < f.limit("horizon_ready_months"); }, months_text},
    {"ownership_horizon", Level::marginal, Reason::heuristic, "the load is falling",
     [](const Facts& f) { return f.text("load_trend") == "falling"; },
     [](const Facts& f) { return months_text(f) + ", but the load is falling from week to week"; }},
    {"ownership_horizon", Level::marginal, Reason::heuristic, "discounted break-even not known, or outside it",
     [](const Facts& f) {
       const auto month = f.number("break_even_month_discounted");
       return !month || *month > horizon(f);
     },
     [](const Facts& f) {
       const auto month = f.number("break_even_month_discounted");
       return month ? fmt::format("{}, and the discounted break-even comes after {:.0f}", months_text(f), *month)
                    : fmt::format("{}, and when owning breaks even is not known: {}", months_text(f),
                                  f.absence("break_even_month_discounted"));
     }},
    {"ownership_horizon", Level::ready, Reason::ok,
     "horizon_ready_months or more declared, load not seen to fall, discounted break-even inside it", [](const Facts&) { return true; },
     [](const Facts& f) {
       return fmt::format("{}; owning breaks even after {:.0f}", months_text(f), *f.number("break_even_month_discounted"));
     }},
});

}  // namespace

std::span<const RubricRow> sustained_rows() { return kSustainedRows; }
std::span<const RubricRow> load_rows() { return kLoadRows; }
std::span<const RubricRow> horizon_rows() { return kHorizonRows; }

}  // namespace accelprep::readiness

#include "report/fixtures_test.h"

#include <cmath>

#include "report/fixture_parts_test.h"

namespace accelprep::report {
namespace {

using evidence::Absent;
using evidence::Basis;
using evidence::Interval;
using readiness::Assessment;
using readiness::Decision;
using readiness::Level;
using readiness::Reason;

Assessment rent_assessment() {
  Assessment out;
  out.axes = ready_axes();
  auto& axes = out.axes;
  for (auto& axis : axes) axis.synthetic = true;
  axes[0].why = "At most 36 % of the owned hours: busy over one week bounds it from above. Enough to rent, not to own.";
  axes[0].basis = Basis::imported;
  fall_short(axes[0], Level::marginal, Reason::heuristic);
  axes[0].next = {"accelprep record --interval=100ms --duration=1h --out=audits/office-assistant/soak.csv",
                  "a rented H100 SXM and your own traffic", 1.0, 4.0};
  axes[0].passed_over = {"sm_active_over_cycle of a100-80-sxm: another accelerator"};
  axes[1].why = "Diurnal: the 24 h cycle explains 81 % of the hours' variance; load factor 38 %.";
  fall_short(axes[1], Level::marginal, Reason::heuristic);
  axes[2].why = "Runs, below its fast path: attention falls back to an older backend, 71 % of predicted throughput.";
  fall_short(axes[2], Level::marginal, Reason::fails);
  axes[2].next = {"accelprep stack audits/office-assistant/image.tar --target=h100-sxm", "an image with the newer backend", 0.5,
                  std::nullopt};
  axes[3].why = "Only the vendor's peak of 10.2 kW is known, and no feed is described.";
  axes[3].basis = Basis::specified;
  fall_short(axes[3], Level::not_ready, Reason::unmeasured);
  axes[3].next = {"accelprep site audits/office-assistant/site.toml", "the rating plates of the rack's breakers", 2.0, 0.0};
  axes[4].why = "No soak in the target rack was recorded.";
  axes[4].basis = std::nullopt;
  fall_short(axes[4], Level::not_ready, Reason::unmeasured);
  axes[4].next = {"accelprep record --interval=100ms --duration=1h", "one node in the target rack", 1.0, std::nullopt};
  axes[5].why = "36 months foreseen; the price evidence has expired.";
  fall_short(axes[5], Level::marginal, Reason::stale);
  out.verdict = {
      .decision = Decision::rent,
      .why =
          "Rent. This workload needs at most 0.36 of the hours it would own; owning pays above 0.49 (0.43 to 0.56) against the best offer.",
      .ready_axes = 0,
      .sustained_utilization = 0.331,
      .sustained_ci95 = Interval{0.302, 0.364},
      .sustained_is_upper_bound = true,
      .break_even_utilization = kOwnUsdPerYear / kOwnedHours / kBestUsdPerH,
      .break_even_ci95 = Interval{0.43, 0.56},
      .would_change = {{"At a utilization above 49 %, owning would pay."},
                       {"At a rent of $5.28 /h per accelerator (now $3.85), owning would pay at today's load."}}};
  out.plan = {{"Record a soak", "one H100 SXM, rented", 1.0, 4.0, axes[0].next.command},
              {"Describe the feeds and breakers of the rack", "the rack", 2.0, 0.0, axes[3].next.command},
              {"Examine an image with the newer attention backend", "", 0.5, std::nullopt, axes[2].next.command}};
  return out;
}

}  // namespace

AuditFixture own_fixture() {
  AuditFixture out{.name = "own", .dossier = begun("inference-cluster")};
  auto& dossier = out.dossier;
  add_sources(dossier);
  const TrafficShape shape{.mean_per_s = 4.06, .daily_swing = 0.1, .capacity_per_s = 0.71};
  add_traffic(dossier, shape);
  add_soak(dossier);
  for (int card = 0; card < 8; ++card)
    dossier.series.push_back(device_series_of(card, {.start_s = kWeekStart, .minutes = 2880, .busy = 0.74, .swing = 0.08}));
  add_memory(dossier);
  add_stack(dossier, true);
  add_site(dossier, true);
  add_money(dossier, 0.71);
  add(dossier,
      {{"sustained_utilization",
        0.712,
        Basis::measured,
        Interval{0.684, 0.741},
        "hours needed at the sustained capacity, over the hours owned",
        "logs/2026-11.csv.gz",
        {{"bound", "point"}, {"of", "capacity"}, {"qualifies", "yes"}, {"why", "four whole weeks"}, {"cycle_covered", "4.0"}}},
       {"busy_over_cycle", 0.79, Basis::measured, Interval{0.78, 0.81}},
       {"break_even_month", 31.0, Basis::declared}},
      target_subject());
  auto& verdict = out.assessment.verdict;
  out.assessment.axes = ready_axes();
  verdict = {.decision = Decision::own,
             .why =
                 "This workload needs 0.71 (0.68 to 0.74) of the hours it would own; owning pays above 0.49 (0.43 to 0.56) against the "
                 "best offer.",
             .ready_axes = 6,
             .sustained_utilization = 0.712,
             .sustained_ci95 = Interval{0.684, 0.741},
             .break_even_utilization = kOwnUsdPerYear / kOwnedHours / kBestUsdPerH,
             .break_even_ci95 = Interval{0.43, 0.56},
             .would_change = {{"At a rent of $2.63 /h per accelerator (now $3.85), owning would no longer pay."},
                              {"At a utilization below 49 %, renting would cost less."},
                              {"If the load ended before month 31, the capital would not be paid back."}}};
  return out;
}

AuditFixture rent_fixture() {
  AuditFixture out{.name = "rent", .dossier = begun("office-assistant")};
  auto& dossier = out.dossier;
  dossier.synthetic = true;
  add_sources(dossier);
  const TrafficShape shape{
      .mean_per_s = 1.6, .daily_swing = 0.95, .weekend = 0.15, .capacity_per_s = 0.71, .gap_from_h = 200, .gap_to_h = 231};
  add_traffic(dossier, shape);
  for (int card = 0; card < 8; ++card) {
    dossier.series.push_back(device_series_of(
        card, {.start_s = kWeekStart, .minutes = 10080, .busy = 0.33, .swing = 0.33, .throttled = card == 3, .power_limit_w = 700}));
  }
  add_stack(dossier, false);
  add_money(dossier, 0.33);
  add(dossier,
      {{"busy_over_cycle", 0.331, Basis::imported, Interval{0.302, 0.364}, "minutes with a kernel resident, over all minutes", "gpu.csv"},
       {"sustained_utilization",
        0.331,
        Basis::imported,
        Interval{0.302, 0.364},
        "busy over the cycle bounds it from above",
        "gpu.csv",
        {{"bound", "upper"},
         {"of", "busy"},
         {"qualifies", "no"},
         {"why", "busy counts a card with any kernel as used"},
         {"cycle_covered", "1.0"}}},
       {"soak_qualifies", Absent{"no soak was recorded"}},
       {"sustained_capacity", Absent{"no soak was recorded"}},
       {"node_peak_power", 10'200.0, Basis::specified, std::nullopt, "user guide of the node", "site.toml"}},
      target_subject());
  add(dossier, {{"sm_active_over_cycle", 0.21, Basis::imported}},
      {.accelerator = "a100-80-sxm", .count = 8, .setting = evidence::Setting::cloud});
  dossier.policy[2].value = 45;
  out.assessment = rent_assessment();
  return out;
}

AuditFixture hybrid_fixture() {
  AuditFixture out = own_fixture();
  out.name = "hybrid";
  auto& dossier = out.dossier;
  dossier.context.audit_name = "support-chat";
  dossier.series.clear();
  dossier.tables.clear();
  dossier.measurements.clear();
  add_soak(dossier);
  const TrafficShape shape{.mean_per_s = 2.6, .daily_swing = 0.7, .weekend = 0.45, .capacity_per_s = 0.71, .base = 0.3};
  add_traffic(dossier, shape);
  dossier.series.push_back(
      device_series_of(0, {.start_s = kWeekStart, .minutes = 240, .busy = 0.9, .swing = 0.02, .soak = true, .power_limit_w = 700}));
  add_memory(dossier);
  dossier.findings.clear();
  add_stack(dossier, true);
  dossier.checks.clear();
  add_site(dossier, false);
  add_money(dossier, 0.47);
  add(dossier,
      {{"sustained_utilization", 0.47, Basis::measured, Interval{0.44, 0.50},
        "hours needed at the sustained capacity, over the hours owned"},
       {"hybrid_nodes", 1.0},
       {"hybrid_saving", 0.14, Basis::simulated, Interval{0.09, 0.18}},
       {"hybrid_lowest_node_utilization", 0.71}},
      target_subject());
  auto& axes = out.assessment.axes;
  axes[0].why = "47 % (44 to 50) of the owned hours are needed, over 28 days at a capacity held for 2 h.";
  axes[1].why = "Diurnal over a base that never falls below 30 % of the mean.";
  fall_short(axes[3], Level::not_ready, Reason::fails);
  axes[3].why = "Either feed alone carries 8.7 kW; the node draws 9.9 kW at its peak. Losing one feed stops it.";
  axes[3].next = {"accelprep site audits/support-chat/site.toml", "a 60 A whip on each feed, or a power limit of 560 W", std::nullopt,
                  std::nullopt};
  auto& verdict = out.assessment.verdict;
  verdict.decision = Decision::hybrid;
  verdict.why =
      "Own the base, rent the peaks. One node owned and the peaks rented cost 14 % (9 to 18) less than the better of owning all and "
      "renting all.";
  verdict.ready_axes = 5;
  verdict.sustained_utilization = 0.47;
  verdict.sustained_ci95 = Interval{0.44, 0.50};
  out.assessment.plan = {{"Strengthen the feeds", "the rack", std::nullopt, std::nullopt, axes[3].next.command}};
  return out;
}

AuditFixture profile_more_fixture() {
  AuditFixture out{.name = "profile_more", .dossier = begun("search-ranking-pilot")};
  auto& dossier = out.dossier;
  dossier.rejected = {{"no timestamp", 12, "logs/day.csv:88"}};
  auto rate = rate_series(kWeekStart + 8 * 3600, {.mean_per_s = 0.8, .daily_swing = 0.2, .hours = 11, .step_s = 60});
  dossier.series.push_back(rate);
  add(dossier,
      {{"request_count", std::round(mean_rate(rate) * 11 * 3600)},
       {"log_span", 11 * 3600.0},
       {"arrival_rate", mean_rate(rate)},
       {"arrival_pattern",
        std::string("undetermined"),
        Basis::measured,
        std::nullopt,
        "from seasonality and burstiness",
        "logs/day.csv",
        {{"why", "11 h of log; a daily cycle needs 48 h"}}},
       {"load_factor", Absent{"the log covers less than 24 whole hours"}},
       {"input_tokens_mean", Absent{"the log carries no token counts"}},
       {"output_tokens_mean", Absent{"the log carries no token counts"}}},
      {});
  add(dossier,
      {{"sustained_utilization", Absent{"no sustained capacity of h100-sxm is known"}},
       {"sustained_capacity", Absent{"no soak on h100-sxm"}}},
      target_subject());
  add(dossier, {{"sustained_capacity", 0.34, Basis::imported, Interval{0.31, 0.36}, "AIPerf, requests a second", "aiperf.json"}},
      {.accelerator = "a100-80-sxm", .count = 1, .setting = evidence::Setting::cloud});
  auto& axes = out.assessment.axes;
  axes = ready_axes();
  for (auto& axis : axes) {
    fall_short(axis, Level::not_ready, Reason::unmeasured);
    axis.basis = std::nullopt;
    axis.measurements.clear();
    axis.why = "Not measured.";
    axis.next = {"accelprep init audits/search-ranking-pilot", "see what audit.toml can hold", std::nullopt, std::nullopt};
  }
  fall_short(axes[0], Level::not_ready, Reason::wrong_target);
  axes[0].why = "The only capacity is of an A100 80GB; it says nothing about an H100.";
  axes[0].next = {"accelprep load --target=http://node:8000/v1 --requests=logs/day.csv --duration=45m --sla=ttft_p99=1s,tpot_p99=50ms",
                  "a rented H100 SXM and your own traffic", 1.0, 4.0};
  axes[1].why = "Undetermined: 11 h of log, a daily cycle needs 48 h.";
  axes[1].basis = Basis::measured;
  axes[1].next = {"accelprep profile 'logs/*.csv'", "a week of request logs", 168.0, 0.0};
  out.assessment.verdict = {
      .decision = Decision::profile_more,
      .why =
          "Neither the hours this workload needs nor what owning costs is known; a week of logs and one hour on a rented card would tell."};
  out.assessment.plan = {{"Collect request logs of a week", "the service", 168.0, 0.0, axes[1].next.command},
                         {"Run your traffic against one card", "one H100 SXM, rented", 1.0, 4.0, axes[0].next.command}};
  return out;
}

AuditFixture empty_fixture() {
  AuditFixture out{.name = "empty", .dossier = begun("new-audit")};
  out.dossier.target = {};
  out.dossier.policy.clear();
  out.dossier.context.decision_date.clear();
  out.assessment.axes = ready_axes();
  for (auto& axis : out.assessment.axes) {
    fall_short(axis, Level::not_ready, Reason::unmeasured);
    axis.basis = std::nullopt;
    axis.measurements.clear();
    axis.why = "Not measured: audit.toml names nothing for it.";
    axis.next = {"accelprep init audits/new-audit", "what audit.toml can hold, in order", std::nullopt, std::nullopt};
  }
  out.assessment.verdict = {.decision = Decision::profile_more, .why = "Nothing has been measured yet."};
  out.assessment.plan = {
      {"Name an accelerator, a request log and costs in audit.toml", "", std::nullopt, std::nullopt, "accelprep init audits/new-audit"}};
  return out;
}

std::vector<AuditFixture> all_fixtures() {
  return {own_fixture(), rent_fixture(), hybrid_fixture(), profile_more_fixture(), empty_fixture()};
}

Model model_of(const AuditFixture& fixture) { return build_model(fixture.dossier, fixture.assessment); }

AuditFixture with_hostile_names(AuditFixture fixture, const std::string& text) {
  auto& dossier = fixture.dossier;
  dossier.context.audit_name = text;
  dossier.context.host = text;
  dossier.target.accelerator_name = text;
  for (auto& source : dossier.sources) source.path = text;
  for (auto& note : dossier.notes) note = text;
  for (auto& rows : dossier.rejected) rows.first = text;
  for (auto& finding : dossier.findings) {
    finding.summary = finding.fix = text;
    for (auto& line : finding.evidence) line.text = line.source = text;
  }
  for (auto& check : dossier.checks) check.why = text;
  for (auto& series : dossier.series) {
    for (auto& band : series.bands) band.label = text;
    if (series.id == "cost_curve") series.columns.back().name = text;
  }
  for (auto& measurement : dossier.measurements) {
    measurement.method = text;
    measurement.sources = {text};
    measurement.attributes.emplace_back(text, text);
  }
  for (auto& table : dossier.tables) {
    for (auto& row : table.rows) row[0] = text;
  }
  for (auto& axis : fixture.assessment.axes) axis.why = axis.next.command = axis.next.needs = text;
  fixture.assessment.verdict.why = text;
  fixture.assessment.verdict.would_change = {{text}};
  fixture.assessment.plan.push_back({text, text, 1.0, 1.0, text});
  return fixture;
}

}  // namespace accelprep::report

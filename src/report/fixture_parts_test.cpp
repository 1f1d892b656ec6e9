#include "report/fixture_parts_test.h"

#include <cmath>

namespace accelprep::report {
namespace {

using evidence::Absent;
using evidence::Basis;
using evidence::Dossier;
using evidence::Interval;
using evidence::Measurement;
using evidence::Severity;
using readiness::Axis;
using readiness::Level;
using readiness::Reason;

constexpr evidence::TimeNs kNow = 1'796'000'000 * base::kSecond;  // 2026-11-30

Axis axis_of(const std::string& id, const std::string& title, const std::string& why) {
  return {.id = id, .title = title, .level = Level::ready, .reason = Reason::ok, .basis = Basis::measured, .why = why};
}

}  // namespace

evidence::Subject target_subject() {
  return {.accelerator = "h100-sxm", .count = 8, .power_limit_w = 700, .setting = evidence::Setting::target_rack, .inlet_c = 27};
}

void add(Dossier& dossier, const std::vector<Figure>& figures, const evidence::Subject& subject) {
  for (const auto& figure : figures) {
    Measurement m{.id = figure.id, .subject = subject, .value = figure.value, .ci95 = figure.ci95, .basis = figure.basis};
    m.synthetic = dossier.synthetic;
    m.method = figure.method;
    m.sources = {figure.source};
    m.window = evidence::Window{static_cast<std::int64_t>(kWeekStart) * base::kSecond,
                                (static_cast<std::int64_t>(kWeekStart) + std::int64_t{28} * 86400) * base::kSecond};
    m.taken_at_ns = kNow;
    m.attributes = figure.attributes;
    dossier.measurements.push_back(std::move(m));
  }
}

Dossier begun(const std::string& name) {
  Dossier dossier;
  dossier.context = {.tool_version = "0.1.0",
                     .verb = "audit",
                     .command = "audit audits/" + name,
                     .host = "9c1f27d0",
                     .system = "Linux 6.1.0 x86_64",
                     .audit_name = name,
                     .decision_date = "2026-12-15",
                     .audit_directory = "audits/" + name,
                     .timezone = "Europe/Berlin",
                     .started_ns = kNow - 42 * base::kSecond,
                     .ended_ns = kNow};
  dossier.target = {.accelerator = "h100-sxm",
                    .accelerator_name = "H100 SXM5 80GB",
                    .count = 8,
                    .nodes = 1,
                    .power_limit_w = 700,
                    .driver = "570.133.20"};
  dossier.policy = {
      {"soak_min_s", 1800, 1800}, {"clock_held_min", 0.97, 0.97}, {"price_max_age_days", 90, 90}, {"ready_axes_for_own", 4, 4}};
  return dossier;
}

void add_sources(Dossier& dossier) {
  dossier.sources = {
      {"logs/2026-11.csv.gz", "request log: generic CSV", 48'113'204, "9f2c1e5a4b7d80316e0fa2c99d4417b2c5d8e1f0a3b6978412cd5e6f70812a3b",
       9'812'441},
      {"soak.csv", "nvidia-smi CSV", 1'204'117, "1b2d3c4e5f60718293a4b5c6d7e8f9010a1b2c3d4e5f60718293a4b5c6d7e8f9", 57'600},
      {"image.tar", "container image", 9'114'220'544, "c0ffee5a4b7d80316e0fa2c99d4417b2c5d8e1f0a3b6978412cd5e6f70812a3b", 4'118},
      {"cost.toml", "cost plan", 2'310, "77aa1e5a4b7d80316e0fa2c99d4417b2c5d8e1f0a3b6978412cd5e6f70812a3b", 1}};
  dossier.rejected = {{"no timestamp", 12, "logs/2026-11.csv.gz:88121"}, {"negative token count", 3, "logs/2026-11.csv.gz:1204417"}};
  dossier.notes = {"The log names no time zone; Europe/Berlin was taken from audit.toml."};
}

void add_traffic(Dossier& dossier, const TrafficShape& shape) {
  const auto rate = rate_series(kWeekStart, shape);
  dossier.series.push_back(rate);
  const double mean = mean_rate(rate);
  dossier.series.push_back(hour_of_week_series(shape));
  dossier.series.push_back(dispersion_series(shape));
  dossier.series.push_back(demand_series(rate, shape));
  dossier.series.push_back(load_duration_series(dossier.series.back()));
  dossier.tables.push_back(token_lengths_table());
  const bool steady = shape.daily_swing < 0.3;
  add(dossier,
      {{"request_count", std::round(mean * 28 * 86400)},
       {"log_span", 28 * 86400.0},
       {"arrival_rate", mean},
       {"arrival_pattern",
        std::string(steady ? "steady" : "diurnal"),
        Basis::measured,
        std::nullopt,
        "from seasonality and burstiness",
        "logs/2026-11.csv.gz",
        {{"why", steady ? "no daily cycle, counts near Poisson" : "24 h cycle explains 81 % of the hours' variance"}, {"grade", "high"}}},
       {"arrival_seasonality", std::string(steady ? "none" : "diurnal")},
       {"arrival_burstiness", std::string("steady")},
       {"load_factor", steady ? 0.86 : 0.38},
       {"hours_below_10pct_of_peak", steady ? 0.0 : 0.29},
       {"load_trend",
        std::string("level"),
        Basis::measured,
        std::nullopt,
        "the last seven days against the seven before",
        "logs/2026-11.csv.gz",
        {{"change_per_week", "0.012"}}},
       {"input_tokens_mean", 1420.0},
       {"output_tokens_mean", 262.0}},
      {});
}

void add_soak(Dossier& dossier) {
  add(dossier,
      {{"soak_duration", 7200.0},
       {"soak_qualifies",
        std::string("yes"),
        Basis::measured,
        std::nullopt,
        "policy of the soak",
        "soak.csv",
        {{"why", "120 min in steady state, clocks held"}}},
       {"sustained_capacity", 0.71, Basis::measured, Interval{0.69, 0.73}, "finished within the SLA over the soak"},
       {"sustained_capacity_tokens", 1190.0, Basis::measured, Interval{1160, 1220}, "finished within the SLA over the soak"},
       {"clock_held_p05", 0.991},
       {"thermal_throttle", 0.0},
       {"late_vs_early", 0.998},
       {"temperature_max", 71.0},
       {"temperature_margin", 16.0},
       {"projected_margin", 11.0},
       {"node_peak_power", 9870.0, Basis::measured, std::nullopt, "highest second of the PDU's meter", "pdu.csv"},
       {"node_sustained_power", 8640.0, Basis::measured, Interval{8590, 8700}, "mean over the soak", "pdu.csv"}},
      target_subject());
}

void add_stack(Dossier& dossier, bool clean) {
  dossier.tables.push_back({"chain",
                            "The chain",
                            {{"link", ""}, {"version", ""}, {"status", ""}, {"why", ""}},
                            {{"driver", "570.133.20", "ok", ""},
                             {"cuda", "12.8", "ok", ""},
                             {"cudnn", "9.10.2", "ok", ""},
                             {"framework", "torch 2.9.1+cu128", clean ? "ok" : "mismatch", ""},
                             {"runtime", "vLLM 0.11.0", "ok", ""},
                             {"compiler", "triton 3.5.0", clean ? "ok" : "unknown", ""},
                             {"collectives", "NCCL 2.27.5", "ok", ""},
                             {"topology", "NVLink, 18 links", "ok", ""}}});
  dossier.findings.push_back({"info_ptx_jit",
                              Severity::info,
                              "One kernel is compiled at its first start.",
                              "The wheel carries PTX for compute capability 9.0 only.",
                              "Keep the cache directory between starts.",
                              {{"image.tar", 0, "sm_80 sm_90 compute_90"}},
                              {}});
  if (!clean) {
    dossier.findings.push_back(
        {"attention_backend_fallback",
         Severity::warning,
         "Attention runs on a slower backend than the card has.",
         "The build in the image carries no FlashAttention 3 kernels for compute capability 9.0, so the second version is dispatched.",
         "Install vllm 0.11.1 or later, or set VLLM_FLASH_ATTN_VERSION=3 with a wheel that carries it.",
         {{"collect_env.txt", 41, "vLLM Build Flags: CUDA Archs: 8.0;8.6 ROCm: Disabled"},
          {"server.log", 118, "Using FlashAttention version 2"}},
         {{"FlashAttention 3 needs kernels built for 9.0a", "project notes", "2026-09-14"}}});
  }
  add(dossier,
      {{"stack_verdict", std::string(clean ? "runs" : "degraded"), Basis::measured, std::nullopt,
        "chain of versions and the kernels in the image", "image.tar"},
       {"stack_dispatch", std::string("shown"), Basis::measured, std::nullopt, "kernels seen while the framework ran", "image.tar"},
       {"stack_compile", std::string("completed")},
       {"stack_performance", clean ? 0.93 : 0.71, Basis::measured, std::nullopt, "measured over predicted tokens a second"}},
      target_subject());
}

void add_memory(Dossier& dossier) {
  constexpr double kGib = 1024.0 * 1024 * 1024;
  dossier.tables.push_back({"memory",
                            "Memory of one card",
                            {{"part", ""}, {"bytes", "bytes"}},
                            {{"weights", 16.4 * kGib},
                             {"KV cache", 50.3 * kGib},
                             {"activations", 3.1 * kGib},
                             {"overhead", 1.8 * kGib},
                             {"kept free", 8.0 * kGib}}});
  add(dossier,
      {{"weights_bytes_per_gpu", 16.4 * kGib, Basis::simulated, std::nullopt, "parameters times bytes", "config.json"},
       {"kv_bytes_per_token", 131072.0, Basis::simulated, std::nullopt, "layers, heads and width", "config.json"},
       {"kv_capacity_tokens", 412'000.0, Basis::simulated},
       {"streams_at_p50_context", 238.0, Basis::simulated},
       {"streams_at_p99_context", 49.0, Basis::simulated},
       {"streams_at_max_context", 12.0, Basis::simulated}},
      target_subject());
}

void add_site(Dossier& dossier, bool fits) {
  using evidence::CheckStatus;
  const double circuit = fits ? 17'300 : 8'650;
  dossier.checks = {
      {"psu_normal", "power", CheckStatus::pass, 9870, 19'800, 9930, "W", "six supplies of 3.3 kW share the load"},
      {"psu_loss", "power", CheckStatus::pass, 9870, 16'500, 6630, "W", "five of six supplies carry it"},
      {"circuit_a", "power", CheckStatus::pass, 4935, circuit, circuit - 4935, "W", "208 V, three phases, at 80 % of its breaker"},
      {"circuit_b", "power", CheckStatus::pass, 4935, circuit, circuit - 4935, "W", "208 V, three phases, at 80 % of its breaker"},
      {"feed_loss_a", "power", fits ? CheckStatus::pass : CheckStatus::fail, 9870, circuit, circuit - 9870, "W",
       "all load moves to feed B"},
      {"feed_loss_b", "power", fits ? CheckStatus::pass : CheckStatus::fail, 9870, circuit, circuit - 9870, "W",
       "all load moves to feed A"},
      {"startup", "power", CheckStatus::unknown, std::nullopt, 19'800, std::nullopt, "W", "no start was recorded at the meter"},
      {"clocks_held", "cooling", CheckStatus::pass, 0.991, 0.97, 0.021, "fraction", "fifth percentile of the SM clock over the cool clock"},
      {"margin_in_rack", "cooling", CheckStatus::pass, 11, 5, 6, "degC",
       "margin at the bench, less the warmer inlet of the rack and a reserve"}};
  add(dossier,
      {{"power_normal", std::string("carried")},
       {"power_single_failure", std::string(fits ? "carried" : "fails")},
       {"power_startup", Absent{"no start was recorded at the meter"}},
       {"power_grade", std::string("data_center"), Basis::declared, std::nullopt, "rating plate of the breakers", "site.toml"}},
      target_subject());
}

void add_money(Dossier& dossier, double utilization) {
  dossier.series.push_back(cost_curve_series());
  dossier.series.push_back(cumulative_series(utilization));
  for (auto& table : money_tables()) dossier.tables.push_back(std::move(table));
  const double even = kOwnUsdPerYear / kOwnedHours / kBestUsdPerH;
  add(dossier,
      {{"own_annual_cost", kOwnUsdPerYear, Basis::declared, Interval{kOwnUsdPerYear * 0.9, kOwnUsdPerYear * 1.1},
        "capital straight-line plus running cost", "cost.toml"},
       {"own_usd_per_useful_h", kOwnUsdPerYear / kOwnedHours / utilization, Basis::declared, std::nullopt,
        "annual cost over the hours needed", "cost.toml"},
       {"rent_usd_per_useful_h", kBestUsdPerH, Basis::imported, std::nullopt, "list price, on demand", "cost.toml"},
       {"break_even_utilization",
        even,
        Basis::declared,
        Interval{0.43, 0.56},
        "fixed cost over hours times the difference of rates",
        "cost.toml",
        {{"against", "Nebius 8x H100 on demand"}}},
       {"ownership_horizon", 36.0, Basis::declared, std::nullopt, "declared by J. Doe, 2026-11-01", "audit.toml"}},
      {});
}

std::vector<Axis> ready_axes() {
  std::vector<Axis> axes{
      axis_of("sustained_utilization", "Sustained utilization",
              "71 % (68 to 74) of the owned hours are needed, over 28 days at a capacity held for 2 h."),
      axis_of("load_pattern", "Load pattern", "Steady: no daily cycle, load factor 86 %, 28 days of logs."),
      axis_of("software_stack", "Software stack",
              "Runs on its fast path: all eight links match, kernels shown on the device, 93 % of predicted throughput."),
      axis_of("power_delivery", "Power delivery", "Peak 9.9 kW measured; supplies, circuits and either feed alone carry it."),
      axis_of("cooling", "Cooling", "Clocks held at 99 % for 2 h at 27 °C inlet; 11 °C to spare in the target rack."),
      axis_of("ownership_horizon", "Ownership horizon", "36 months foreseen, past the break-even in month 31.")};
  axes[0].measurements = {"sustained_utilization", "sustained_capacity", "soak_qualifies"};
  axes[1].measurements = {"arrival_pattern", "load_factor"};
  axes[2].measurements = {"stack_verdict", "stack_dispatch", "stack_performance"};
  axes[3].measurements = {"power_normal", "power_single_failure"};
  axes[4].measurements = {"projected_margin", "clock_held_p05"};
  axes[5].measurements = {"ownership_horizon", "break_even_month"};
  axes[5].basis = Basis::declared;
  return axes;
}

void fall_short(Axis& axis, Level level, Reason reason) {
  axis.level = level;
  axis.reason = reason;
}

}  // namespace accelprep::report

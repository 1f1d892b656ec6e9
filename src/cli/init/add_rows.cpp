#include <array>

#include "cli/init/draft.h"

namespace accelprep::cli {
namespace {

constexpr std::string_view kWorkloadBlock = R"toml(
# ---- the workload: your own traffic over a week or more ------------------------------------------
# CSV, JSON lines or Parquet, gzip or zstd; one row a request. Where the columns are not known, say which means what:
#   map = { arrival = "ts:ms", input = "prompt_tokens", output = "completion_tokens" }
# [workload]
# requests = ["requests.csv"]
# timezone = "Europe/Berlin"                       # of stamps that name none
# model = "config.json"                            # a Hugging Face configuration, for the memory plan
# sla = { ttft_p99_s = 1.0, tpot_p99_s = 0.05 }
)toml";

constexpr std::string_view kSoakBlock = R"toml(
# ---- the soak: production-like load held for an hour on the target (a rented card serves) --------
# Replay your own traffic at the load you would run, keep a log of its requests, and run ./record-soak.sh beside it.
# [soak]
# requests = ["soak-requests.csv"]
# telemetry = ["soak-gpu.csv"]
# setting = "bench"                                # target_rack, bench, cloud
# inlet_c = 24                                     # of the air at the intake: without it cooling is not ready
)toml";

constexpr std::string_view kRecordSoak = R"sh(#!/bin/sh
# Records every NVIDIA accelerator of this machine once a second into soak-gpu.csv, for 65 minutes or the seconds given.
seconds=${1:-3900}
fields=timestamp,index,name,utilization.gpu,memory.used,memory.total,power.draw,temperature.gpu,temperature.memory
fields=$fields,clocks.current.sm,clocks_event_reasons.active,clocks_event_reasons_counters.sw_thermal_slowdown
fields=$fields,clocks_event_reasons_counters.hw_thermal_slowdown,clocks_event_reasons_counters.hw_power_brake_slowdown
cd "$(dirname "$0")" || exit 1
command -v nvidia-smi > /dev/null || { echo "nvidia-smi is not here: run this on the machine with the accelerators" >&2; exit 3; }
# Older drivers have no such counters.
nvidia-smi --query-gpu="$fields" --format=csv > /dev/null 2>&1 || fields=${fields%%,clocks_event_reasons_counters*}
echo "recording for $seconds s into soak-gpu.csv" >&2
timeout "$seconds" nvidia-smi --query-gpu="$fields" --format=csv -lms 1000 > soak-gpu.csv
test -s soak-gpu.csv
)sh";

constexpr std::string_view kStackBlock = R"toml(
# ---- the software stack: what would be deployed, and what it says of itself ------------------------
# ./collect-stack.sh, run where the framework is installed, writes these. A run on the target itself shows dispatch.
# [stack]
# evidence = ["collect_env.txt", "nvidia-smi.txt", "pip-freeze.txt"]
)toml";

constexpr std::string_view kCollectStack = R"sh(#!/bin/sh
# Writes what this environment says of itself beside this script. What is not here is passed over.
cd "$(dirname "$0")" || exit 1
python=${PYTHON:-python3}
"$python" -m torch.utils.collect_env > collect_env.txt 2> /dev/null || rm -f collect_env.txt
"$python" -m pip freeze > pip-freeze.txt 2> /dev/null || rm -f pip-freeze.txt
nvidia-smi > nvidia-smi.txt 2> /dev/null || rm -f nvidia-smi.txt
ls collect_env.txt pip-freeze.txt nvidia-smi.txt 2> /dev/null
echo "name the files above under [stack] evidence in audit.toml" >&2
)sh";

constexpr std::string_view kSiteBlock = R"toml(
# ---- the site: power and cooling of the target rack; fill in site.toml, then uncomment -------------
# [site]
# file = "site.toml"
)toml";

constexpr std::string_view kSite =
    R"toml(# Power and cooling of the target rack. Fill in, uncomment, and name this file under [site] in audit.toml.
# A number may say how it was obtained: { value = 10.2, basis = "specified", source = "user guide", as_of = 2026-03-01 }.
# Plain numbers count as assumed, and nothing assumed makes an axis ready.
#
# [node]
# accelerators = 8
# peak_w = { value = 10200, basis = "specified", source = "user guide" }     # a meter's reading is better: basis = "measured"
# psu_count = 6
# psu_rating_w = 3300
# psus_needed = 4
#
# [[feed]]                      # one block a feed
# name = "A"
# volts = 208                   # line to line
# phases = 3
# breaker_a = 30
# continuous_factor = 0.8       # 1.0 where the breaker is rated for continuous load
# psus = [1, 2, 3]
#
# [cooling]
# target_inlet_c = 27           # the warmest air the rack gets
)toml";

constexpr std::string_view kEconomicsBlock = R"toml(
# ---- the money: dated quotes for owning and renting; fill in cost.toml, then uncomment -------------
# [economics]
# file = "cost.toml"
)toml";

constexpr std::string_view kCost = R"toml(# Owning against renting. Fill in, uncomment, and name this file under [economics] in audit.toml.
# `accelprep catalog prices ACCELERATOR` lists dated rates. A rate without a date is refused.
#
# currency = "USD"
# as_of = 2026-11-01
# discount_rate = 0.08
#
# [own]
# accelerators = 8
# capital = [{ item = "server", usd = { value = 300000, low = 280000, high = 330000, basis = "declared", declared_by = "purchasing", on = 2026-11-01 }, life_years = 5, residual = 0.1 }]
# electricity_usd_per_kwh = 0.12
# pue = 1.4
# busy_w = 9000
# idle_w = 2400
# support_share_per_year = 0.08
#
# [[rent]]
# provider = "..."
# instance = "..."
# accelerator = "h100-sxm"
# count = 8
# kind = "on_demand"            # reserved_1y, reserved_3y, spot
# usd_per_h = 55.04             # of the whole instance
# as_of = 2026-11-01
# source = "price list"
)toml";

constexpr std::string_view kHorizonBlock = R"toml(
# ---- the horizon: for how long the load is foreseen, and who says so; under [workload] -------------
# [workload]
# horizon_months = { value = 36, basis = "declared", declared_by = "head of product", on = 2026-11-01 }
)toml";

constexpr auto kRows = std::to_array<AddRow>({
    {"workload", kWorkloadBlock, "", "", false, "put a week's request log beside audit.toml, and uncomment [workload]"},
    {"soak", kSoakBlock, "record-soak.sh", kRecordSoak, true,
     "run record-soak.sh on the machine with the accelerators while the load is held, and uncomment [soak]"},
    {"stack", kStackBlock, "collect-stack.sh", kCollectStack, true,
     "run collect-stack.sh where the framework is installed, and uncomment [stack]"},
    {"site", kSiteBlock, "site.toml", kSite, false, "fill in site.toml, and uncomment [site]"},
    {"economics", kEconomicsBlock, "cost.toml", kCost, false, "fill in cost.toml, and uncomment [economics]"},
    {"horizon", kHorizonBlock, "", "", false, "have the owner of the load name a number, and uncomment it under [workload]"},
});

}  // namespace

std::span<const AddRow> add_rows() { return kRows; }

}  // namespace accelprep::cli

#include "evidence/measurement_table.h"

#include <algorithm>
#include <array>

namespace accelprep::evidence {
namespace {

constexpr auto kRows = std::to_array<MeasurementRow>({
    // The workload: src/workload/arrival.h, lengths.h
    {"request_count", "requests", "Requests in the log", "rows that are load, whatever their outcome"},
    {"log_span", "s", "Time the log covers", "first to last arrival, gaps included"},
    {"arrival_rate", "1/s", "Mean arrival rate", "requests over the known part of the span"},
    {"arrival_pattern", "class", "Arrival pattern", "steady, bursty, diurnal, mixed or undetermined, from seasonality and burstiness"},
    {"arrival_seasonality", "class", "Seasonality", "diurnal, none or undetermined (under 48 hours)"},
    {"arrival_burstiness", "class", "Burstiness", "steady, episodic, bursty or undetermined, from excess modulation"},
    {"load_factor", "fraction", "Load factor", "mean hour over the 99th percentile hour"},
    {"hours_below_10pct_of_peak", "fraction", "Hours below a tenth of the peak hour", "share of the known hours"},
    {"load_trend", "class", "Load trend", "falling, rising, level or undetermined (under 14 days), week over week"},
    {"input_tokens_mean", "tokens", "Mean prompt length", "over rows that carry it"},
    {"output_tokens_mean", "tokens", "Mean answer length", "over rows that carry it"},
    // The hardware under load: soak.h, sustained.h
    {"soak_duration", "s", "Soak length", "covered time of the window that was judged"},
    {"soak_qualifies", "class", "Soak qualifies", "yes or no: production-like, steady, not throttled, long enough"},
    {"sustained_capacity", "1/s", "Sustained capacity", "requests a second that one accelerator held within the SLA"},
    {"sustained_capacity_tokens", "tokens/s", "Sustained capacity, tokens", "input and output tokens a second that one accelerator held"},
    {"sustained_utilization", "fraction", "Sustained utilization",
     "accelerator hours the work needs at the sustained capacity, over the hours owned"},
    {"busy_over_cycle", "fraction", "Busy over the cycle",
     "nvidia-smi's utilization.gpu over the workload's cycle: an upper bound of sustained utilization"},
    {"sm_active_over_cycle", "fraction", "SM active over the cycle", "how the hours were spent; bounds nothing"},
    {"clock_held_p05", "fraction", "Clock held", "5th percentile of the minutes' SM clocks under load, over this card's clock when cool"},
    {"thermal_throttle", "s", "Thermal throttling", "seconds with a thermal or power-brake slowdown in the window"},
    {"late_vs_early", "ratio", "Late against early", "last third of the soak over its first third"},
    {"temperature_max", "degC", "Highest temperature under load", "of the hottest accelerator, 99th percentile of samples"},
    {"temperature_margin", "degC", "Margin to the slowdown limit", "limit minus the highest temperature, of the worst accelerator"},
    {"projected_margin", "degC", "Margin projected to the target rack",
     "margin minus the difference of the inlet temperatures, with a reserve"},
    // Results of other load generators: result_grade.h. Which definition a latency has is its attribute.
    {"imported_grade", "class", "Grade of an imported run", "high, medium or low, with the reasons as an attribute"},
    {"imported_offered_rate", "1/s", "Offered rate of an imported run", "requests a second that were meant to be sent"},
    {"imported_achieved_rate", "1/s", "Achieved rate of an imported run", "requests a second that were completed with success"},
    {"imported_run_duration", "s", "Length of an imported run", "of the part that was measured"},
    {"imported_completed_requests", "requests", "Completed requests of an imported run", "with success"},
    {"imported_failed_requests", "requests", "Failed requests of an imported run", "with an error"},
    {"imported_incomplete_requests", "requests", "Incomplete requests of an imported run", "still open when it ended"},
    {"imported_ttft", "s", "Time to first token, imported", "by the definition and the statistic of its attributes"},
    {"imported_tpot", "s", "Time per output token, imported", "by the definition and the statistic of its attributes"},
    {"imported_itl", "s", "Inter-token latency, imported", "by the definition and the statistic of its attributes"},
    {"imported_e2e", "s", "Time of a request, imported", "by the definition and the statistic of its attributes"},
    {"imported_send_delay", "s", "Lateness of the client, imported", "by the definition and the statistic of its attributes"},
    {"imported_output_token_rate", "tokens/s", "Output tokens a second, imported", "of all requests together"},
    {"imported_goodput", "1/s", "Goodput, imported", "requests a second within the service level that the run was given"},
    // Memory: src/capacity
    {"weights_bytes_per_gpu", "bytes", "Weights on each accelerator", "parameters times bytes, split by tensor parallelism"},
    {"kv_bytes_per_token", "bytes", "KV cache of one token", "on each accelerator"},
    {"kv_capacity_tokens", "tokens", "KV cache capacity", "tokens that fit beside weights, activations and overhead"},
    {"streams_at_p50_context", "streams", "Streams at the median context", "that fit at once"},
    {"streams_at_p99_context", "streams", "Streams at the 99th percentile context", "that fit at once"},
    {"streams_at_max_context", "streams", "Streams at the longest context", "that fit at once"},
    {"mfu", "fraction", "FLOP utilization", "FLOP of the tokens going forward, over the card's dense peak"},
    {"mbu", "fraction", "Memory bandwidth utilization", "weights and KV cache read each decoding step, over the card's peak bandwidth"},
    // The software stack: src/stack
    {"stack_verdict", "class", "Stack verdict", "runs, degraded, will_not_run or cannot_tell"},
    {"stack_dispatch", "class", "Kernels dispatched on the device", "shown, fell_back or not_shown"},
    {"stack_compile", "class", "Compiled graph", "completed, failed or not_shown"},
    {"stack_performance", "fraction", "Throughput over prediction", "measured over predicted"},
    // Power and cooling: src/site
    {"node_peak_power", "W", "Node peak power", "the highest draw of one fully loaded node"},
    {"node_sustained_power", "W", "Node sustained power", "the draw of one node under steady full load"},
    {"power_normal", "class", "Power in normal operation", "carried, fails or unknown"},
    {"power_single_failure", "class", "Power after any single failure", "carried, fails or unknown"},
    {"power_startup", "class", "Power at start-up", "carried, fails or unknown"},
    {"power_grade", "class", "Circuit grade", "data_center or office"},
    // Money: src/economics
    {"own_annual_cost", "USD/year", "Owning, a year", "capital straight-line plus running cost, at the measured utilization"},
    {"own_usd_per_useful_h", "USD/h", "Owning, per useful accelerator hour", "annual cost over the hours the work needs"},
    {"rent_usd_per_useful_h", "USD/h", "Renting, per useful accelerator hour", "of the best offer on equivalent hardware"},
    {"break_even_utilization", "fraction", "Break-even utilization", "above it owning costs less than the best equivalent offer"},
    {"break_even_month", "months", "Break-even time", "capital paid back by what renting would have cost more"},
    {"break_even_month_discounted", "months", "Break-even time, discounted", "the first month with a net present value above zero"},
    {"npv_at_horizon", "USD", "Net present value at the horizon", "of owning against the best offer"},
    {"own_usd_at_horizon", "USD", "Owning, in all", "over the horizon, after the exit value"},
    {"rent_usd_at_horizon", "USD", "Renting, in all", "over the horizon, the best offer"},
    {"hybrid_nodes", "nodes", "Nodes owned in the hybrid", "whole nodes that cost least, the peaks rented"},
    {"hybrid_saving", "fraction", "Saving of the hybrid", "against the better of owning all and renting all, over the horizon"},
    {"hybrid_lowest_node_utilization", "fraction", "Use of the least used owned node", "in the hybrid, from the load's own hours"},
    {"nodes_for_peak", "nodes", "Nodes the peak needs", "at the sustained capacity, 99th percentile hour"},
    {"ownership_horizon", "months", "Ownership horizon", "for how long the load is foreseen"},
    {"rental_usd_per_h", "USD/h", "Renting the target for a test", "one accelerator, on demand"},
});

}  // namespace

std::span<const MeasurementRow> measurement_rows() { return kRows; }

const MeasurementRow* find_row(std::string_view id) {
  const auto* found = std::find_if(kRows.begin(), kRows.end(), [&](const auto& row) { return row.id == id; });
  return found == kRows.end() ? nullptr : found;
}

}  // namespace accelprep::evidence

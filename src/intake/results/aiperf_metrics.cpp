#include "intake/results/aiperf_metrics.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "intake/results/metric_rows.h"

namespace accelprep::intake {
namespace {

constexpr auto kDefinitions = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"credit_to_start_latency", "send_delay.issued_to_sent"},
    {"goodput", "goodput.requests"},
    {"input_sequence_length", "length.input"},
    {"input_token_throughput", "rate.input_tokens"},
    {"inter_chunk_latency", "itl.per_chunk"},
    {"inter_token_latency", "tpot.excl_first"},
    {"output_sequence_length", "length.output"},
    {"output_token_throughput", "rate.output_tokens"},
    {"output_token_throughput_per_user", "rate.output_tokens_per_user"},
    {"request_goodput", "goodput.requests"},
    {"request_latency", "e2e.send_to_last"},
    {"request_throughput", "rate.requests"},
    {"time_to_first_output_token", "ttft.output_content"},
    {"time_to_first_token", "ttft.content"},
    {"time_to_second_token", "ttst.second_chunk"},
    {"total_token_throughput", "rate.total_tokens"},
});

// Figures of the run itself, which are shown as such and are no metrics.
constexpr auto kOfTheRun =
    std::to_array<std::string_view>({"benchmark_duration", "completed_request_count", "error_request_count", "request_count",
                                     "request_error_rate", "total_isl", "total_osl", "total_output_tokens"});

}  // namespace

std::optional<std::string_view> aiperf_definition(std::string_view tag) {
  const auto* found = std::find_if(kDefinitions.begin(), kDefinitions.end(), [&](const auto& row) { return row.first == tag; });
  return found == kDefinitions.end() ? std::nullopt : std::optional(found->second);
}

void add_aiperf_metric(records::BenchmarkRun& run, std::string_view tag, const JsonView& statistics) {
  if (std::find(kOfTheRun.begin(), kOfTheRun.end(), tag) != kOfTheRun.end()) return;
  const auto definition = aiperf_definition(tag);
  if (!definition) {
    run.left_out.push_back({std::string(tag), "no definition here fits it"});
    return;
  }
  const auto unit = statistics["unit"].text();
  const auto factor = factor_between(unit, *definition);
  if (!factor) {
    run.left_out.push_back({std::string(tag), fmt::format("its unit \"{}\" is none that {} is given in", unit, *definition)});
    return;
  }
  add_metric(run, statistics_of(statistics, {.name = tag, .definition = *definition, .scale = *factor}));
}

}  // namespace accelprep::intake

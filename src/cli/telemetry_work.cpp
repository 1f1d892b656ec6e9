#include "cli/telemetry_work.h"

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "cli/session.h"
#include "intake/model/hf_config.h"
#include "statistics/quantiles.h"
#include "workload/device_use.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;
using records::Metric;

// Means over the loaded accelerators of each one's mean.
class LoadedMean {
 public:
  explicit LoadedMean(const WorkOnCards& on) {
    for (const auto& device : on.devices) {
      const auto& loaded = on.soak.loaded;
      if (std::find(loaded.begin(), loaded.end(), device.id) != loaded.end()) uses_.push_back(workload::use_of(device));
    }
  }
  [[nodiscard]] std::size_t count() const { return uses_.size(); }
  [[nodiscard]] std::optional<double> of(Metric metric) const {
    return mean([&](const auto& use) { return use.metric(metric) ? std::optional(use.metric(metric)->mean) : std::nullopt; });
  }
  [[nodiscard]] std::optional<double> of(records::Throttle reason) const {
    return mean([&](const auto& use) { return use.throttle_share[static_cast<std::size_t>(reason)]; });
  }

 private:
  template <class Figure>
  [[nodiscard]] std::optional<double> mean(Figure&& figure) const {
    records::Average out;
    for (const auto& use : uses_) {
      if (const std::optional<double> value = figure(use)) out.sum += *value, ++out.count;
    }
    return out.mean();
  }
  std::vector<workload::DeviceUse> uses_;
};

base::Status take_requests(const records::ArrivalSummary& requests, capacity::AchievedInput& input) {
  const double span_s = static_cast<double>(requests.last_ns - requests.first_ns) * 1e-9;
  const auto prompt = statistics::mean(requests.input_tokens);
  const auto answer = statistics::mean(requests.output_tokens);
  if (span_s <= 0 || requests.bin_s > 0 || !prompt || !answer) {
    return fail(ErrorKind::invalid_input, "--model needs requests with times, prompt and answer lengths, a row each");
  }
  input.requests_per_s = static_cast<double>(requests.count - requests.failed) / span_s;
  input.input_tokens_mean = *prompt;
  input.output_tokens_mean = *answer;
  input.tpot_s = statistics::mean(requests.tpot_s);
  return {};
}

void take_card(const catalog::Accelerator& card, capacity::AchievedInput& input) {
  input.memory.card_bytes = card.memory_visible_bytes.value_or(card.memory_bytes);
  if (const auto peak = card.flops.find(input.memory.dtype); peak != card.flops.end()) input.peak_flops_per_s = peak->second;
  if (card.memory_bandwidth_bytes_per_s > 0) input.peak_bytes_per_s = card.memory_bandwidth_bytes_per_s;
  if (card.tdp_w > 0) input.power_limit_w = card.tdp_w;
}

}  // namespace

base::Result<TelemetryWork> read_work(Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  TelemetryWork out;
  const auto patterns = arguments.texts("requests");
  if (patterns.empty()) {
    if (arguments.has("model"))
      return fail(ErrorKind::invalid_input, "--model says what tokens cost; --requests=FILES says how many there were");
    return out;
  }
  intake::RequestLogOptions options{.timezone = arguments.text("timezone")};
  if (arguments.has("map")) {
    TRY_ASSIGN(options.map, intake::parse_column_map(arguments.text("map")));
  }
  TRY_ASSIGN(const auto files, base::expand_globs(patterns, ""));
  TRY_ASSIGN(out.requests, intake::read_request_log(files, options, invocation.progress));
  if (out.requests->summary.bin_s > 0) {
    return fail(ErrorKind::invalid_input, "holds counts; --requests takes a log with a row a request, so that failures show",
                files.front());
  }
  for (const auto& file : out.requests->files) {
    TRY_ASSIGN(auto source, source_of(file, "the run's requests: " + out.requests->format));
    out.sources.push_back(std::move(source));
  }
  return out;
}

base::Result<std::optional<capacity::Achieved>> achieved_on(Invocation& invocation, const WorkOnCards& on) {
  const auto& arguments = invocation.arguments;
  if (!arguments.has("model") || !on.work.requests) return std::nullopt;
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  TRY_ASSIGN(const auto* const card, catalog.accelerator(on.accelerator));
  capacity::AchievedInput input;
  TRY_ASSIGN(input.memory.model, intake::read_hf_config(arguments.text("model")));
  input.memory.dtype = arguments.text("dtype", input.memory.model.dtype.empty() ? "bf16" : input.memory.model.dtype);
  const auto parallel = base::parse_integer(arguments.text("tensor-parallel", "1"));
  if (!parallel || *parallel < 1) return fail(ErrorKind::invalid_input, "--tensor-parallel: expected a whole number of 1 or more");
  input.memory.tensor_parallel = *parallel;
  take_card(*card, input);
  TRY(take_requests(on.work.requests->summary, input));
  const LoadedMean loaded(on);
  if (loaded.count() == 0)
    return fail(ErrorKind::invalid_input, "no accelerator was loaded in the window: there is no work to hold against its peak");
  input.accelerators = static_cast<std::int64_t>(loaded.count());
  input.busy = loaded.of(Metric::busy);
  input.sm_active = loaded.of(Metric::sm_active);
  input.tensor_active = loaded.of(Metric::tensor_active);
  input.dram_active = loaded.of(Metric::dram_active);
  input.power_w = loaded.of(Metric::power_w);
  input.power_cap_share = loaded.of(records::Throttle::sw_power_cap);
  TRY_ASSIGN(auto achieved, capacity::achieved_of(input));
  return achieved;
}

}  // namespace accelprep::cli

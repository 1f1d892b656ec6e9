#include "economics/hybrid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "base/random.h"

namespace accelprep::economics {
namespace {

constexpr std::size_t kHoursOfDay = 24;
constexpr std::size_t kLeastDays = 7;
constexpr double kMostNodes = 10'000;

// The load in ascending order with running sums: what a number of accelerators serves of it in logarithmic time.
class LoadDuration {
 public:
  explicit LoadDuration(std::span<const double> hours) : sorted_(hours.begin(), hours.end()), sums_(hours.size() + 1, 0) {
    std::sort(sorted_.begin(), sorted_.end());
    std::partial_sum(sorted_.begin(), sorted_.end(), sums_.begin() + 1);
  }
  [[nodiscard]] double mean() const { return sums_.back() / static_cast<double>(sorted_.size()); }
  // Mean of min(load, accelerators).
  [[nodiscard]] double mean_served(double accelerators) const {
    const auto below = static_cast<std::size_t>(std::lower_bound(sorted_.begin(), sorted_.end(), accelerators) - sorted_.begin());
    return (sums_[below] + static_cast<double>(sorted_.size() - below) * accelerators) / static_cast<double>(sorted_.size());
  }
  [[nodiscard]] double p99() const {
    const auto at = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(sorted_.size())));
    return sorted_[std::clamp<std::size_t>(at, 1, sorted_.size()) - 1];
  }

 private:
  std::vector<double> sorted_;
  std::vector<double> sums_;
};

// Mean accelerators an hour: served by what is owned, and in all.
struct Load {
  double served = 0;
  double total = 0;
};

class Costs {
 public:
  explicit Costs(const HybridInputs& inputs)
      : inputs_(inputs), node_(scaled(inputs.plan, 1 / inputs.plan.nodes)), usable_(node_.accelerators * node_.availability) {}

  [[nodiscard]] double usable_per_node() const { return usable_; }  // accelerators of one node, less the time it is down
  [[nodiscard]] double accelerators_per_node() const { return node_.accelerators; }

  [[nodiscard]] HybridOption option(std::int64_t nodes, const Load& load) const {
    const double rented_usd_per_year = (load.total - load.served) * kHoursPerYear * inputs_.on_demand_usd_per_gpu_h;
    const auto count = static_cast<double>(nodes);
    const auto own = scaled(node_, count);
    const double running = nodes == 0 ? 0 : running_usd_per_year(own, load.served / (usable_ * count));
    const auto cost = cost_at_horizon(own, {.running_usd = running + rented_usd_per_year}, inputs_.terms);
    return {.nodes = nodes, .usd = cost.own_usd, .present_value = -cost.npv_usd};
  }
  [[nodiscard]] std::optional<double> reserved_present_value(std::int64_t nodes) const {
    if (!inputs_.reserved_usd_per_gpu_h) return std::nullopt;
    const double accelerators = static_cast<double>(nodes) * node_.accelerators;
    return present_value(accelerators * kHoursPerYear * *inputs_.reserved_usd_per_gpu_h, inputs_.terms);
  }

 private:
  const HybridInputs& inputs_;
  OwnFigures node_;
  double usable_;
};

struct Pure {
  double rent = 0;  // present values
  double best = 0;
};

Pure pure_of(const Costs& costs, const HybridOption& none, const HybridOption& all) {
  Pure pure{.rent = none.present_value};
  if (const auto reserved = costs.reserved_present_value(all.nodes)) pure.rent = std::min(pure.rent, *reserved);
  pure.best = std::min(pure.rent, all.present_value);
  return pure;
}

// Per day: what the chosen nodes and the nodes for the peak serve, and the whole load.
struct Day {
  double chosen = 0;
  double peak = 0;
  double total = 0;
};

std::vector<Day> days_of(std::span<const double> hours, double chosen, double peak) {
  std::vector<Day> days(hours.size() / kHoursOfDay);
  for (std::size_t i = 0; i < days.size() * kHoursOfDay; ++i) {
    auto& day = days[i / kHoursOfDay];
    day.chosen += std::min(hours[i], chosen) / kHoursOfDay;
    day.peak += std::min(hours[i], peak) / kHoursOfDay;
    day.total += hours[i] / kHoursOfDay;
  }
  return days;
}

// Sets hybrid.ci95, or why there is none.
void resample(const HybridInputs& inputs, const Costs& costs, Hybrid& hybrid) {
  const double usable = costs.usable_per_node();
  const auto days = days_of(inputs.hourly_accelerators, usable * static_cast<double>(hybrid.own_nodes),
                            usable * static_cast<double>(hybrid.nodes_for_peak));
  if (days.size() < kLeastDays) {
    hybrid.why_no_interval = fmt::format("an interval needs {} whole days of hours; there are {}", kLeastDays, days.size());
    return;
  }
  base::Rng rng(inputs.seed);
  std::vector<double> gains;
  for (int i = 0; i < inputs.resamples; ++i) {
    Day mean;
    for (std::size_t k = 0; k < days.size(); ++k) {
      const auto& day = days[rng.below(days.size())];
      mean.chosen += day.chosen / static_cast<double>(days.size());
      mean.peak += day.peak / static_cast<double>(days.size());
      mean.total += day.total / static_cast<double>(days.size());
    }
    const auto none = costs.option(0, {.served = 0, .total = mean.total});
    const auto all = costs.option(hybrid.nodes_for_peak, {.served = mean.peak, .total = mean.total});
    const auto chosen = costs.option(hybrid.own_nodes, {.served = mean.chosen, .total = mean.total});
    gains.push_back(pure_of(costs, none, all).best - chosen.present_value);
  }
  std::sort(gains.begin(), gains.end());
  const auto last = static_cast<double>(gains.size() - 1);
  hybrid.ci95 = evidence::Interval{gains[static_cast<std::size_t>(0.025 * last)], gains[static_cast<std::size_t>(std::ceil(0.975 * last))]};
}

std::optional<std::string> what_is_wrong(const HybridInputs& inputs) {
  if (inputs.hourly_accelerators.empty()) {
    return "needs the accelerators needed hour by hour: from a request log and the sustained capacity (audit), or [workload] "
           "hourly_accelerators";
  }
  if (!(inputs.on_demand_usd_per_gpu_h > 0)) return "needs an equivalent offer billed by the hour to rent the peaks from";
  const double most = *std::max_element(inputs.hourly_accelerators.begin(), inputs.hourly_accelerators.end());
  if (most == 0) return "no hour needs an accelerator";
  if (most * inputs.plan.nodes > kMostNodes * inputs.plan.accelerators) return fmt::format("the peak needs more than {} nodes", kMostNodes);
  return std::nullopt;
}

}  // namespace

std::expected<Hybrid, std::string> cheapest_hybrid(const HybridInputs& inputs) {
  if (auto wrong = what_is_wrong(inputs)) return std::unexpected(std::move(*wrong));
  const LoadDuration load(inputs.hourly_accelerators);
  const Costs costs(inputs);
  const double usable = costs.usable_per_node();
  Hybrid out;
  out.nodes_for_peak = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(load.p99() / usable - 1e-9)));
  for (std::int64_t nodes = 0; nodes <= out.nodes_for_peak; ++nodes) {
    const double served = load.mean_served(usable * static_cast<double>(nodes));
    if (nodes > 0) out.node_utilization.push_back((served - load.mean_served(usable * static_cast<double>(nodes - 1))) / usable);
    out.options.push_back(costs.option(nodes, {.served = served, .total = load.mean()}));
  }
  const auto best = std::min_element(out.options.begin(), out.options.end(),
                                     [](const auto& a, const auto& b) { return a.present_value < b.present_value; });
  const auto pure = pure_of(costs, out.options.front(), out.options.back());
  out.own_nodes = best->nodes;
  out.own_accelerators = costs.accelerators_per_node() * static_cast<double>(best->nodes);
  out.rent_gpu_h_per_year = (load.mean() - load.mean_served(usable * static_cast<double>(best->nodes))) * kHoursPerYear;
  out.rent_gpu_h = out.rent_gpu_h_per_year * inputs.terms.months / 12;
  out.usd = best->usd;
  out.npv_usd = pure.rent - best->present_value;
  out.npv_vs_best_pure_usd = pure.best - best->present_value;
  out.saving = pure.best > 0 ? out.npv_vs_best_pure_usd / pure.best : 0;
  resample(inputs, costs, out);
  return out;
}

}  // namespace accelprep::economics

#include "workload/traffic_generate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/random.h"
#include "base/time.h"

namespace accelprep::workload {
namespace {

using records::LengthCell;
using records::Request;
using records::TrafficModel;

constexpr std::int64_t kHourS = 3600;
constexpr std::int64_t kTenMinutesS = 600;

// The model's steps that are played, in order.
std::vector<double> played(const TrafficModel& model, const TrafficOptions& options) {
  const auto& levels = model.levels;
  if (levels.empty()) return {};
  const double span_s =
      options.span_s.value_or(static_cast<double>(levels.size()) * static_cast<double>(model.step_s) / options.compression);
  const auto wanted = static_cast<std::size_t>(std::max(1.0, std::ceil(span_s / static_cast<double>(model.step_s))));
  std::vector<double> steps = levels;
  if (options.compression > 1) {
    const auto stretch_s = model.span_s < 6 * static_cast<double>(kHourS) ? kTenMinutesS : kHourS;
    const auto stretch = std::max<std::size_t>(1, static_cast<std::size_t>(stretch_s / model.step_s));
    const auto keep = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(static_cast<double>(stretch) / options.compression)));
    steps.clear();
    for (std::size_t from = 0; from < levels.size(); from += stretch) {
      const auto to = std::min(levels.size(), from + stretch);
      const auto peak = static_cast<std::size_t>(
          std::max_element(levels.begin() + static_cast<std::ptrdiff_t>(from), levels.begin() + static_cast<std::ptrdiff_t>(to)) -
          levels.begin());
      const auto length = std::min(keep, to - from);
      const auto begin = std::clamp(peak - std::min(peak, length / 2), from, to - length);
      steps.insert(steps.end(), levels.begin() + static_cast<std::ptrdiff_t>(begin),
                   levels.begin() + static_cast<std::ptrdiff_t>(begin + length));
    }
  }
  std::vector<double> out;
  out.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i) out.push_back(steps[i % steps.size()]);
  return out;
}

double low_of(std::int64_t length_class) { return length_class == 0 ? 0 : std::exp2(static_cast<double>(length_class - 1) / 4); }
double high_of(std::int64_t length_class) { return length_class == 0 ? 0 : std::exp2(static_cast<double>(length_class) / 4); }

// Uniform about the class's mean, within the class.
std::int64_t length_in(base::Rng& rng, std::int64_t length_class, double mean) {
  const double reach = std::max(0.0, std::min(mean - low_of(length_class), high_of(length_class) - mean));
  return std::max<std::int64_t>(length_class == 0 ? 0 : 1, std::llround(mean + rng.uniform(-reach, reach)));
}

class Lengths {
 public:
  explicit Lengths(const std::vector<LengthCell>& cells) : cells_(cells) {
    for (const auto& cell : cells) up_to_.push_back((up_to_.empty() ? 0 : up_to_.back()) + cell.count);
  }
  void draw(base::Rng& rng, Request& request) const {
    if (cells_.empty()) return;
    const auto at = static_cast<std::int64_t>(rng.below(static_cast<std::size_t>(up_to_.back())));
    const auto& cell = cells_[static_cast<std::size_t>(std::upper_bound(up_to_.begin(), up_to_.end(), at) - up_to_.begin())];
    request.input_tokens = length_in(rng, cell.input_class, cell.input_sum / static_cast<double>(cell.count));
    request.output_tokens = length_in(rng, cell.output_class, cell.output_sum / static_cast<double>(cell.count));
  }

 private:
  const std::vector<LengthCell>& cells_;
  std::vector<std::int64_t> up_to_;
};

FitRow row(std::string what, const std::optional<double>& log, const std::optional<double>& model) {
  return {.what = std::move(what), .log = log, .model = model};
}

}  // namespace

std::vector<Request> draw_traffic(const TrafficModel& model, const TrafficOptions& options) {
  base::Rng rng(options.seed.value_or(model.seed));
  const Lengths lengths(model.lengths);
  const auto steps = played(model, options);
  const auto step_s = static_cast<double>(model.step_s);
  std::vector<Request> out;
  // Work is counted in expected requests: the n-th comes when the rate has added up to the n-th gap's end.
  double due = model.gap_cv < 0.5 ? 1 : rng.exponential(1);
  double done = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double expected = steps[i] * model.rate_per_s * step_s;
    while (expected > 0 && due < done + expected) {
      double at_s = static_cast<double>(i) * step_s + (due - done) / expected * step_s;
      if (model.batch_s > 0) at_s = std::floor(at_s / model.batch_s) * model.batch_s;
      Request request{.arrival_ns = model.starts_at_ns + std::llround(at_s * 1e9)};
      lengths.draw(rng, request);
      out.push_back(request);
      due += model.gap_cv < 0.5 ? std::max(0.0, 1 + model.gap_cv * rng.normal()) : rng.exponential(1);
    }
    done += expected;
  }
  return out;
}

FitStatement compare_traffic(const ArrivalProfile& log, const ArrivalProfile& model) {
  FitStatement out{.same_class = log.seasonality == model.seasonality && log.burstiness == model.burstiness, .rows = {}, .why = ""};
  out.rows.push_back(row("rate_per_s", log.rate_per_s, model.rate_per_s));
  out.rows.push_back(row("peak_to_mean_hour", log.peak_to_mean_hour, model.peak_to_mean_hour));
  out.rows.push_back(row("interarrival_cv", log.interarrival_cv, model.interarrival_cv));
  for (const auto& [key, value] : log.excess_modulation) {
    const auto found = model.excess_modulation.find(key);
    out.rows.push_back(row("excess_modulation " + key, value, found == model.excess_modulation.end() ? std::nullopt : found->second));
  }
  constexpr double kSmallest = 0.03;  // below it chance decides
  std::string of;
  for (const auto& [what, mine, theirs] : out.rows) {
    if (!mine || !theirs || what == "interarrival_cv" || *mine < kSmallest) continue;
    const double off = std::abs(*theirs - *mine) / *mine;
    if (off > out.worst) out.worst = off, of = what;
  }
  out.why =
      fmt::format("the model's arrivals fall {} as the log's ({}, {}); {}", out.same_class ? "into the same class" : "into another class",
                  name_of(log.seasonality), name_of(log.burstiness),
                  of.empty() ? "rate and bursts agree" : fmt::format("the largest difference is {:.0f} %, in {}", 100 * out.worst, of));
  return out;
}

}  // namespace accelprep::workload

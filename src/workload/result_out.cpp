// An imported run as measurements.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "records/metric_definitions.h"
#include "workload/result_grade.h"

namespace accelprep::workload {
namespace {

using evidence::Absent;
using evidence::Measurement;
using records::BenchmarkRun;
using Attributes = std::vector<std::pair<std::string, std::string>>;

// Which measurement a metric is, by the family of its definition; others stay in the table of the run.
constexpr auto kFamilies = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"ttft", "imported_ttft"},
    {"tpot", "imported_tpot"},
    {"itl", "imported_itl"},
    {"e2e", "imported_e2e"},
    {"send_delay", "imported_send_delay"},
    {"goodput", "imported_goodput"},
});

// Statistics that are kept; the table of the run has all.
constexpr auto kKeptLevels = std::to_array<double>({0.50, 0.90, 0.95, 0.99});

class Maker {
 public:
  Maker(const GradedRun& graded, const evidence::Origin& origin) : graded_(graded), origin_(origin) {}

  void add(std::string_view id, evidence::Value value, Attributes more) {
    auto out = evidence::measured_from(origin_, {.id = id, .value = std::move(value), .method = method()});
    out.attributes = {{"tool", graded_.run.tool}, {"grade", std::string(name_of(graded_.judgement.grade))}};
    if (!graded_.run.label.empty()) out.attributes.emplace_back("run", graded_.run.label);
    out.attributes.insert(out.attributes.end(), more.begin(), more.end());
    measurements_.push_back(std::move(out));
  }
  void add_number(std::string_view id, std::optional<double> value, std::string_view key) {
    add(id, value ? evidence::Value(*value) : evidence::Value(Absent{reason_for(graded_.run, key)}), {});
  }
  void add_metric(std::string_view id, const records::ResultMetric& metric) {
    const auto one = [&](std::string statistic, double value) {
      Attributes more{{"definition", std::string(metric.definition)}, {"statistic", std::move(statistic)}};
      if (metric.n) more.emplace_back("n", fmt::format("{}", *metric.n));
      add(id, value, std::move(more));
    };
    if (metric.mean) one("mean", *metric.mean);
    for (const auto& quantile : metric.quantiles) {
      const bool kept = std::find(kKeptLevels.begin(), kKeptLevels.end(), quantile.level) != kKeptLevels.end();
      if (kept) one(fmt::format("p{:g}", quantile.level * 100), quantile.value);
    }
  }
  std::vector<Measurement> take() { return std::move(measurements_); }

 private:
  [[nodiscard]] std::string method() const {
    const auto& run = graded_.run;
    return fmt::format("as {}{} wrote it", run.tool, run.tool_version.empty() ? "" : " " + run.tool_version);
  }
  const GradedRun& graded_;
  const evidence::Origin& origin_;
  std::vector<Measurement> measurements_;
};

std::optional<double> as_number(std::optional<std::int64_t> count) {
  return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

}  // namespace

evidence::Origin result_origin(const BenchmarkRun& run, evidence::Origin given) {
  auto& subject = given.subject;
  if (subject.accelerator.empty()) subject.accelerator = run.accelerator.empty() ? "unknown" : run.accelerator;
  if (subject.count == 0) subject.count = run.accelerators.value_or(0);
  const bool placed = run.started && run.ended && run.started->has_zone && run.ended->has_zone && run.started->ns <= run.ended->ns;
  if (placed) given.window = evidence::Window{.from_ns = run.started->ns, .to_ns = run.ended->ns};
  return given;
}

std::vector<Measurement> result_measurements(const GradedRun& graded, const evidence::Origin& origin) {
  const auto& run = graded.run;
  Maker maker(graded, origin);
  std::string why;
  for (const auto& reason : graded.judgement.reasons) why += (why.empty() ? "" : "; ") + reason.text;
  maker.add("imported_grade", std::string(name_of(graded.judgement.grade)), {{"why", why}});
  maker.add_number("imported_offered_rate", run.offered_per_s, "offered_per_s");
  maker.add_number("imported_achieved_rate", run.achieved_per_s, "achieved_per_s");
  maker.add_number("imported_run_duration", run.duration_s, "duration_s");
  maker.add_number("imported_completed_requests", as_number(run.counts.completed), "counts.completed");
  maker.add_number("imported_failed_requests", as_number(run.counts.failed), "counts.failed");
  maker.add_number("imported_incomplete_requests", as_number(run.counts.incomplete), "counts.incomplete");
  for (const auto& metric : run.metrics) {
    const auto family = records::family_of(metric.definition);
    const auto* row = std::find_if(kFamilies.begin(), kFamilies.end(), [&](const auto& known) { return known.first == family; });
    if (row != kFamilies.end()) maker.add_metric(row->second, metric);
    if (metric.definition == "rate.output_tokens") maker.add_metric("imported_output_token_rate", metric);
  }
  return maker.take();
}

}  // namespace accelprep::workload

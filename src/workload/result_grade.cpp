#include "workload/result_grade.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "base/time.h"
#include "records/metric_definitions.h"

namespace accelprep::workload {
namespace {

using records::BenchmarkRun;
using records::ResultArrival;
using records::ResultPrompts;
using Reasons = std::vector<GradeReason>;

constexpr std::array<std::string_view, 3> kGradeNames{"high", "medium", "low"};
constexpr double kConfidence = 0.99;  // LoadGen's early stopping

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

void judge_length(const BenchmarkRun& run, const ResultPolicy& policy, Reasons& out) {
  const auto lasted = run.duration_s ? run.duration_s : run.duration_least_s;
  if (!lasted) {
    out.push_back({"run_length_unknown", ResultGrade::medium, "how long the run lasted is not known: " + reason_for(run, "duration_s")});
    return;
  }
  if (*lasted >= policy.min_duration_s) return;
  const bool far_too_short = *lasted < policy.short_share * policy.min_duration_s;
  out.push_back({"run_length", far_too_short ? ResultGrade::low : ResultGrade::medium,
                 fmt::format("it lasted {}, of the {} it should: too short to show what a warm accelerator holds",
                             base::format_duration(*lasted), base::format_duration(policy.min_duration_s))});
}

// All requests of the run, as far as the file counts them; nothing where it counts only those that were lost.
std::optional<std::int64_t> all_requests(const BenchmarkRun& run) {
  const auto& counts = run.counts;
  if (!counts.sent && !counts.completed) return std::nullopt;
  const auto known = counts.completed.value_or(0) + counts.failed.value_or(0) + counts.incomplete.value_or(0);
  return std::max(known, counts.sent.value_or(0));
}

// "11 of 946 requests (1.2 %)"
struct Lost {
  std::string text;
  bool many = false;
};
Lost lost_of(std::int64_t lost, const BenchmarkRun& run, const ResultPolicy& policy) {
  const auto all = all_requests(run);
  if (!all) return {.text = fmt::format("{} requests", lost), .many = false};
  const double share = static_cast<double>(lost) / static_cast<double>(*all);
  return {.text = fmt::format("{} of {} requests ({})", lost, *all, percent(share)), .many = share > policy.max_lost_share};
}

void judge_lost(const BenchmarkRun& run, const ResultPolicy& policy, Reasons& out) {
  if (!run.counts.failed) {
    out.push_back({"errors_unknown", ResultGrade::medium, "whether requests failed is not known: " + reason_for(run, "counts.failed")});
  } else if (*run.counts.failed > 0) {
    const auto lost = lost_of(*run.counts.failed, run, policy);
    out.push_back({lost.many ? "failed_requests" : "errors_left_out", lost.many ? ResultGrade::low : ResultGrade::medium,
                   fmt::format("{} failed, and the latencies are of the others alone{}", lost.text,
                               lost.many ? ": so many are lost that the 99th percentile of all is not known" : "")});
  }
  if (run.counts.incomplete.value_or(0) <= 0) return;
  const auto lost = lost_of(*run.counts.incomplete, run, policy);
  out.push_back({"incomplete_requests", lost.many ? ResultGrade::low : ResultGrade::medium,
                 fmt::format("{} were still open when the run ended, and the slowest of them are in no latency", lost.text)});
}

void judge_rate(const BenchmarkRun& run, const ResultPolicy& policy, Reasons& out) {
  if (!run.offered_per_s) return;
  if (!run.achieved_per_s) {
    out.push_back({"achieved_unknown", ResultGrade::medium,
                   "whether the offered rate was achieved is not known: " + reason_for(run, "achieved_per_s")});
    return;
  }
  const double share = *run.achieved_per_s / *run.offered_per_s;
  if (share >= policy.full_achieved_share) return;
  const int decimals = *run.offered_per_s < 10 ? 2 : 1;
  out.push_back(
      {"fell_behind", share < policy.min_achieved_share ? ResultGrade::low : ResultGrade::medium,
       fmt::format("{:.{}f} of {:.{}f} requests a second offered were achieved ({}): server or client fell behind, and the file does "
                   "not say which",
                   *run.achieved_per_s, decimals, *run.offered_per_s, decimals, percent(share))});
}

void judge_arrival(const BenchmarkRun& run, Reasons& out) {
  switch (run.arrival) {
    case ResultArrival::closed_loop:
      out.push_back(
          {"closed_loop", ResultGrade::medium,
           fmt::format("a closed loop{}: a slow answer holds the next request back, so the latencies are not those of real arrivals",
                       run.concurrency ? fmt::format(" of {:g} requests in flight", *run.concurrency) : "")});
      break;
    case ResultArrival::all_at_once:
      out.push_back({"all_at_once", ResultGrade::low,
                     "all requests were sent at once: the throughput is an offline one, and the latencies are the length of the queue"});
      break;
    case ResultArrival::unknown:
      out.push_back({"arrival_unknown", ResultGrade::medium,
                     "whether requests came by a schedule or waited for answers is not known: " + reason_for(run, "arrival")});
      break;
    case ResultArrival::open_loop:
      if (run.concurrency && *run.concurrency < static_cast<double>(all_requests(run).value_or(std::numeric_limits<std::int64_t>::max()))) {
        out.push_back({"capped", ResultGrade::medium,
                       fmt::format("at most {:g} requests were let in flight, which may have held requests back", *run.concurrency)});
      }
      break;
    case ResultArrival::trace:
      break;
  }
}

void judge_warmup(const BenchmarkRun& run, Reasons& out) {
  if (!run.warmup_excluded) {
    out.push_back({"warmup_unknown", ResultGrade::medium,
                   "whether the first, cold requests count is not known: " + reason_for(run, "warmup_excluded")});
  } else if (!*run.warmup_excluded) {
    out.push_back({"no_warmup", ResultGrade::medium, "no warm-up was left out: requests to a cold server count"});
  }
}

// The highest quantile that any latency shows.
double highest_shown(const BenchmarkRun& run) {
  double highest = 0;
  for (const auto& metric : run.metrics) {
    if (!records::is_latency(metric.definition) || metric.quantiles.empty()) continue;
    highest = std::max(highest, metric.quantiles.back().level);
  }
  return highest;
}

void judge_requests(const BenchmarkRun& run, Reasons& out) {
  const double highest = highest_shown(run);
  if (highest == 0) return;
  if (!run.counts.completed) {
    out.push_back({"requests_unknown", ResultGrade::medium,
                   "of how many requests its percentiles are is not known: " + reason_for(run, "counts.completed")});
    return;
  }
  const auto n = *run.counts.completed;
  if (n >= requests_for(highest)) return;
  out.push_back(
      {"few_requests", n < requests_for(0.90) ? ResultGrade::low : ResultGrade::medium,
       fmt::format("it shows the {:g}th percentile of {} requests, which takes {} at least", highest * 100, n, requests_for(highest))});
}

void judge_prompts(const BenchmarkRun& run, Reasons& out) {
  if (run.prompts == ResultPrompts::random_fixed) {
    out.push_back({"synthetic_prompts", ResultGrade::medium,
                   "prompts are made up and of one length: real lengths vary, and real prompts share prefixes that a cache knows"});
  } else if (run.prompts == ResultPrompts::random_varied || run.prompts == ResultPrompts::random) {
    out.push_back({"synthetic_prompts", ResultGrade::medium, "prompts are made up: real ones share prefixes that a cache knows"});
  }
}

bool has(const BenchmarkRun& run, std::string_view definition) {
  return std::any_of(run.metrics.begin(), run.metrics.end(), [&](const auto& metric) { return metric.definition == definition; });
}

std::vector<std::string> caveats_of(const BenchmarkRun& run) {
  std::vector<std::string> out;
  if (has(run, "ttft.any_chunk")) {
    out.emplace_back(
        "time to first token ends at the first message of the stream, which may be empty: other tools wait for content and show "
        "longer ones");
  }
  if (has(run, "ttft.content_with_connect")) {
    out.emplace_back("time to first token has the opening of a connection in it: other tools keep connections and show shorter ones");
  }
  if (has(run, "tpot.incl_first")) {
    out.emplace_back(
        "time per output token has the wait for the first token in it: hold inter-token latency against other tools' time per "
        "output token instead");
  }
  if (has(run, "itl.per_chunk")) {
    out.emplace_back(
        "inter-token latency is of pieces of the stream, not of tokens: its percentiles say how the stream is cut, not how fast "
        "tokens come");
  }
  const bool due = has(run, "e2e.scheduled_to_end") || has(run, "ttft.scheduled");
  if (run.arrival == ResultArrival::open_loop && !due) {
    out.emplace_back("latencies count from sending, not from when a request was due: what the client was late by is in none of them");
  }
  return out;
}

}  // namespace

std::string_view name_of(ResultGrade grade) { return kGradeNames[static_cast<std::size_t>(grade)]; }

std::int64_t requests_for(double level) {
  if (!(level > 0)) return 1;
  return static_cast<std::int64_t>(std::ceil(std::log(1 - kConfidence) / std::log(level)));
}

std::optional<double> supported_level(const records::ResultMetric& metric, const BenchmarkRun& run) {
  auto n = run.counts.completed;
  if (metric.n) n = std::min(n.value_or(*metric.n), *metric.n);
  if (!n) return std::nullopt;
  std::optional<double> highest;
  for (const auto& quantile : metric.quantiles) {
    if (quantile.level >= 0.5 && requests_for(quantile.level) <= *n) highest = quantile.level;
  }
  return highest;
}

std::string reason_for(const BenchmarkRun& run, std::string_view key) {
  const auto found = std::find_if(run.gaps.begin(), run.gaps.end(), [&](const auto& gap) { return gap.key == key; });
  return found == run.gaps.end() ? "the file does not carry it" : found->reason;
}

ResultJudgement judge_result(const BenchmarkRun& run, const JudgeOptions& options) {
  ResultJudgement out;
  if (!run.invalid.empty()) {
    out.reasons.push_back({"declared_invalid", ResultGrade::low, "the tool itself says that the run does not count: " + run.invalid});
  }
  judge_length(run, options.policy, out.reasons);
  judge_rate(run, options.policy, out.reasons);
  judge_lost(run, options.policy, out.reasons);
  judge_arrival(run, out.reasons);
  judge_requests(run, out.reasons);
  judge_warmup(run, out.reasons);
  judge_prompts(run, out.reasons);
  if (!options.vendor.empty()) {
    out.reasons.push_back({"vendor", ResultGrade::medium,
                           fmt::format("it is {}'s own file: what was tuned and which runs were dropped is not known", options.vendor)});
  }
  std::stable_sort(out.reasons.begin(), out.reasons.end(), [](const auto& a, const auto& b) { return a.allows > b.allows; });
  if (!out.reasons.empty()) out.grade = out.reasons.front().allows;
  out.caveats = caveats_of(run);
  return out;
}

}  // namespace accelprep::workload

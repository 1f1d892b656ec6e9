#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "report/profile_report.h"
#include "statistics/quantiles.h"
#include "workload/lengths.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<const char*, double>, 4> kQuantiles{{{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}}};

std::optional<double> largest(const records::Sketch& sketch) { return statistics::quantile(sketch, 1); }

Json sketch_json(const records::Sketch& sketch) {
  Json out = {{"mean", number_or_null(statistics::mean(sketch))}};
  for (const auto& [name, q] : kQuantiles) out[name] = number_or_null(statistics::quantile(sketch, q));
  out["max"] = number_or_null(largest(sketch));
  out["count"] = sketch.count;
  return out;
}

// With the cliff at a limit, where there is one.
Json lengths_json(const records::Sketch& sketch) {
  auto out = sketch_json(sketch);
  const auto cap = workload::find_cap(sketch);
  out["cap"] = cap ? Json{{"tokens", cap->at}, {"share", cap->share}} : Json(nullptr);
  return out;
}

Json interval_json(const std::optional<statistics::ConfidenceInterval>& interval) {
  return interval ? Json{interval->low, interval->high} : Json(nullptr);
}

Json prefix_json(const records::PrefixReuse& prefix) {
  const auto share = [&](std::int64_t blocks) {
    return prefix.blocks > 0 ? static_cast<double>(blocks) / static_cast<double>(prefix.blocks) : 0;
  };
  Json caches = Json::array();
  for (const auto& cache : prefix.by_cache) {
    caches.push_back({{"blocks", cache.blocks},
                      {"tokens", prefix.block_tokens > 0 ? Json(cache.blocks * prefix.block_tokens) : Json(nullptr)},
                      {"hit_rate", share(cache.hits)}});
  }
  return {{"block_tokens", prefix.block_tokens > 0 ? Json(prefix.block_tokens) : Json(nullptr)},
          {"blocks", prefix.blocks},
          {"distinct_blocks", prefix.distinct_blocks},
          {"hit_rate_infinite", share(prefix.reused_blocks)},
          {"by_cache", std::move(caches)},
          {"basis", prefix.by_session ? "sessions: each turn is taken to repeat what came before it" : "block ids"}};
}

Json sessions_json(const records::Sessions& sessions) {
  return {{"count", sessions.count},
          {"requests", sessions.requests},
          {"turns", sketch_json(sessions.turns)},
          {"think_s", sketch_json(sessions.think_s)},
          {"think_from", sessions.ends_known ? "the end of the answer before" : "the arrival before"}};
}

// Octaves of prompt and answer lengths, from and to (not included), and how many requests lie there.
Json joint_json(const std::vector<records::LengthCell>& lengths) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> octaves;  // 0: no token; k: 2^(k-1) to below 2^k
  for (const auto& cell : lengths) octaves[{(cell.input_class + 3) / 4, (cell.output_class + 3) / 4}] += cell.count;
  const auto from = [](std::int64_t octave) { return octave == 0 ? std::int64_t{0} : std::int64_t{1} << (octave - 1); };
  Json out = Json::array();
  for (const auto& [at, count] : octaves) {
    out.push_back({{"input_from", from(at.first)},
                   {"input_to", from(at.first + 1)},
                   {"output_from", from(at.second)},
                   {"output_to", from(at.second + 1)},
                   {"count", count}});
  }
  return out;
}

Json fit_json(const workload::FitStatement& fit) {
  Json rows = Json::array();
  for (const auto& [what, log, model] : fit.rows) {
    rows.push_back({{"figure", what}, {"log", number_or_null(log)}, {"model", number_or_null(model)}});
  }
  return {{"same_class", fit.same_class}, {"largest_difference", fit.worst}, {"why", fit.why}, {"figures", std::move(rows)}};
}

Json map_json(const std::map<std::string, std::optional<double>>& values) {
  Json out = Json::object();
  for (const auto* key : {"1s", "10s", "60s", "3600s", "10s|600s", "60s|1200s", "60s|3600s", "600s|21600s"}) {
    if (const auto found = values.find(key); found != values.end()) out[key] = number_or_null(found->second);
  }
  return out;
}

Json requests_json(const ProfileView& view) {
  const auto& summary = view.summary;
  Json gaps = Json::array();
  for (const auto& gap : view.profile.gaps) {
    gaps.push_back({{"from", base::format_time(gap.span.from_ns)},
                    {"to", base::format_time(gap.span.to_ns)},
                    {"why", gap.why},
                    {"taken_as_written", gap.written}});
  }
  const bool of_requests = summary.counted == "requests";
  const bool single = summary.bin_s == 0;  // rows are requests, of which more is known than how many
  return {{"count", of_requests ? Json(summary.count) : Json(nullptr)},
          {"counted", summary.counted},
          {"interval_s", summary.bin_s > 0 ? Json(summary.bin_s) : Json(nullptr)},
          {"failed", single ? Json(summary.failed) : Json(nullptr)},
          {"rejected_rows", rejected_json(summary.rejected)},
          {"first", base::format_time(summary.first_ns)},
          {"last", base::format_time(summary.last_ns)},
          {"time_zone_known", summary.has_zone},
          {"span_s", view.profile.span_s},
          {"rate_per_s", view.profile.rate_per_s},
          {"rate_ci95_per_s", interval_json(view.profile.rate_ci95)},
          {"timestamp_quantum_s", summary.quantum_s > 0 ? Json(summary.quantum_s) : Json(nullptr)},
          {"out_of_order", single ? Json(summary.out_of_order) : Json(nullptr)},
          {"duplicate_timestamps", single ? Json(summary.duplicate_timestamps) : Json(nullptr)},
          {"gaps", std::move(gaps)}};
}

Json arrival_json(const ProfileView& view) {
  const auto& p = view.profile;
  return {{"pattern", workload::name_of(p.pattern)},
          {"load_factor", number_or_null(p.load_factor)},
          {"load_factor_ci95", interval_json(p.load_factor_ci95)},
          {"seasonality", workload::name_of(p.seasonality)},
          {"burstiness", workload::name_of(p.burstiness)},
          {"grade", p.high_grade ? "high" : "low"},
          {"why", p.why},
          {"doubts", p.doubts},
          {"trend", workload::name_of(p.trend)},
          {"change_per_week", number_or_null(p.change_per_week)},
          {"interarrival_cv", number_or_null(p.interarrival_cv)},
          {"local_cv_600s", number_or_null(p.local_cv_600s)},
          {"dispersion", map_json(p.dispersion)},
          {"excess_modulation", map_json(p.excess_modulation)},
          {"acf_24h", number_or_null(p.acf_24h)},
          {"acf_24h_detrended", number_or_null(p.acf_24h_detrended)},
          {"acf_168h", number_or_null(p.acf_168h)},
          {"seasonal_strength_24h", number_or_null(p.seasonal_strength_24h)},
          {"daily_power_share", number_or_null(p.daily_power_share)},
          {"dominant_period_h", number_or_null(p.dominant_period_h)},
          {"peak_to_mean_hour", number_or_null(p.peak_to_mean_hour)},
          {"peak_to_mean_hour_ci95", interval_json(p.peak_to_mean_ci95)},
          {"hours_below_10pct_of_peak", number_or_null(p.hours_below_10pct_of_peak)},
          {"weekend_over_weekday", number_or_null(p.weekend_over_weekday)},
          {"longest_silence_s", view.summary.longest_silence_s}};
}

std::vector<MissingItem> missing_of(const ProfileView& view) {
  const auto& p = view.profile;
  std::vector<MissingItem> out = view.envelope.missing;
  const auto need = [&](const std::optional<double>& value, const char* id, const char* reason) {
    if (!value) out.push_back({id, reason});
  };
  need(p.load_factor, "arrival.load_factor", "the log covers less than 24 whole hours");
  need(p.peak_to_mean_hour, "arrival.peak_to_mean_hour", "the log covers less than 24 whole hours");
  need(p.hours_below_10pct_of_peak, "arrival.hours_below_10pct_of_peak", "the log covers less than 24 whole hours");
  need(p.acf_24h, "arrival.acf_24h", "fewer than 32 whole hours are known");
  need(p.acf_168h, "arrival.acf_168h", "the log covers less than 14 days");
  need(p.seasonal_strength_24h, "arrival.seasonal_strength_24h", "the log covers less than 48 whole hours");
  if (view.summary.counted != "requests") out.push_back({"requests.count", "the log counts " + view.summary.counted + ", not requests"});
  const bool counts = view.summary.bin_s > 0;
  for (const auto* id : {"requests.failed", "requests.out_of_order", "requests.duplicate_timestamps"}) {
    if (counts) out.push_back({id, "a log of counts has no single arrivals"});
  }
  for (const auto& [key, value] : p.excess_modulation) {
    if (!value) {
      out.push_back({"arrival.excess_modulation." + key, counts ? "the intervals of the log are longer than the bin, or the log is shorter "
                                                                  "than the window"
                                                                : "the log is shorter than the window"});
    }
  }
  need(p.interarrival_cv, "arrival.interarrival_cv",
       counts                   ? "a log of counts has no single arrivals"
       : view.summary.count > 2 ? "of several logs of one time it is not known who came after whom"
                                : "fewer than three requests");
  if (view.summary.input_tokens.count == 0) out.push_back({"tokens.input", "no column was mapped to it"});
  if (view.summary.output_tokens.count == 0) out.push_back({"tokens.output", "no column was mapped to it"});
  if (view.summary.e2e_s.count == 0) out.push_back({"concurrency.mean", "the log carries no latency"});
  if (!view.summary.prefix) out.push_back({"prefix", "the log names no blocks of its prompts, nor sessions"});
  if (!view.summary.sessions) out.push_back({"sessions", "the log does not say which request is of which conversation"});
  need(workload::length_correlation(view.summary.lengths), "tokens.correlation", "fewer than 300 requests carry both lengths");
  need(p.rate_ci95 ? std::optional(p.rate_ci95->low) : std::nullopt, "requests.rate_ci95_per_s", "the log covers less than seven days");
  return out;
}

}  // namespace

std::string profile_json(const ProfileView& view) {
  auto json = begin_json(view.envelope);
  json["context"]["format"] = view.format;
  json["context"]["notes"] = view.notes;
  json["requests"] = requests_json(view);
  json["arrival"] = arrival_json(view);
  json["tokens"] = {{"input", lengths_json(view.summary.input_tokens)},
                    {"output", lengths_json(view.summary.output_tokens)},
                    {"correlation", number_or_null(workload::length_correlation(view.summary.lengths))},
                    {"joint", joint_json(view.summary.lengths)}};
  json["concurrency"] = {{"mean", number_or_null(workload::mean_concurrency(view.summary, view.profile.rate_per_s))},
                         {"method", "Little's law"}};
  json["prefix"] = view.summary.prefix ? prefix_json(*view.summary.prefix) : Json(nullptr);
  json["sessions"] = view.summary.sessions ? sessions_json(*view.summary.sessions) : Json(nullptr);
  if (view.fit) json["fit"] = fit_json(*view.fit);
  if (view.summary.e2e_s.count > 0) json["latency"]["e2e_s"] = sketch_json(view.summary.e2e_s);
  if (view.summary.ttft_s.count > 0) json["latency"]["ttft_s"] = sketch_json(view.summary.ttft_s);
  if (view.summary.tpot_s.count > 0) json["latency"]["tpot_s"] = sketch_json(view.summary.tpot_s);
  Json hourly = Json::array();
  const bool input = view.summary.input_tokens.count > 0;
  const bool output = view.summary.output_tokens.count > 0;
  for (const auto& hour : view.summary.hours) {
    hourly.push_back({{"start", base::format_time(hour.start_ns)},
                      {"count", hour.count},
                      {"input_tokens", input ? Json(hour.input_tokens) : Json(nullptr)},
                      {"output_tokens", output ? Json(hour.output_tokens) : Json(nullptr)}});
  }
  json["hourly"] = std::move(hourly);
  Envelope envelope = view.envelope;
  envelope.missing = missing_of(view);
  return finish_json(std::move(json), envelope);
}

}  // namespace accelprep::report

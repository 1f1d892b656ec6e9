#include "report/profile_report.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "report/format.h"
#include "report/sparkline.h"
#include "report/text_table.h"
#include "statistics/quantiles.h"

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
    gaps.push_back({{"from", base::format_time(gap.span.from_ns)}, {"to", base::format_time(gap.span.to_ns)}, {"why", gap.why}});
  }
  return {{"count", summary.count},
          {"failed", summary.failed},
          {"rejected_rows", rejected_json(summary.rejected)},
          {"first", base::format_time(summary.first_ns)},
          {"last", base::format_time(summary.last_ns)},
          {"time_zone_known", summary.has_zone},
          {"span_s", view.profile.span_s},
          {"rate_per_s", view.profile.rate_per_s},
          {"timestamp_quantum_s", summary.quantum_s > 0 ? Json(summary.quantum_s) : Json(nullptr)},
          {"out_of_order", summary.out_of_order},
          {"duplicate_timestamps", summary.duplicate_timestamps},
          {"gaps", std::move(gaps)}};
}

Json arrival_json(const ProfileView& view) {
  const auto& p = view.profile;
  return {{"pattern", workload::name_of(p.pattern)},
          {"load_factor", number_or_null(p.load_factor)},
          {"seasonality", workload::name_of(p.seasonality)},
          {"burstiness", workload::name_of(p.burstiness)},
          {"grade", p.high_grade ? "high" : "low"},
          {"why", p.why},
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
  for (const auto& [key, value] : p.excess_modulation) {
    if (!value) out.push_back({"arrival.excess_modulation." + key, "the log is shorter than the window"});
  }
  if (view.summary.input_tokens.count == 0) out.push_back({"tokens.input", "no column was mapped to it"});
  if (view.summary.output_tokens.count == 0) out.push_back({"tokens.output", "no column was mapped to it"});
  return out;
}

std::string tokens(double value) { return significant(value, value < 100 ? 3 : 4); }

std::string lengths_text(const ProfileView& view) {
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"tokens", "mean", "p50", "p90", "p95", "p99", "max"});
  for (const auto& [name, sketch] : {std::pair("prompt", &view.summary.input_tokens), std::pair("answer", &view.summary.output_tokens)}) {
    if (sketch->count == 0) continue;
    std::vector<std::string> row{name, tokens(*statistics::mean(*sketch))};
    for (const auto& [label, q] : kQuantiles) row.push_back(tokens(*statistics::quantile(*sketch, q)));
    row.push_back(tokens(*largest(*sketch)));
    table.add(std::move(row));
  }
  return table.text();
}

// Rows of weekdays, columns of hours; a blank is an hour never seen.
std::string week_text(const ProfileView& view, const evidence::Series& week) {
  constexpr std::array<const char*, 7> kDays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  constexpr std::array<const char*, 5> kShades{"·", "░", "▒", "▓", "█"};
  double peak = 0;
  for (const auto& value : week.columns[0].y) peak = std::max(peak, value.value_or(0));
  std::string out = fmt::format("  requests by hour and weekday ({})\n       0     6     12    18\n",
                                view.timezone.empty() ? "as the log writes time" : view.timezone);
  for (std::size_t day = 0; day < 7; ++day) {
    out += fmt::format("  {}  ", kDays[day]);
    for (std::size_t hour = 0; hour < 24; ++hour) {
      const auto& value = week.columns[0].y[day * 24 + hour];
      out += !value ? " " : kShades[static_cast<std::size_t>(std::lround(peak > 0 ? *value / peak * 4 : 0))];
    }
    out += "\n";
  }
  return out;
}

}  // namespace

std::string profile_json(const ProfileView& view) {
  auto json = begin_json(view.envelope);
  json["context"]["format"] = view.format;
  json["context"]["notes"] = view.notes;
  json["requests"] = requests_json(view);
  json["arrival"] = arrival_json(view);
  json["tokens"] = {{"input", sketch_json(view.summary.input_tokens)}, {"output", sketch_json(view.summary.output_tokens)}};
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

std::string profile_text(const ProfileView& view) {
  const auto& p = view.profile;
  const auto& s = view.summary;
  const auto grade = p.high_grade ? "seven days or more were seen" : "low grade: under seven days were seen";
  std::string out = fmt::format("{} arrivals ({}): {}.\n\n", workload::name_of(p.pattern), grade, p.why);
  TextTable table({TextTable::Align::left, TextTable::Align::left});
  table.add({"log", fmt::format("{}, {} files", view.format, view.envelope.sources.size())});
  table.add({"requests", fmt::format("{}, {} failed", format_count(s.count), format_count(s.failed))});
  table.add({"span", fmt::format("{} to {} ({}){}", base::format_time(s.first_ns), base::format_time(s.last_ns),
                                 base::format_duration(p.span_s), s.has_zone ? "" : ", time zone not known")});
  table.add({"rate", fmt::format("{} a second on average", significant(p.rate_per_s, 3))});
  if (p.load_factor)
    table.add({"load factor", fmt::format("{} (mean hour over the 99th percentile hour)", format_value(*p.load_factor, "fraction"))});
  if (p.hours_below_10pct_of_peak)
    table.add(
        {"quiet hours", fmt::format("{} are below a tenth of the peak hour", format_value(*p.hours_below_10pct_of_peak, "fraction"))});
  if (s.e2e_s.count > 0) {
    table.add({"latency", fmt::format("p50 {}, p99 {} end to end", base::format_duration(*statistics::quantile(s.e2e_s, 0.5)),
                                      base::format_duration(*statistics::quantile(s.e2e_s, 0.99)))});
  }
  for (const auto& gap : p.gaps)
    table.add({"gap", fmt::format("{} to {}: {}", base::format_time(gap.span.from_ns), base::format_time(gap.span.to_ns), gap.why)});
  for (const auto& rows : s.rejected)
    table.add({"rejected", fmt::format("{} rows: {}, first at {}", format_count(rows.count), rows.reason, rows.first)});
  for (const auto& note : view.notes) table.add({"note", note});
  out += table.text();
  const auto series = workload::arrival_series(p, s);
  out += fmt::format("\n  {}\n  requests over time, {} to {}\n", sparkline(series[0].columns[0].y), base::format_time(s.first_ns),
                     base::format_time(s.last_ns));
  if (p.hours.size() >= 48) out += "\n" + week_text(view, series[1]);
  if (s.input_tokens.count + s.output_tokens.count > 0) out += "\n" + lengths_text(view);
  return out;
}

}  // namespace accelprep::report

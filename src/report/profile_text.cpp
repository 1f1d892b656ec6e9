#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "base/time.h"
#include "report/format.h"
#include "report/profile_report.h"
#include "report/sparkline.h"
#include "report/text_table.h"
#include "statistics/quantiles.h"
#include "workload/lengths.h"

namespace accelprep::report {
namespace {

constexpr std::array<std::pair<const char*, double>, 4> kQuantiles{{{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}}};

std::optional<double> largest(const records::Sketch& sketch) { return statistics::quantile(sketch, 1); }

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

std::string interval_text(const std::optional<statistics::ConfidenceInterval>& interval) {
  return interval ? fmt::format(" (95 %: {} to {})", significant(interval->low, 3), significant(interval->high, 3)) : "";
}

void add_caps(TextTable& table, const records::ArrivalSummary& summary) {
  for (const auto& [name, sketch] : {std::pair("prompts", &summary.input_tokens), std::pair("answers", &summary.output_tokens)}) {
    if (const auto cap = workload::find_cap(*sketch)) {
      table.add({"limit", fmt::format("{} of the {} end at {} tokens: a limit, not demand", format_value(cap->share, "fraction"), name,
                                      format_count(std::llround(cap->at)))});
    }
  }
}

std::string prefix_text(const records::PrefixReuse& prefix) {
  const auto share = [&](std::int64_t blocks) {
    return format_value(static_cast<double>(blocks) / static_cast<double>(prefix.blocks), "fraction");
  };
  std::string out = fmt::format("{}{} of the prompts' blocks were seen before",
                                prefix.by_session ? "if each turn repeats what came before: " : "", share(prefix.reused_blocks));
  // The smallest cache with nine tenths of what is to be had.
  const auto enough = std::find_if(prefix.by_cache.begin(), prefix.by_cache.end(),
                                   [&](const auto& cache) { return 10 * cache.hits >= 9 * prefix.reused_blocks; });
  if (enough == prefix.by_cache.end()) return out;
  return out + fmt::format("; a cache of {} holds {}",
                           prefix.block_tokens > 0 ? format_count(enough->blocks * prefix.block_tokens) + " tokens"
                                                   : format_count(enough->blocks) + " blocks",
                           share(enough->hits));
}

std::string sessions_text(const records::Sessions& sessions) {
  auto out = fmt::format("{}, {} requests each on average (p90 {})", format_count(sessions.count),
                         significant(*statistics::mean(sessions.turns), 3), significant(*statistics::quantile(sessions.turns, 0.9), 3));
  if (sessions.think_s.count == 0) return out;
  return out + fmt::format("; the next comes {} after {} (median)", base::format_duration(*statistics::quantile(sessions.think_s, 0.5)),
                           sessions.ends_known ? "the answer" : "the one before");
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

std::string profile_text(const ProfileView& view) {
  const auto& p = view.profile;
  const auto& s = view.summary;
  const auto grade = p.high_grade ? "seven days or more were seen" : "low grade: under seven days were seen";
  std::string out = fmt::format("{} arrivals ({}): {}.\n\n", workload::name_of(p.pattern), grade, p.why);
  TextTable table({TextTable::Align::left, TextTable::Align::left});
  table.add({"log", fmt::format("{}, {} files", view.format, view.envelope.sources.size())});
  if (s.bin_s > 0) table.add({"intervals", base::format_duration(static_cast<double>(s.bin_s))});
  const auto failed = s.bin_s > 0 ? std::string("how many failed is not known") : format_count(s.failed) + " failed";
  table.add({s.counted, fmt::format("{}, {}", format_count(s.count), failed)});
  table.add({"span", fmt::format("{} to {} ({}){}", base::format_time(s.first_ns), base::format_time(s.last_ns),
                                 base::format_duration(p.span_s), s.has_zone ? "" : ", time zone not known")});
  table.add({"rate", fmt::format("{} a second on average{}", significant(p.rate_per_s, 3), interval_text(p.rate_ci95))});
  if (p.load_factor)
    table.add({"load factor", fmt::format("{} (mean hour over the 99th percentile hour)", format_value(*p.load_factor, "fraction"))});
  if (p.hours_below_10pct_of_peak)
    table.add(
        {"quiet hours", fmt::format("{} are below a tenth of the peak hour", format_value(*p.hours_below_10pct_of_peak, "fraction"))});
  if (s.e2e_s.count > 0) {
    table.add({"latency", fmt::format("p50 {}, p99 {} end to end", base::format_duration(*statistics::quantile(s.e2e_s, 0.5)),
                                      base::format_duration(*statistics::quantile(s.e2e_s, 0.99)))});
  }
  if (const auto mean = workload::mean_concurrency(s, p.rate_per_s)) {
    table.add({"concurrency", fmt::format("{} requests in the system on average (Little's law)", significant(*mean, 3))});
  }
  add_caps(table, s);
  if (s.prefix && s.prefix->blocks > 0) table.add({"prefixes", prefix_text(*s.prefix)});
  if (s.sessions) table.add({"sessions", sessions_text(*s.sessions)});
  for (const auto& doubt : p.doubts) table.add({"doubt", doubt});
  for (const auto& gap : p.gaps)
    table.add({"gap", fmt::format("{} to {}: {}", base::format_time(gap.span.from_ns), base::format_time(gap.span.to_ns), gap.why)});
  for (const auto& rows : s.rejected)
    table.add({"rejected", fmt::format("{} rows: {}, first at {}", format_count(rows.count), rows.reason, rows.first)});
  for (const auto& note : view.notes) table.add({"note", note});
  out += table.text();
  const auto series = workload::arrival_series(p, s);
  out += fmt::format("\n  {}\n  requests over time, {} to {}\n", sparkline(series[0].columns[0].y), base::format_time(s.first_ns),
                     base::format_time(s.last_ns));
  if (p.hours.size() >= 48 && workload::has_calendar(s)) out += "\n" + week_text(view, series[1]);
  if (s.input_tokens.count + s.output_tokens.count > 0) out += "\n" + lengths_text(view);
  if (view.fit) out += fmt::format("\n{}\n", "Traffic model: " + view.fit->why + ".");
  return out;
}

}  // namespace accelprep::report

// Imported results for a terminal.
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/text.h"
#include "base/time.h"
#include "records/metric_definitions.h"
#include "report/format.h"
#include "report/import_report.h"
#include "report/text_table.h"

namespace accelprep::report {
namespace {

using records::BenchmarkRun;
using Align = TextTable::Align;

constexpr std::size_t kTextWidth = 96;

std::string indented(const std::string& text, std::string_view first, std::string_view rest) {
  std::string out;
  for (const auto& line : wrapped(text, kTextWidth - first.size())) out += fmt::format("{}{}\n", out.empty() ? first : rest, line);
  return out;
}
std::string paragraph(const std::string& text) { return indented(text, "  ", "  "); }
std::string bullet(const std::string& text) { return indented(text, "  - ", "    "); }

// Latencies are of milliseconds to minutes, and shorter than a duration is shown elsewhere.
std::string shown(std::optional<double> value, std::string_view unit) {
  if (!value) return "-";
  if (unit == "s" && *value != 0 && *value < 1 && *value > -1) return fmt::format("{} ms", significant(*value * 1e3, 3));
  if (unit == "s") return fmt::format("{} s", significant(*value, 4));
  if (unit == "J/token") return fmt::format("{} J/token", significant(*value, 3));
  return format_value(*value, unit);
}

std::string title_of(const ImportedRun& imported) {
  const auto& run = imported.run;
  std::vector<std::string> parts{run.tool + (run.tool_version.empty() ? "" : " " + run.tool_version)};
  if (!run.label.empty()) parts.push_back(run.label);
  if (!run.model.empty()) parts.push_back(run.model);
  return fmt::format("{}\n", fmt::join(parts, ", ")) + paragraph(fmt::format("{}: {}", imported.path, imported.kind));
}

std::string load_line(const BenchmarkRun& run) {
  std::string out = base::replaced(records::name_of(run.arrival), "_", " ");
  if (run.arrival == records::ResultArrival::unknown) out = "arrival unknown";
  if (!run.arrival_shape.empty() && run.arrival_shape != records::name_of(run.arrival)) out += fmt::format(" ({})", run.arrival_shape);
  if (run.concurrency) out += fmt::format(", at most {:g} in flight", *run.concurrency);
  const auto figure = [&](std::optional<double> value, std::string_view key) {
    return value ? format_value(*value, "1/s") : fmt::format("not known ({})", workload::reason_for(run, key));
  };
  return fmt::format("Load: {}; offered {}; achieved {}.", out, figure(run.offered_per_s, "offered_per_s"),
                     figure(run.achieved_per_s, "achieved_per_s"));
}

std::string requests_line(const BenchmarkRun& run) {
  const auto count = [](std::optional<std::int64_t> value) { return value ? format_count(*value) : std::string("not known"); };
  return fmt::format("Requests: sent {}; completed {}; failed {}; incomplete {}.", count(run.counts.sent), count(run.counts.completed),
                     count(run.counts.failed), count(run.counts.incomplete));
}

std::string time_line(const BenchmarkRun& run) {
  std::string length = fmt::format("not known ({})", workload::reason_for(run, "duration_s"));
  if (run.duration_s) {
    length = format_value(*run.duration_s, "s");
  } else if (run.duration_least_s) {
    length = "at least " + format_value(*run.duration_least_s, "s");
  }
  std::string warmup = "warm-up not known";
  if (run.warmup_excluded) warmup = *run.warmup_excluded ? "a warm-up is left out" : "no warm-up was left out";
  const auto begun =
      run.started ? fmt::format(", begun {}{}", base::format_time(run.started->ns), run.started->has_zone ? "" : " (time zone unknown)")
                  : std::string();
  return fmt::format("Length: {}{}; {}; prompts: {}.", length, begun, warmup, base::replaced(records::name_of(run.prompts), "_", ", "));
}

std::optional<double> at_level(const records::ResultMetric& metric, double level) {
  for (const auto& quantile : metric.quantiles) {
    if (quantile.level == level) return quantile.value;
  }
  return std::nullopt;
}

std::string metrics_table(const BenchmarkRun& run) {
  if (run.metrics.empty()) return "  No metric was taken over.\n";
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"metric", "mean", "p50", "p90", "p99", "n"});
  for (const auto& metric : run.metrics) {
    const auto unit = records::find_definition(metric.definition)->unit;
    table.add({std::string(metric.definition), shown(metric.mean, unit), shown(at_level(metric, 0.50), unit),
               shown(at_level(metric, 0.90), unit), shown(at_level(metric, 0.99), unit), metric.n ? format_count(*metric.n) : "-"});
  }
  return table.text();
}

std::string left_out_line(const BenchmarkRun& run) {
  std::vector<std::string> undefined;
  std::string out;
  for (const auto& one : run.left_out) {
    if (one.reason == "no definition here fits it") {
      undefined.push_back(one.name);
    } else {
      out += bullet(fmt::format("left out: {}: {}", one.name, one.reason));
    }
  }
  if (!undefined.empty())
    out += bullet(fmt::format("{} metrics of the tool's own are left out (--format=json lists them)", undefined.size()));
  return out;
}

std::string run_text(const ImportedRun& imported) {
  std::string out = title_of(imported);
  out += paragraph(load_line(imported.run)) + paragraph(requests_line(imported.run)) + paragraph(time_line(imported.run));
  out += metrics_table(imported.run);
  out += fmt::format("  Grade: {}\n", workload::name_of(imported.judgement.grade));
  for (const auto& reason : imported.judgement.reasons) out += bullet(fmt::format("{}: {}", workload::name_of(reason.allows), reason.text));
  for (const auto& caveat : imported.judgement.caveats) out += bullet("compare with care: " + caveat);
  out += left_out_line(imported.run);
  for (const auto& note : imported.run.notes) out += bullet("note: " + note);
  return out + "\n";
}

std::string definitions_text(const std::vector<ImportedRun>& runs) {
  std::set<std::string_view> used;
  for (const auto& imported : runs) {
    for (const auto& metric : imported.run.metrics) used.insert(metric.definition);
  }
  TextTable table({Align::left, Align::left});
  for (const auto& row : records::metric_definitions()) {
    if (used.contains(row.id)) table.add({std::string(row.id), std::string(row.sentence)});
  }
  return used.empty() ? "" : "What the metrics are\n" + table.text();
}

}  // namespace

std::string import_text(const ImportReport& report) {
  std::string out;
  for (const auto& imported : report.runs) out += run_text(imported);
  out += definitions_text(report.runs);
  for (const auto& rows : report.rejected) {
    out += paragraph(fmt::format("Left out: {} rows, {} (first {}).", format_count(rows.count), rows.reason, rows.first));
  }
  for (const auto& note : report.notes) out += paragraph("Note: " + note);
  return out;
}

}  // namespace accelprep::report

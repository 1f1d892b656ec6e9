#include "intake/results/results.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "intake/results/aiperf_records.h"
#include "intake/results/formats.h"
#include "intake/results/yaml_document.h"
#include "records/metric_definitions.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

constexpr std::size_t kMaxDocumentBytes = std::size_t{1} << 29U;  // a document is held in memory, several times its size

std::vector<JsonResultFormat> json_formats() {
  return {aiperf_format(),     guidellm_format(),       vllm_format(),  sglang_format(),
          genai_perf_format(), inference_perf_format(), llm_d_format(), inference_max_format()};
}

std::vector<TextResultFormat> text_formats() {
  return {genai_perf_csv_format(), perf_analyzer_format(), loadgen_summary_format(), loadgen_detail_format()};
}

std::string known_kinds() {
  std::vector<std::string> kinds{std::string(kAiperfRecordsKind)};
  for (const auto& format : json_formats()) kinds.emplace_back(format.kind);
  for (const auto& format : text_formats()) kinds.emplace_back(format.kind);
  return base::join(kinds, ", ");
}

base::Error unknown(const std::string& path, std::string_view text) {
  const auto begins = text.substr(0, text.find('\n'));
  return {ErrorKind::unsupported,
          fmt::format("is no result that is known ({}). It begins \"{}\"", known_kinds(), base::trim(begins.substr(0, 60))), path};
}

const JsonResultFormat* format_of(const JsonView& document) {
  static const auto kFormats = json_formats();
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const auto& format) { return format.recognizes(document); });
  return found == kFormats.end() ? nullptr : &*found;
}

void reject(std::vector<records::RejectedRows>& rejected, const std::string& reason, const std::string& place) {
  const auto same = std::find_if(rejected.begin(), rejected.end(), [&](const auto& rows) { return rows.reason == reason; });
  if (same != rejected.end()) {
    ++same->count;
  } else {
    rejected.push_back({.reason = reason, .count = 1, .first = place});
  }
}

// A document of its own, or a list of them (InferenceMAX writes one).
base::Status add_document(const JsonView& document, ResultFile& into) {
  const auto* format = format_of(document);
  if (format == nullptr) return fail(ErrorKind::unsupported, "is no result that is known");
  if (!into.kind.empty() && into.kind != format->kind) return fail(ErrorKind::unsupported, "is another tool's result than those before it");
  into.kind = format->kind;
  TRY_ASSIGN(auto runs, format->read(document));
  std::move(runs.begin(), runs.end(), std::back_inserter(into.runs));
  ++into.rows;
  return {};
}

struct Reading {
  base::LineReader& lines;
  ResultFile& file;
  std::vector<records::RejectedRows>& rejected;
};

// One document a line. The first line was a whole document; others may be cut off or of another kind, and are counted.
base::Status read_json_lines(const Reading& reading, const JsonDocument& first) {
  AiperfRecords records;
  const bool of_requests = is_aiperf_record(first.root());
  if (of_requests) reading.file.kind = kAiperfRecordsKind;
  const auto take = [&](const JsonView& document) -> base::Status {
    if (!of_requests) return add_document(document, reading.file);
    if (!is_aiperf_record(document)) return fail(ErrorKind::unsupported, "is no request record");
    records.add(document);
    return {};
  };
  if (auto taken = take(first.root()); !taken) {
    taken.error().place = reading.file.path;
    return taken;
  }
  for (;;) {
    TRY_ASSIGN(const auto line, reading.lines.next());
    if (!line) break;
    if (base::trim(*line).empty()) continue;
    const auto document = JsonDocument::parse(std::string(*line), reading.file.path);
    const auto taken = document ? take(document->root()) : base::Status(fail(ErrorKind::invalid_input, "is no JSON"));
    if (!taken) reject(reading.rejected, "a line " + taken.error().message, reading.lines.place());
  }
  if (of_requests) {
    reading.file.rows = records.used();
    reading.file.runs = records.finish();
  }
  return {};
}

base::Result<std::string> rest_of(base::LineReader& lines, std::string text) {
  for (;;) {
    TRY_ASSIGN(const auto line, lines.next());
    if (!line) return text;
    text += '\n';
    text += *line;
    if (text.size() > kMaxDocumentBytes) {
      return fail(ErrorKind::unsupported, fmt::format("is one document of more than {} MiB", kMaxDocumentBytes >> 20U), lines.path());
    }
  }
}

base::Status read_whole_document(const JsonDocument& document, ResultFile& file) {
  const auto root = document.root();
  const std::size_t count = root.is_array() ? root.size() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (auto added = add_document(root.is_array() ? root.item(i) : root, file); !added) {
      added.error().place = file.path;
      return added;
    }
  }
  return {};
}

base::Status read_text(const std::string& text, ResultFile& file) {
  const auto lines = base::lines_of(text);
  for (const auto& format : text_formats()) {
    if (!format.recognizes(lines)) continue;
    file.kind = format.kind;
    auto runs = format.read(lines);
    if (!runs) {
      auto error = std::move(runs).error();
      error.place = error.place.empty() ? file.path : fmt::format("{}: {}", file.path, error.place);
      return std::unexpected(std::move(error));
    }
    file.runs = std::move(*runs);
    file.rows = static_cast<std::int64_t>(file.runs.size());
    return {};
  }
  // YAML last: nearly any text is some.
  const auto document = parse_yaml(text, file.path);
  if (!document || format_of(document->root()) == nullptr) return std::unexpected(unknown(file.path, text));
  return read_whole_document(*document, file);
}

base::Status read_any(const Reading& reading) {
  std::string first;
  while (base::trim(first).empty()) {
    TRY_ASSIGN(const auto line, reading.lines.next());
    if (!line) return fail(ErrorKind::invalid_input, "is empty; expected a result", reading.file.path);
    first = *line;
  }
  const auto begins = base::trim(first).front();
  const bool json = begins == '{' || begins == '[';
  if (json) {
    if (const auto document = JsonDocument::parse(first, reading.file.path)) {
      const auto root = document->root();
      if (root.is_array()) return read_whole_document(*document, reading.file);
      if (!is_aiperf_record(root) && format_of(root) == nullptr) return std::unexpected(unknown(reading.file.path, first));
      return read_json_lines(reading, *document);
    }
  }
  TRY_ASSIGN(const auto text, rest_of(reading.lines, std::move(first)));
  if (!json) return read_text(text, reading.file);
  TRY_ASSIGN(const auto document, JsonDocument::parse(text, reading.file.path));
  const auto root = document.root();
  if (format_of(root.is_array() ? root.item(0) : root) == nullptr) return std::unexpected(unknown(reading.file.path, text));
  return read_whole_document(document, reading.file);
}

// Metrics in the order of the definitions, whatever order the tool wrote them in.
void sort_metrics(records::BenchmarkRun& run) {
  const auto rank = [](const records::ResultMetric& metric) { return records::find_definition(metric.definition); };
  std::stable_sort(run.metrics.begin(), run.metrics.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

// Figures of the run that cannot be are none.
void drop_impossible(records::BenchmarkRun& run) {
  const auto figure = [&](std::optional<double>& value, std::string_view key, bool zero_is_none) {
    if (!value || *value > 0 || (*value == 0 && !zero_is_none)) return;
    run.gaps.insert(run.gaps.begin(), {std::string(key), fmt::format("the file gives {:g}, which it cannot have been", *value)});
    value.reset();
  };
  figure(run.duration_s, "duration_s", true);
  figure(run.duration_least_s, "duration_least_s", true);
  figure(run.achieved_per_s, "achieved_per_s", false);
  figure(run.input_tokens, "input_tokens", false);
  figure(run.output_tokens, "output_tokens", false);
  for (const auto& [count, key] :
       {std::pair(&run.counts.sent, "counts.sent"), std::pair(&run.counts.completed, "counts.completed"),
        std::pair(&run.counts.failed, "counts.failed"), std::pair(&run.counts.incomplete, "counts.incomplete")}) {
    if (!*count || **count >= 0) continue;
    run.gaps.insert(run.gaps.begin(), {key, fmt::format("the file gives {}, which it cannot have been", **count)});
    count->reset();
  }
}

// AIPerf also writes a file for each phase, and nothing in that of the warm-up tells it from the measured one's but its folder.
bool is_of_warmup(const ResultFile& file) {
  return file.path.find("phases/warmup/") != std::string::npos && file.runs.front().tool == "AIPerf";
}

base::Status read_file(const Reading& reading) {
  TRY(read_any(reading));
  if (reading.file.runs.empty()) return fail(ErrorKind::invalid_input, "holds no run", reading.file.path);
  for (auto& run : reading.file.runs) {
    if (is_of_warmup(reading.file)) run.invalid = "it is of the warm-up, and not of what was measured";
    drop_impossible(run);
    sort_metrics(run);
  }
  return {};
}

void put_in_zone(records::BenchmarkRun& run, const base::Zone& zone) {
  for (auto* time : {&run.started, &run.ended}) {
    if (!*time || (*time)->has_zone) continue;
    (*time)->ns = zone.to_utc((*time)->ns);
    (*time)->has_zone = true;
  }
}

}  // namespace

base::Result<Results> read_results(const std::vector<std::string>& paths, const ResultOptions& options, base::Progress& progress) {
  Results out;
  for (const auto& path : paths) {
    progress.stage("reading " + path);
    TRY_ASSIGN(auto lines, base::LineReader::open(path, kMaxDocumentBytes));
    ResultFile file{.path = path, .kind = {}, .rows = 0, .runs = {}};
    TRY(read_file({.lines = lines, .file = file, .rejected = out.rejected}));
    if (options.zone) {
      for (auto& run : file.runs) put_in_zone(run, *options.zone);
    }
    out.files.push_back(std::move(file));
  }
  return out;
}

base::Result<ResultFile> read_result_text(std::string text, const std::string& path) {
  auto lines = base::LineReader::over(std::move(text), path);
  ResultFile file{.path = path, .kind = {}, .rows = 0, .runs = {}};
  std::vector<records::RejectedRows> rejected;
  TRY(read_file({.lines = lines, .file = file, .rejected = rejected}));
  return file;
}

}  // namespace accelprep::intake

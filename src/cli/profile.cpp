#include <algorithm>
#include <utility>

#include "base/file.h"
#include "cli/session.h"
#include "cli/traffic_source.h"
#include "cli/verbs.h"
#include "intake/requests/arrival_fold.h"
#include "intake/requests/request_log.h"
#include "intake/requests/summary_file.h"
#include "intake/traffic/traffic_toml.h"
#include "report/profile_report.h"
#include "workload/traffic_fit.h"
#include "workload/traffic_generate.h"

namespace accelprep::cli {
namespace {

base::Result<intake::RequestLogOptions> options_of(const Arguments& arguments) {
  intake::RequestLogOptions options{.timezone = arguments.text("timezone")};
  options.origin_at_hour = arguments.has("summary");
  if (arguments.has("sql")) options.sql = arguments.text("sql");
  if (arguments.has("map")) {
    TRY_ASSIGN(options.map, intake::parse_column_map(arguments.text("map")));
  }
  return options;
}

// Local time less UTC in the middle of the log, in s; 0 where no zone is given.
base::Result<std::int64_t> utc_offset_of(const std::string& timezone, const records::ArrivalSummary& summary) {
  if (timezone.empty()) return 0;
  TRY_ASSIGN(const auto zone, base::Zone::find(timezone));
  const auto middle = summary.first_ns + (summary.last_ns - summary.first_ns) / 2;
  return (zone.to_local(middle) - middle) / base::kSecond;
}

// Writes the model that --fit asks for, with the seed of a few whose draw is most like the log.
base::Result<workload::FitStatement> write_fit(const std::string& path, const intake::RequestLog& log,
                                               const workload::ArrivalProfile& profile) {
  constexpr std::int64_t kMostDrawn = 4'000'000;
  constexpr std::int64_t kMostSeeds = 200;
  auto model = workload::fit_traffic(log.summary, profile);
  model.log = base::file_name_of(log.files.front().path);
  std::optional<workload::FitStatement> best;
  const auto seeds = std::clamp<std::int64_t>(kMostDrawn / std::max<std::int64_t>(log.summary.count, 1), 1, kMostSeeds);
  for (std::int64_t i = 1; i <= seeds; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    auto rows = workload::draw_traffic(model, {.seed = seed, .span_s = std::nullopt});
    auto fit = workload::compare_traffic(profile, workload::profile_arrivals(intake::fold(rows, {.origin_ns = model.starts_at_ns})));
    if (best && std::pair(!best->same_class, best->worst) <= std::pair(!fit.same_class, fit.worst)) continue;
    best = std::move(fit);
    model.seed = seed;
  }
  TRY(base::write_file(path, intake::traffic_toml(model, best->why)));
  return std::move(*best);
}

base::Result<int> run(Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  TRY_ASSIGN(const auto options, options_of(arguments));
  TRY_ASSIGN(const auto files, base::expand_globs(arguments.positional, ""));
  auto context = context_of(invocation, "profile");
  TRY_ASSIGN(const auto log, read_requests(files, options, invocation.progress));
  TRY_ASSIGN(const auto offset_s, utc_offset_of(options.timezone, log.summary));
  const auto profile = workload::profile_arrivals(log.summary, {.utc_offset_s = offset_s});
  report::ProfileView view{.envelope = {.context = context},
                           .format = log.format,
                           .notes = log.notes,
                           .summary = log.summary,
                           .profile = profile,
                           .program = invocation.program,
                           .timezone = options.timezone};
  for (const auto& file : log.files) {
    TRY_ASSIGN(auto source, source_of(file, "request log: " + log.format));
    view.envelope.sources.push_back(std::move(source));
  }
  evidence::Origin origin{.basis = records::Basis::imported,
                          .window = evidence::Window{log.summary.first_ns, log.summary.last_ns},
                          .taken_at_ns = context.started_ns};
  for (const auto& file : files) origin.sources.push_back(file);
  evidence::Dossier dossier{.context = context,
                            .sources = view.envelope.sources,
                            .measurements = workload::arrival_measurements(profile, log.summary, origin),
                            .series = workload::arrival_series(profile, log.summary, {.utc_offset_s = offset_s}),
                            .rejected = log.summary.rejected};
  if (arguments.has("summary")) {
    TRY(base::write_file(arguments.text("summary"), intake::summary_json(log.summary)));
    view.notes.push_back("summary written to " + arguments.text("summary") + "; profile merges several of them");
  }
  if (arguments.has("fit")) {
    TRY_ASSIGN(view.fit, write_fit(arguments.text("fit"), log, profile));
    view.notes.push_back("traffic model written to " + arguments.text("fit"));
  }
  TRY(keep(invocation, dossier));
  TRY(emit(invocation, invocation.json() ? report::profile_json(view) : report::profile_text(view)));
  return kDone;
}

}  // namespace

Verb profile_verb() {
  return {.name = "profile",
          .arguments = "FILES...",
          .summary = "steady, bursty or diurnal? how long are prompts and answers?",
          .description =
              "Reads request logs (CSV, JSON lines or Parquet; gzip and zstd; several files or a glob as one log) and tells when requests "
              "come\n"
              "and how long they are. Logs whose columns are not known need --map; the error for one proposes a map to try.\n"
              "Roles: arrival (required), input, output, first_token, ttft, end, latency, status, session (its conversation), id (a second "
              "row with\n"
              "it is no load), blocks (ids of the prompt's prefixes); for logs whose rows are intervals, count or rate (a second). Times "
              "and durations take a unit: ns, us, ms, s, min, h, ticks (100 ns).",
          .examples =
              "$ profile examples/llama-cpu/requests.csv.gz\n"
              "$ profile 'logs/*.csv.gz' --timezone=Europe/Berlin --format=json\n"
              "$ profile access.log --sql=\"SELECT * FROM log WHERE request LIKE 'POST /v1/%'\"\n"
              "$ profile 'logs/*.csv.gz' --fit=traffic.toml\n"
              "$ profile log.csv --map=arrival=when:ms,input=prompt_tokens,output=completion_tokens,latency=took:s",
          .min_positional = 1,
          .max_positional = 100000,
          .flags = {{"map", "ROLE=COLUMN[:UNIT],...", "which column means what"},
                    {"sql", "SELECT", "one SELECT over the table log that names its columns as the roles"},
                    {"summary", "FILE", "write the log's summary, to be merged elsewhere: profile a.json b.json"},
                    {"fit", "FILE", "write a traffic model of the log, to generate load from"},
                    {"timezone", "ZONE", "of stamps that name none (\"Europe/Berlin\")"}},
          .run = run};
}

}  // namespace accelprep::cli

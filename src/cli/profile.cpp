#include "base/file.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "intake/requests/request_log.h"
#include "report/profile_report.h"

namespace accelprep::cli {
namespace {

base::Result<intake::RequestLogOptions> options_of(const Arguments& arguments) {
  intake::RequestLogOptions options{.timezone = arguments.text("timezone")};
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

base::Result<int> run(Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  TRY_ASSIGN(const auto options, options_of(arguments));
  TRY_ASSIGN(const auto files, base::expand_globs(arguments.positional, ""));
  auto context = context_of(invocation, "profile");
  TRY_ASSIGN(const auto log, intake::read_request_log(files, options, invocation.progress));
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
    TRY_ASSIGN(auto source, source_of(file.path, "request log: " + log.format, file.rows));
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
              "Roles: arrival (required), input, output, first_token, ttft, end, latency, status; times and durations take a unit:\n"
              "ns, us, ms, s, ticks (100 ns).",
          .examples =
              "$ profile examples/llama-cpu/requests.csv.gz\n"
              "$ profile 'logs/*.csv.gz' --timezone=Europe/Berlin --format=json\n"
              "$ profile log.csv --map=arrival=when:ms,input=prompt_tokens,output=completion_tokens,latency=took:s",
          .min_positional = 1,
          .max_positional = 100000,
          .flags = {{"map", "ROLE=COLUMN[:UNIT],...", "which column means what"},
                    {"timezone", "ZONE", "of stamps that name none (\"Europe/Berlin\")"}},
          .run = run};
}

}  // namespace accelprep::cli

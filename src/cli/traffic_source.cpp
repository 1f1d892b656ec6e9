#include "cli/traffic_source.h"

#include "intake/requests/arrival_fold.h"
#include "intake/requests/summary_file.h"
#include "intake/traffic/traffic_toml.h"
#include "workload/traffic_generate.h"

namespace accelprep::cli {

base::Result<intake::RequestLog> read_requests(const std::vector<std::string>& paths, const intake::RequestLogOptions& options,
                                               base::Progress& progress) {
  if (!paths.empty() && intake::is_summary(paths.front())) {
    intake::RequestLog log{.summary = {}, .format = "merged summaries", .files = {}, .notes = {}};
    TRY_ASSIGN(log.summary, intake::read_summaries(paths));
    for (const auto& path : paths) log.files.push_back({path, 0, ""});
    return log;
  }
  if (paths.size() != 1 || !paths.front().ends_with(".toml")) return intake::read_request_log(paths, options, progress);
  TRY_ASSIGN(const auto model, intake::read_traffic_toml(paths.front()));
  auto rows = workload::draw_traffic(model, {});
  if (rows.empty()) return base::fail(base::ErrorKind::invalid_input, "its levels are all 0: it makes no request", paths.front());
  const auto count = static_cast<std::int64_t>(rows.size());
  intake::RequestLog log{.summary = intake::fold(rows, {.origin_ns = model.starts_at_ns}),
                         .format = "traffic model",
                         .files = {{paths.front(), count, ""}},
                         .notes = {"drawn from a model of " + (model.log.empty() ? std::string("a log") : model.log) + "; no recording"}};
  log.summary.has_zone = model.has_calendar;
  return log;
}

}  // namespace accelprep::cli

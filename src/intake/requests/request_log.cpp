#include "intake/requests/request_log.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

#include "base/duckdb.h"
#include "base/text.h"
#include "intake/file_check.h"
#include "intake/requests/clock_jump.h"
#include "intake/requests/count_fold.h"
#include "intake/requests/log_fold.h"
#include "intake/requests/log_plan.h"
#include "intake/requests/prefix_fold.h"
#include "intake/requests/session_fold.h"

namespace accelprep::intake {
namespace {

using base::DuckChunk;
using base::ErrorKind;
using base::fail;
using base::Progress;
using base::Status;
using records::RejectedRows;

std::string place_of(const LogFile& file, std::int64_t row) {
  if (row < 0) return file.path;
  return file.is_table ? fmt::format("{}, row {}", file.path, row + 1) : fmt::format("{}:{}", file.path, row + 1 + file.header_lines);
}

// What is made of rows in the order of the files.
struct InOrder {
  PrefixFold prefix;
  SessionFold sessions;
  std::unordered_set<std::int64_t> ids;

  LogFold::Hooks hooks(const DuckChunk& chunk, const RowQuery& query) {
    LogFold::Hooks out;
    if (query.id) {
      out.repeats = [&chunk, column = *query.id, this](std::size_t row) {
        return !chunk.is_null(column, row) && !ids.insert(chunk.integers(column)[row]).second;
      };
    }
    if (!query.blocks && !query.session) return out;
    out.used = [&chunk, &query, this](std::size_t row, const records::Request& request) {
      if (query.blocks && !chunk.is_null(*query.blocks, row)) prefix.add(chunk.list(*query.blocks, row));
      if (query.session && !chunk.is_null(*query.session, row)) sessions.add(chunk.integers(*query.session)[row], request);
    };
    return out;
  }

  void tell(records::ArrivalSummary& summary, const LogPlan& plan) {
    if (auto found = sessions.sessions(); found.requests > 0) {
      summary.sessions = std::move(found);
      summary.prefix = sessions.prefix();
    }
    if (plan.parts.front().query.blocks) summary.prefix = prefix.finish(plan.block_tokens);
  }
};

// A planned log on its way into its summary.
class Reading {
 public:
  Reading(base::DuckDb& engine, const RequestLogOptions& options, Progress& progress)
      : engine_(engine), options_(options), progress_(progress) {}

  Status plan(const std::vector<std::string>& paths) {
    TRY_ASSIGN(plan_, plan_log(engine_, paths, options_));
    by_type_ = std::any_of(plan_.parts.begin(), plan_.parts.end(), [](const auto& part) { return part.reads_by_type(); });
    if (plan_.has_zone || options_.timezone.empty()) return {};
    TRY_ASSIGN(zone_, base::Zone::find(options_.timezone));
    return {};
  }

  Result<RequestLog> read() {
    std::vector<std::string> paths;
    for (const auto& part : plan_.parts) paths.push_back(part.file.path);
    FileCheck check(std::move(paths), true);  // the engine reads a cut-off one to where it breaks, and says nothing
    RequestLog log{.summary = {}, .format = plan_.format, .files = {}, .notes = plan_.notes};
    TRY_ASSIGN(log.summary, plan_.is_counts ? counts() : requests());
    TRY(read_refused_rows());
    std::stable_sort(rejected_.begin(), rejected_.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const auto& file = check.files()[i];
      files_[i].sha256 = file.sha256;
      if (!file.whole) rejected_.push_back({"the file is cut off or damaged; what lay behind is lost", 1, file.path});
    }
    log.summary.rejected = std::move(rejected_);
    log.summary.has_zone = plan_.has_zone || zone_.has_value();
    log.files = std::move(files_);
    return log;
  }

 private:
  // Once more without the rows whose clock was wrong, where there are any.
  Result<records::ArrivalSummary> requests() {
    TRY_ASSIGN(auto summary, all_requests());
    stretch_ = main_stretch(summary);
    if (!stretch_) return summary;
    return all_requests();
  }

  // Large CSV files by the types that their first rows have. Where a row has another, all is read anew as text, and what is no number
  // counted.
  Result<records::ArrivalSummary> all_requests() {
    if (by_type_) {
      auto summary = fold_files();
      if (summary || summary.error().kind == ErrorKind::cancelled) return summary;
      by_type_ = false;
    }
    return fold_files();
  }

  // In the order of the files, or, where that is too far from the order of arrivals, once more and sorted by the engine.
  Result<records::ArrivalSummary> fold_files() {
    files_.clear();
    rejected_.clear();
    in_order_ = InOrder();
    LogFold fold(fold_options());
    for (const auto& part : plan_.parts) TRY(read_part(part, fold));
    records::ArrivalSummary summary;
    const bool in_reach = fold.in_reach();
    summary = fold.finish();
    if (!in_reach) {
      const auto out_of_order = summary.out_of_order;
      TRY_ASSIGN(summary, sorted());
      summary.out_of_order = out_of_order;
    }
    in_order_.tell(summary, plan_);
    return summary;
  }

  Result<records::ArrivalSummary> counts() {
    std::vector<CountRow> rows;
    for (const auto& part : plan_.parts) {
      ToUtc to_utc(zone_);
      std::int64_t row = 0;
      files_.push_back({part.file.path, 0, ""});
      TRY(engine_.stream(part.query.sql, progress_, [&](const DuckChunk& chunk) -> Status {
        const auto at = chunk.integers(0);
        const auto amount = chunk.numbers(1);
        for (std::size_t i = 0; i < chunk.size(); ++i, ++row) {
          const char* reason = chunk.is_null(0, i) ? "no time of arrival" : chunk.is_null(1, i) ? "a count that is no number" : nullptr;
          if (reason != nullptr) {
            reject({{reason, 1, row}}, part.file);
            continue;
          }
          rows.push_back({to_utc(at[i]), amount[i]});
          ++files_.back().rows;
        }
        return {};
      }));
    }
    if (rows.empty()) return records::ArrivalSummary{};
    return fold_counts(std::move(rows),
                       {.is_rate = plan_.is_rate, .counted = plan_.counted, .missing_is_unknown = plan_.missing_is_unknown});
  }

  [[nodiscard]] LogFoldOptions fold_options() const {
    return {.fold = {.origin_ns = options_.origin_ns,
                     .origin_at_hour = options_.origin_at_hour,
                     .sla_ttft_s = options_.sla.ttft_s,
                     .sla_tpot_s = options_.sla.tpot_s,
                     .sla_e2e_s = options_.sla.e2e_s,
                     .held_stamps = options_.held_stamps.value_or(kHeldStamps)},
            .zone = zone_,
            .stretch = stretch_};
  }

  // Large files are read by all cores, in no order: then only rows of one chunk are compared, and places are looked for afterwards.
  Status read_part(const LogPart& part, LogFold& fold) {
    const bool in_order = part.in_order();
    fold.keep_order(in_order);
    if (in_order) {
      TRY(engine_.stream(part.query.sql, progress_, [&](const DuckChunk& chunk) -> Status {
        fold.add(chunk, in_order_.hooks(chunk, part.query));
        return {};
      }));
    } else {
      TRY(engine_.scan(by_type_ && part.reads_by_type() ? part.typed_sql : part.query.sql, progress_,
                       [&](const DuckChunk& chunk) -> Status {
                         fold.add(chunk);
                         return {};
                       }));
    }
    auto [used, refused] = fold.end_file();
    files_.push_back({part.file.path, used, ""});
    if (!in_order && !refused.empty()) TRY(find_places(part, refused));
    reject(refused, part.file);
    return {};
  }

  // The numbers of the first rows that were refused, by reading up to them once more in order.
  Status find_places(const LogPart& part, std::vector<Refused>& refused) {
    std::size_t left = refused.size();
    for (auto& rows : refused) rows.first_row = -1;
    LogFold fold(fold_options());
    const auto done = engine_.stream(part.query.sql, progress_, [&](const DuckChunk& chunk) -> Status {
      fold.add(chunk);
      for (const auto& found : fold.refused()) {
        const auto rows = std::find_if(refused.begin(), refused.end(), [&](const auto& one) { return one.reason == found.reason; });
        if (rows == refused.end() || rows->first_row >= 0) continue;
        rows->first_row = found.first_row;
        --left;
      }
      return left == 0 ? fail(ErrorKind::cancelled, "found") : Status{};
    });
    return done || left == 0 ? Status{} : done;
  }

  void reject(const std::vector<Refused>& refused, const LogFile& file) {
    std::vector<RejectedRows> rows;
    for (const auto& [reason, count, first_row] : refused) {
      rows.push_back({std::string(reason), count, place_of(file, first_row)});
    }
    records::merge(rejected_, rows);
  }

  // Rows whose shape the CSV reader refused. The table exists only where a CSV was read.
  Status read_refused_rows() {
    base::NoProgress quiet;
    auto refused = engine_.query(
        "SELECT error_type::VARCHAR, count(*)::BIGINT, any_value(file_path)::VARCHAR, min(line)::BIGINT FROM (SELECT DISTINCT error_type, "
        "file_path, line FROM reject_errors e JOIN reject_scans s ON s.scan_id = e.scan_id AND s.file_id = e.file_id) GROUP BY 1",
        quiet);
    while (refused && refused->next()) {
      const auto reason = base::lower(base::replaced(refused->text(0), "_", " "));
      const auto place = fmt::format("{}:{}", refused->text(2), refused->integer(3));
      rejected_.push_back({"a row of another shape: " + reason, refused->integer(1), place});
    }
    return {};
  }

  Result<records::ArrivalSummary> sorted() {
    std::string sql;
    for (const auto& part : plan_.parts) sql += (sql.empty() ? "" : " UNION ALL ") + part.query.sql;
    LogFold fold(fold_options());
    in_order_ = InOrder();
    TRY(engine_.stream("SELECT * FROM (" + sql + ") WHERE at_ns IS NOT NULL ORDER BY at_ns", progress_,
                       [&](const DuckChunk& chunk) -> Status {
                         fold.add(chunk, in_order_.hooks(chunk, plan_.parts.front().query));
                         return {};
                       }));
    return fold.finish();
  }

  base::DuckDb& engine_;
  const RequestLogOptions& options_;
  Progress& progress_;
  LogPlan plan_;
  std::optional<base::Zone> zone_;
  bool by_type_ = false;  // files are read so that have types
  InOrder in_order_;
  std::optional<records::TimeSpan> stretch_;  // rows outside are not load
  std::vector<FileUse> files_;
  std::vector<RejectedRows> rejected_;
};

std::string rejected_text(const std::vector<RejectedRows>& rejected) {
  std::string out;
  for (const auto& rows : rejected) out += fmt::format("; {} rows rejected: {}, first at {}", rows.count, rows.reason, rows.first);
  return out;
}

}  // namespace

Result<RequestLog> read_request_log(const std::vector<std::string>& paths, const RequestLogOptions& options, Progress& progress) {
  if (paths.empty()) return fail(ErrorKind::invalid_input, "no request log is named");
  TRY_ASSIGN(auto engine, base::DuckDb::open());
  if (!options.sql.empty()) TRY(engine.confine_to(paths));
  progress.stage(fmt::format("reading {}", paths.size() == 1 ? paths.front() : fmt::format("{} request logs", paths.size())));
  Reading reading(engine, options, progress);
  TRY(reading.plan(paths));
  TRY_ASSIGN(auto log, reading.read());
  if (log.summary.count == 0) {
    return fail(ErrorKind::invalid_input, "holds no usable row" + rejected_text(log.summary.rejected), paths.front());
  }
  return log;
}

}  // namespace accelprep::intake

#include "intake/requests/request_log.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <span>

#include "base/duckdb.h"
#include "base/file.h"
#include "base/text.h"
#include "intake/requests/arrival_fold.h"
#include "intake/requests/clock_jump.h"
#include "intake/requests/count_fold.h"
#include "intake/requests/log_plan.h"
#include "intake/requests/prefix_fold.h"

namespace accelprep::intake {
namespace {

using base::DuckChunk;
using base::ErrorKind;
using base::fail;
using base::Progress;
using base::Status;
using base::TimeNs;
using records::Outcome;
using records::RejectedRows;
using records::Request;

constexpr std::uint64_t kLargeFile = std::uint64_t{128} << 20U;  // bytes; a second's reading on one core

// Local time to UTC; the offset is looked up once an hour of the log.
class ToUtc {
 public:
  explicit ToUtc(std::optional<base::Zone> zone) : zone_(zone) {}
  TimeNs operator()(TimeNs at_ns) {
    if (!zone_) return at_ns;
    if (const auto hour = base::start_of_hour(at_ns); !hour_ || hour != *hour_) {
      hour_ = hour;
      offset_ns_ = zone_->to_utc(hour) - hour;
    }
    return at_ns + offset_ns_;
  }

 private:
  std::optional<base::Zone> zone_;
  std::optional<TimeNs> hour_;
  TimeNs offset_ns_ = 0;
};

// The columns of a chunk, by row.
struct Rows {
  explicit Rows(const DuckChunk& some)
      : chunk(some),
        at(some.integers(kAt)),
        input(some.integers(kInput)),
        output(some.integers(kOutput)),
        ttft(some.numbers(kTtft)),
        e2e(some.numbers(kE2e)),
        failed(some.flags(kFailed)),
        bad_tokens(some.flags(kBadTokens)) {}

  template <class T>
  [[nodiscard]] std::optional<T> value(RowColumn column, std::span<const T> values, std::size_t row) const {
    return chunk.is_null(column, row) ? std::nullopt : std::optional(values[row]);
  }
  [[nodiscard]] Request request(std::size_t row) const {
    return {.arrival_ns = at[row],
            .input_tokens = value(kInput, input, row),
            .output_tokens = value(kOutput, output, row),
            .ttft_s = value(kTtft, ttft, row),
            .e2e_s = value(kE2e, e2e, row),
            .outcome = failed[row] ? Outcome::failed : Outcome::ok};
  }
  // Why a row is no load; null where it is.
  [[nodiscard]] const char* rejection(std::size_t row, const Request& request) const {
    if (chunk.is_null(kAt, row)) return "no time of arrival";
    if (bad_tokens[row]) return "a token count that is no number";
    if (request.input_tokens.value_or(0) < 0 || request.output_tokens.value_or(0) < 0) return "a negative token count";
    const bool known = request.input_tokens || request.output_tokens;
    return known && request.input_tokens.value_or(0) == 0 && request.output_tokens.value_or(0) == 0 ? "no tokens" : nullptr;
  }

  const DuckChunk& chunk;
  std::span<const std::int64_t> at, input, output;
  std::span<const double> ttft, e2e;
  std::span<const bool> failed, bad_tokens;
};

// A planned log on its way into its summary.
class Reading {
 public:
  Reading(base::DuckDb& engine, const RequestLogOptions& options, Progress& progress)
      : engine_(engine), options_(options), progress_(progress) {}

  Status plan(const std::vector<std::string>& paths) {
    TRY_ASSIGN(plan_, plan_log(engine_, paths, options_));
    if (plan_.has_zone || options_.timezone.empty()) return {};
    TRY_ASSIGN(zone_, base::Zone::find(options_.timezone));
    return {};
  }

  Result<RequestLog> read() {
    RequestLog log{.summary = {}, .format = plan_.format, .files = {}, .notes = plan_.notes};
    TRY_ASSIGN(log.summary, plan_.is_counts ? counts() : requests());
    TRY(read_refused_rows());
    std::stable_sort(rejected_.begin(), rejected_.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    for (const auto& file : files_) {  // the engine reads a cut-off gzip file to where it breaks, and says nothing
      if (const auto whole = base::check_unpacks(file.path); !whole) {
        rejected_.push_back({"the file is cut off or damaged; what lay behind is lost", 1, file.path});
      }
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
    files_.clear();
    rejected_.clear();
    prefix_ = PrefixFold();
    return all_requests();
  }

  // In the order of the files, or, where that is too far from the order of arrivals, once more and sorted by the engine.
  Result<records::ArrivalSummary> all_requests() {
    ArrivalFold in_file_order(fold_options());
    for (const auto& part : plan_.parts) {
      TRY(read_part(part, [&](const DuckChunk& chunk) { return add_requests(chunk, part.file, in_file_order); }));
    }
    records::ArrivalSummary summary;
    if (in_file_order.in_reach()) {
      summary = in_file_order.finish();
    } else {
      TRY_ASSIGN(summary, sorted());
      summary.out_of_order = in_file_order.out_of_order();
    }
    if (plan_.has_blocks) summary.prefix = prefix_.finish(plan_.block_tokens);
    return summary;
  }

  Result<records::ArrivalSummary> counts() {
    std::vector<CountRow> rows;
    for (const auto& part : plan_.parts) {
      TRY(read_part(part, [&](const DuckChunk& chunk) -> Status {
        const auto at = chunk.integers(0);
        const auto amount = chunk.numbers(1);
        for (std::size_t i = 0; i < chunk.size(); ++i, ++row_number_) {
          const char* reason = chunk.is_null(0, i) ? "no time of arrival" : chunk.is_null(1, i) ? "a count that is no number" : nullptr;
          if (reason != nullptr) {
            reject(reason, part.file);
            continue;
          }
          rows.push_back({to_utc_(at[i]), amount[i]});
          ++files_.back().rows;
        }
        return {};
      }));
    }
    if (rows.empty()) return records::ArrivalSummary{};
    return fold_counts(std::move(rows),
                       {.is_rate = plan_.is_rate, .counted = plan_.counted, .missing_is_unknown = plan_.missing_is_unknown});
  }

  [[nodiscard]] FoldOptions fold_options() const {
    return {.origin_ns = options_.origin_ns,
            .origin_at_hour = options_.origin_at_hour,
            .sla_ttft_s = options_.sla.ttft_s,
            .sla_tpot_s = options_.sla.tpot_s,
            .sla_e2e_s = options_.sla.e2e_s,
            .held_stamps = options_.held_stamps.value_or(kHeldStamps)};
  }

  // Large files are read by all cores, in no order: then rows have no number, and only those of one chunk are compared.
  Status read_part(const LogPart& part, const std::function<Status(const DuckChunk&)>& use) {
    row_number_ = 0;
    to_utc_ = ToUtc(zone_);
    files_.push_back({part.file.path, 0});
    in_order_ = plan_.has_blocks || plan_.is_counts || base::file_size(part.file.path).value_or(0) < kLargeFile;
    const auto rejected = rejected_.size();
    TRY(engine_.stream({.sql = part.query.sql, .keep_order = in_order_}, progress_, use));
    return in_order_ || rejected_.size() == rejected ? Status{} : find_places(part, rejected);
  }

  // The numbers of the first rows that were rejected, by reading up to them once more in order.
  Status find_places(const LogPart& part, std::size_t from) {
    std::size_t left = rejected_.size() - from;
    row_number_ = 0;
    const auto look = [&](const DuckChunk& chunk) -> Status {
      const Rows rows(chunk);
      for (std::size_t i = 0; i < chunk.size(); ++i, ++row_number_) {
        const char* reason = rows.rejection(i, rows.request(i));
        if (reason == nullptr) continue;
        const auto found = std::find_if(rejected_.begin() + static_cast<std::ptrdiff_t>(from), rejected_.end(),
                                        [&](const auto& one) { return one.reason == reason && one.first == part.file.path; });
        if (found == rejected_.end()) continue;
        found->first = place_of(part.file);
        if (--left == 0) return fail(ErrorKind::cancelled, "found");
      }
      return {};
    };
    const auto done = engine_.stream({.sql = part.query.sql, .keep_order = true}, progress_, look);
    return done || left == 0 ? Status{} : done;
  }

  Status add_requests(const DuckChunk& chunk, const LogFile& file, ArrivalFold& folded) {
    const Rows rows(chunk);
    if (!in_order_) folded.begin_piece();
    for (std::size_t i = 0; i < chunk.size(); ++i, ++row_number_) {
      auto request = rows.request(i);
      if (const char* reason = rows.rejection(i, request)) {
        reject(reason, file);
        continue;
      }
      request.arrival_ns = to_utc_(request.arrival_ns);
      if (!in_stretch(request.arrival_ns)) {
        reject("a time of arrival a month or more from all others", file);
        continue;
      }
      folded.add(request);
      ++files_.back().rows;
      if (plan_.has_blocks && !chunk.is_null(kBlocks, i)) prefix_.add(chunk.list(kBlocks, i));
    }
    return {};
  }

  [[nodiscard]] bool in_stretch(TimeNs at_ns) const { return !stretch_ || (at_ns >= stretch_->from_ns && at_ns < stretch_->to_ns); }

  [[nodiscard]] std::string place_of(const LogFile& file) const {
    return file.is_table ? fmt::format("{}, row {}", file.path, row_number_ + 1)
                         : fmt::format("{}:{}", file.path, row_number_ + 1 + file.header_lines);
  }

  // The row that is read now.
  void reject(const char* reason, const LogFile& file) {
    auto found = std::find_if(rejected_.begin(), rejected_.end(), [&](const auto& rows) { return rows.reason == reason; });
    if (found == rejected_.end()) {
      found = rejected_.insert(rejected_.end(), {reason, 0, in_order_ ? place_of(file) : file.path});
    }
    ++found->count;
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
    ArrivalFold folded(fold_options());
    to_utc_ = ToUtc(zone_);
    TRY(engine_.stream({.sql = "SELECT * FROM (" + sql + ") WHERE at_ns IS NOT NULL ORDER BY at_ns"}, progress_,
                       [&](const DuckChunk& chunk) -> Status {
                         const Rows rows(chunk);
                         for (std::size_t i = 0; i < chunk.size(); ++i) {
                           auto request = rows.request(i);
                           if (rows.rejection(i, request) != nullptr) continue;
                           request.arrival_ns = to_utc_(request.arrival_ns);
                           if (in_stretch(request.arrival_ns)) folded.add(request);
                         }
                         return {};
                       }));
    return folded.finish();
  }

  base::DuckDb& engine_;
  const RequestLogOptions& options_;
  Progress& progress_;
  LogPlan plan_;
  std::optional<base::Zone> zone_;
  ToUtc to_utc_{std::nullopt};
  std::int64_t row_number_ = 0;               // in the file that is read now
  bool in_order_ = true;                      // it is
  PrefixFold prefix_;                         // in the order of the files
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

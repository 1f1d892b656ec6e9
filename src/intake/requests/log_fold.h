// The chunks of a log's files become one ArrivalSummary, whichever thread reads which.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/duckdb.h"
#include "base/time.h"
#include "intake/requests/fold_options.h"
#include "intake/requests/row_totals.h"
#include "intake/requests/stamp_fold.h"
#include "records/requests.h"

namespace accelprep::intake {

// Local time to UTC; the offset is looked up once an hour of the log.
class ToUtc {
 public:
  explicit ToUtc(std::optional<base::Zone> zone) : zone_(zone) {}
  base::TimeNs operator()(base::TimeNs at_ns) {
    if (!zone_) return at_ns;
    if (const auto hour = base::start_of_hour(at_ns); !hour_ || hour != *hour_) {
      hour_ = hour;
      offset_ns_ = zone_->to_utc(hour) - hour;
    }
    return at_ns + offset_ns_;
  }

 private:
  std::optional<base::Zone> zone_;
  std::optional<base::TimeNs> hour_;
  base::TimeNs offset_ns_ = 0;
};

struct LogFoldOptions {
  FoldOptions fold;
  std::optional<base::Zone> zone;            // of stamps that name none
  std::optional<records::TimeSpan> stretch;  // rows outside are not load
};

// Rows of one file that are not load.
struct Refused {
  std::string_view reason;
  std::int64_t count = 0;
  std::int64_t first_row = 0;  // from 0, in the order in which the chunks came
};

class LogFold {
 public:
  explicit LogFold(LogFoldOptions options);
  LogFold(const LogFold&) = delete;
  LogFold& operator=(const LogFold&) = delete;
  ~LogFold();

  // From any thread; with a hook, from one at a time. `repeats` is asked of each row that would be load, by its place in the chunk, whether
  // it is one that was there already; `used` is told of each that is load.
  struct Hooks {
    std::function<bool(std::size_t)> repeats;
    std::function<void(std::size_t, const records::Request&)> used;
  };
  void add(const base::DuckChunk& chunk, const Hooks& hooks = {});

  [[nodiscard]] std::vector<Refused> refused() const;  // of the file, so far

  // Ends a file: its rows that are load, and those that are not.
  struct FileRows {
    std::int64_t used = 0;
    std::vector<Refused> refused;
  };
  FileRows end_file();

  // Once no thread adds any more.
  [[nodiscard]] bool in_reach() { return stamps_.settled().in_reach(); }  // else the rows must be sorted and folded anew
  records::ArrivalSummary finish();

  // Rows of successive chunks are compared too: for chunks in the file's order.
  void keep_order(bool keep) { in_order_ = keep; }

 private:
  struct Part;  // what one thread has counted
  std::unique_ptr<Part> take_part();

  LogFoldOptions options_;
  bool in_order_ = true;
  SharedStampFold stamps_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Part>> parts_;  // none of a thread that is at work
};

}  // namespace accelprep::intake

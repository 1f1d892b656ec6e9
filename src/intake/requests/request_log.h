// Request logs of any shape and size become one ArrivalSummary, through DuckDB: CSV, JSON lines and Parquet, plain, gzip or
// zstd, several files as one log, larger than memory. Prompts and answers are never read: only the mapped columns are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "intake/requests/column_map.h"
#include "records/requests.h"

namespace accelprep::intake {

using base::Result;

inline constexpr std::uint64_t kLargeFile = std::uint64_t{128} << 20U;  // bytes; a second's reading on one core

// Limits on single requests; a missing one is not asked for.
struct SlaLimits {
  std::optional<double> ttft_s;
  std::optional<double> tpot_s;
  std::optional<double> e2e_s;
  [[nodiscard]] bool any() const { return ttft_s || tpot_s || e2e_s; }
};

struct RequestLogOptions {
  std::optional<ColumnMap> map;  // else recognised by the columns' names
  std::string sql;               // a SELECT over the table `log` that makes columns named as the roles; "" for none
  std::string timezone;          // of stamps that name none; "" leaves them as written
  SlaLimits sla;
  std::optional<base::TimeNs> origin_ns;        // of the grids; else the first arrival
  bool origin_at_hour = false;                  // or its hour
  std::optional<std::size_t> held_stamps;       // how far rows may be out of order before the engine sorts them; else kHeldStamps
  std::uint64_t large_file_bytes = kLargeFile;  // files from here on are read by all cores, in no order
};

struct FileUse {
  std::string path;
  std::int64_t rows = 0;  // used
  std::string sha256;     // "" where it was not taken on the way
};

struct RequestLog {
  records::ArrivalSummary summary;
  std::string format;  // "Azure LLM inference trace", "by --map"
  std::vector<FileUse> files;
  std::vector<std::string> notes;  // what was detected and could be wrong: units, zone
};

// Errors: a missing or unreadable file, columns that are not understood (with a map to try), no usable row.
Result<RequestLog> read_request_log(const std::vector<std::string>& paths, const RequestLogOptions& options, base::Progress& progress);

}  // namespace accelprep::intake

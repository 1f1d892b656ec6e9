// Results of other load generators: recognised by their content, plain or packed with gzip or zstd.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "records/requests.h"
#include "records/result.h"

namespace accelprep::intake {

struct ResultOptions {
  std::optional<base::Zone> zone;  // of times that name none
};

struct ResultFile {
  std::string path;
  std::string kind;       // "AIPerf profile export (JSON)"
  std::int64_t rows = 0;  // documents, lines or rows that were used
  std::vector<records::BenchmarkRun> runs;
};

struct Results {
  std::vector<ResultFile> files;
  std::vector<records::RejectedRows> rejected;  // lines that are no result
};

// Fails on a file that is none of the known formats, and on one that holds no run.
base::Result<Results> read_results(const std::vector<std::string>& paths, const ResultOptions& options, base::Progress& progress);

// The same of one text in memory, for tests.
base::Result<ResultFile> read_result_text(std::string text, const std::string& path);

}  // namespace accelprep::intake

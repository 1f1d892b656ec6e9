// A request log as a file of any bytes, by itself, by a --map or by a --sql: the first line is the map, the second the SELECT. Read as a
// small file and as a large one it says the same.
#include <cstdint>
#include <cstdlib>
#include <unistd.h>

#include "base/file.h"
#include "bytes.h"
#include "intake/requests/request_log.h"

namespace {

// One file for the life of the process, in memory.
const std::string& path() {
  static const std::string kPath = "/dev/shm/accelprep-fuzz-" + std::to_string(getpid()) + ".log";
  return kPath;
}

void check(const accelprep::intake::RequestLog& log) {
  const auto& summary = log.summary;
  std::int64_t seconds = 0;
  for (const auto& [second, count] : summary.seconds) seconds += count;
  std::int64_t hours = 0;
  for (const auto& hour : summary.hours) hours += hour.count;
  const bool whole =
      seconds == summary.count && hours == summary.count && summary.first_ns <= summary.last_ns && summary.failed <= summary.count;
  if (!whole) std::abort();
}

// But for the number of rows out of order, which is not known where all cores read.
bool same(const accelprep::records::ArrivalSummary& a, const accelprep::records::ArrivalSummary& b) {
  return a.count == b.count && a.failed == b.failed && a.seconds == b.seconds && a.hours == b.hours && a.lengths == b.lengths &&
         a.e2e_s.cells == b.e2e_s.cells && a.quantum_s == b.quantum_s && a.rejected == b.rejected;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  auto text = fuzz::text_of(data, size);
  const auto take_line = [&text] {
    const auto end = text.find('\n');
    std::string line(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return line;
  };
  intake::RequestLogOptions options;
  if (const auto map = take_line(); !map.empty()) {
    if (auto parsed = intake::parse_column_map(map)) options.map = std::move(*parsed);
  }
  options.sql = take_line();
  if (!base::write_file(path(), text)) return 0;
  base::NoProgress quiet;
  const auto log = intake::read_request_log({path()}, options, quiet);
  if (log) check(*log);
  options.large_file_bytes = 0;
  const auto large = intake::read_request_log({path()}, options, quiet);
  if (log.has_value() != large.has_value()) std::abort();
  if (log && !same(log->summary, large->summary)) std::abort();
  unlink(path().c_str());
  return 0;
}

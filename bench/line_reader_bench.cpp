// Lines of a log of 16 MiB on the disk, which the page cache holds: ours, which also unpacks, counts and refuses binary content, against
// the least that reads lines at all, std::getline on an ifstream. Both add up the lengths, so that neither may skip the work.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

#include "base/file.h"

namespace {

constexpr std::size_t kBytes = std::size_t{16} << 20U;

// A request log as it lies in production: a time, two token counts, a latency. The file lives as long as the process.
class LogFile {
 public:
  LogFile() {
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) std::abort();
    close(descriptor);
    std::ofstream out(path_);
    std::size_t written = 0;
    for (std::size_t row = 0; written < kBytes; ++row) {
      const auto line = "2026-11-01T00:00:" + std::to_string(10 + row % 50) + ".123Z," + std::to_string(row % 4096) + ",128,0.75\n";
      out << line;
      written += line.size();
    }
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile() { unlink(path_.c_str()); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/accelprep-bench-XXXXXX";
};

const std::string& log_path() {
  static const LogFile kLog;
  return kLog.path();
}

void lines_ours(benchmark::State& state) {
  std::size_t bytes = 0;
  for (auto _ : state) {
    auto reader = accelprep::base::LineReader::open(log_path());
    if (!reader) return state.SkipWithError("the log cannot be opened");
    bytes = 0;
    for (auto line = reader->next(); line && *line; line = reader->next()) bytes += (*line)->size() + 1;
    benchmark::DoNotOptimize(bytes);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void lines_yardstick(benchmark::State& state) {
  std::size_t bytes = 0;
  for (auto _ : state) {
    std::ifstream in(log_path());
    std::string line;
    bytes = 0;
    while (std::getline(in, line)) bytes += line.size() + 1;
    benchmark::DoNotOptimize(bytes);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

BENCHMARK(lines_ours)->Name("lines/ours");
BENCHMARK(lines_yardstick)->Name("lines/std::getline");

}  // namespace

#include "intake/telemetry/nvidia/pmon.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "intake/telemetry/cell_value.h"
#include "intake/telemetry/nvidia/dmon_table.h"
#include "intake/telemetry/nvidia/row_time.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using records::Metric;

constexpr double kPercent = 0.01;
constexpr double kMiB = 1024.0 * 1024.0;  // pmon writes MB and means MiB

struct Process {
  std::int64_t gpu = 0;
  std::int64_t pid = -1;  // -1: the row says that there is none
  CellValue sm;
  CellValue fb;
  base::TimeNs at_ns = 0;
};

// One accelerator in the tick being read.
struct Sum {
  std::int64_t gpu = 0;
  std::int64_t line = 0;  // of its first process
  base::TimeNs at_ns = 0;
  std::optional<double> busy;
  std::optional<double> fb_bytes;
  bool fb_whole = true;
  std::vector<std::int64_t> pids;
};

class PmonLog {
 public:
  PmonLog(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink), time_(input) {}
  base::Status read();

 private:
  base::Status take_header(std::string_view line, DmonHeader header);
  std::string_view take_row(std::string_view line);
  std::string_view read_process(Process& process);
  [[nodiscard]] bool begins_tick(const Process& process) const;
  void add(const Process& process);
  void end_tick();
  void note();
  [[nodiscard]] std::string_view cell(std::string_view name) const {
    const auto column = header_.column(name);
    return column ? cells_[*column] : std::string_view{};
  }

  const TelemetryInput& input_;
  SampleSink& sink_;
  RowTime time_;
  std::string header_line_;
  DmonHeader header_;
  std::vector<std::string_view> cells_;
  std::optional<Process> last_;
  std::vector<Sum> tick_;
  std::int64_t sums_ = 0;
  std::int64_t capped_ = 0;
};

base::Status PmonLog::read() {
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    if (base::trim(*line).empty() || *line == header_line_) continue;
    if (auto header = read_dmon_header(*line)) {
      TRY(take_header(*line, std::move(*header)));
      continue;
    }
    if (base::trim(*line).starts_with('#')) continue;  // units, which are always the same, and remarks
    const auto reason = take_row(*line);
    if (!reason.empty()) sink_.reject(reason, input_.lines.line_number());
  }
  end_tick();
  note();
  return {};
}

base::Status PmonLog::take_header(std::string_view line, DmonHeader header) {
  const auto place = input_.lines.place();
  if (!header.column("pid"))
    return fail(ErrorKind::unsupported, "turns from a log of processes into one of devices; give one file each", place);
  if (!header.column("sm") && !header.column("fb")) {
    return fail(ErrorKind::invalid_input,
                fmt::format("none of its columns \"{}\" is read; record with nvidia-smi pmon -s um -o DT", fmt::join(header.names, " ")),
                place);
  }
  header_line_ = line;
  header_ = std::move(header);
  return {};
}

std::string_view PmonLog::take_row(std::string_view line) {
  if (header_.names.empty()) return "a row before the first header: its columns are not known";
  split_dmon_row(line, header_, cells_);
  if (cells_.size() < header_.names.size()) return "fewer cells than columns";
  if (cells_.size() > header_.names.size()) return "more cells than columns";
  Process process;
  if (const auto reason = read_process(process); !reason.empty()) return reason;
  if (header_.column("time")) {
    const auto written = time_.written(cell("date"), cell("time"));
    if (!written) return "no time in the date and time columns";
    process.at_ns = *written;
  }
  if (begins_tick(process)) {
    end_tick();
    if (!header_.column("time")) time_.next_tick();
  }
  if (!header_.column("time")) process.at_ns = time_.tick();
  last_ = process;
  add(process);
  return "";
}

std::string_view PmonLog::read_process(Process& process) {
  const auto gpu = base::parse_integer(cell("gpu"));
  if (!gpu) return "no device named";
  process.gpu = *gpu;
  if (!is_placeholder(cell("pid"))) {
    const auto pid = base::parse_integer(cell("pid"));
    if (!pid || *pid < 0) return "no process id in the pid column";
    process.pid = *pid;
  }
  process.sm = read_quantity(cell("sm"), Quantity::fraction, kPercent);
  process.fb = read_quantity(cell("fb"), Quantity::bytes, kMiB);
  const bool malformed = process.sm.kind == CellValue::Kind::malformed || process.fb.kind == CellValue::Kind::malformed;
  if (malformed) return "a cell is neither a number with a known unit nor a placeholder";
  if (process.sm.kind == CellValue::Kind::number && !(process.sm.value >= 0 && process.sm.value <= 1)) return "busy below 0 or over 100 %";
  if (process.fb.kind == CellValue::Kind::number && process.fb.value < 0) return "memory used below 0 or over 100 TB";
  return "";
}

// pmon lists processes by accelerator, then by process id, both ascending. Where it writes times, they tell the ticks, but for two within
// one second.
bool PmonLog::begins_tick(const Process& process) const {
  if (!last_) return true;
  if (header_.column("time")) {
    const auto listed = [&](const Sum& sum) {
      return sum.gpu == process.gpu && std::find(sum.pids.begin(), sum.pids.end(), process.pid) != sum.pids.end();
    };
    return process.at_ns != last_->at_ns || std::any_of(tick_.begin(), tick_.end(), listed);
  }
  return std::pair(process.gpu, process.pid) <= std::pair(last_->gpu, last_->pid);
}

void PmonLog::add(const Process& process) {
  auto found = std::find_if(tick_.begin(), tick_.end(), [&](const Sum& sum) { return sum.gpu == process.gpu; });
  if (found == tick_.end()) {
    Sum first;
    first.gpu = process.gpu;
    first.line = input_.lines.line_number();
    first.at_ns = process.at_ns;
    found = tick_.insert(tick_.end(), std::move(first));
  }
  auto& sum = *found;
  sum.pids.push_back(process.pid);
  if (process.sm.kind == CellValue::Kind::number) sum.busy = sum.busy.value_or(0) + process.sm.value;
  if (process.fb.kind == CellValue::Kind::number) {
    sum.fb_bytes = sum.fb_bytes.value_or(0) + process.fb.value;
  } else {
    sum.fb_whole = false;
  }
}

void PmonLog::end_tick() {
  for (const auto& sum : tick_) {
    records::DeviceSample sample;
    sample.at_ns = sum.at_ns;
    sample.device = fmt::format("{}", sum.gpu);
    if (sum.busy) {
      ++sums_;
      if (*sum.busy > 1 + 1e-9) ++capped_;
      sample[Metric::busy] = std::min(*sum.busy, 1.0);
    }
    if (sum.fb_whole) sample[Metric::memory_used_bytes] = sum.fb_bytes;
    if (const auto why = implausible(sample)) {
      sink_.reject(*why, sum.line);
    } else {
      if (time_.assumed()) sink_.times_are(records::TimeBase::running_clock);
      sink_.take(sample, sum.line);
    }
  }
  tick_.clear();
}

void PmonLog::note() {
  if (auto text = time_.note(); !text.empty()) sink_.note(std::move(text));
  if (!last_) return;
  sink_.note(fmt::format(
      "{}: busy and memory are sums over processes, near the accelerator's own figures and not those: processes that ran at the same time "
      "count twice ({} of {} sums were over 100 % and count as 100 %), and what belongs to no process is missing. dmon shows the "
      "accelerator's",
      input_.lines.path(), capped_, sums_));
}

}  // namespace

bool is_pmon(std::span<const std::string> head) {
  for (const auto& line : head) {
    if (const auto header = read_dmon_header(line)) return header->column("pid").has_value();
  }
  return false;
}

base::Result<RecordingFacts> read_pmon(const TelemetryInput& input, SampleSink& sink) {
  TRY(PmonLog(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

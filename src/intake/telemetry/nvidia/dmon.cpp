#include "intake/telemetry/nvidia/dmon.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "intake/telemetry/nvidia/dmon_table.h"
#include "intake/telemetry/nvidia/nvidia_smi_row.h"
#include "intake/telemetry/nvidia/row_time.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using records::Metric;

constexpr std::size_t at(Metric metric) { return static_cast<std::size_t>(metric); }

// `sm` is the share of time with a kernel resident, as utilization.gpu is. `pclk` is the clock of the processor, which is that of the SMs.
// The last four come from GPM (Hopper and later) and are shares of what the device could do; nvidia-smi names them so for --gpm-metrics
// 2, 3, 5 and 10. rxpci and txpci are windows of 20 ms and known to jump to 209,713 MB/s on idle cards: not read.
constexpr std::array kFields{
    NvidiaSmiField{"gpu", FieldKind::index},
    NvidiaSmiField{"pwr", FieldKind::metric, at(Metric::power_w), Quantity::watts},
    NvidiaSmiField{"gtemp", FieldKind::metric, at(Metric::temperature_c), Quantity::celsius},
    NvidiaSmiField{"temp", FieldKind::metric, at(Metric::temperature_c), Quantity::celsius},  // older drivers
    NvidiaSmiField{"mtemp", FieldKind::metric, at(Metric::memory_temperature_c), Quantity::celsius},
    NvidiaSmiField{"sm", FieldKind::metric, at(Metric::busy), Quantity::fraction},
    NvidiaSmiField{"fb", FieldKind::metric, at(Metric::memory_used_bytes), Quantity::bytes},
    NvidiaSmiField{"pclk", FieldKind::metric, at(Metric::sm_clock_hz), Quantity::hertz},
    NvidiaSmiField{"smutil", FieldKind::metric, at(Metric::sm_active), Quantity::fraction},
    NvidiaSmiField{"smocc", FieldKind::metric, at(Metric::sm_occupancy), Quantity::fraction},
    NvidiaSmiField{"mmaact", FieldKind::metric, at(Metric::tensor_active), Quantity::fraction},
    NvidiaSmiField{"dram", FieldKind::metric, at(Metric::dram_active), Quantity::fraction},
};

const NvidiaSmiField* field_named(std::string_view name) {
  const auto* found = std::find_if(kFields.begin(), kFields.end(), [&](const auto& field) { return field.name == name; });
  return found == kFields.end() ? nullptr : found;
}

class DmonLog {
 public:
  DmonLog(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink), time_(input) {}
  base::Status read();

 private:
  base::Status take(std::string_view line);
  base::Status take_header(std::string_view line, DmonHeader header);
  base::Status take_units(std::string_view line);
  std::string_view take_row(std::string_view line);
  std::optional<base::TimeNs> time_of_row();
  [[nodiscard]] std::string_view cell(const std::optional<std::size_t>& column) const {
    return column ? cells_[*column] : std::string_view{};
  }

  const TelemetryInput& input_;
  SampleSink& sink_;
  RowTime time_;
  std::string header_line_;
  std::string units_line_;
  DmonHeader header_;
  std::vector<NvidiaSmiColumn> columns_;
  NvidiaSmiRow row_{{}, Names::hashed};
  std::vector<std::string_view> cells_;
  std::vector<std::string> seen_;  // devices with a row in the tick being read
};

base::Status DmonLog::read() {
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    if (!base::trim(*line).empty()) TRY(take(*line));
  }
  if (auto note = time_.note(); !note.empty()) sink_.note(std::move(note));
  return {};
}

base::Status DmonLog::take(std::string_view line) {
  if (line == header_line_ || line == units_line_) return {};
  if (auto header = read_dmon_header(line)) return take_header(line, std::move(*header));
  if (is_dmon_units(line)) return take_units(line);
  if (base::trim(line).starts_with('#')) return {};  // a remark
  const auto reason = take_row(line);
  if (!reason.empty()) sink_.reject(reason, input_.lines.line_number());
  return {};
}

base::Status DmonLog::take_header(std::string_view line, DmonHeader header) {
  const auto place = input_.lines.place();
  if (header.column("pid"))
    return fail(ErrorKind::unsupported, "turns from a log of devices into one of processes; give one file each", place);
  for (const auto* instance : {"mig", "gi", "ci", "gpu_inst", "comp_inst"}) {
    if (header.column(instance))
      return fail(ErrorKind::unsupported, "has rows by MIG instance, which are not read from dmon; use dcgmi dmon", place);
  }
  header_line_ = line;
  units_line_.clear();
  header_ = std::move(header);
  columns_.clear();
  bool any = false;
  for (const auto& name : header_.names) {
    const auto* const field = field_named(name);
    columns_.push_back({.field = field, .factor = field == nullptr ? 1 : default_factor(field->quantity)});
    any = any || (field != nullptr && field->kind == FieldKind::metric);
  }
  if (!any) {
    return fail(ErrorKind::invalid_input,
                fmt::format("none of its columns \"{}\" is read; record with nvidia-smi dmon -s pucm -o DT", fmt::join(header_.names, " ")),
                place);
  }
  row_ = NvidiaSmiRow(columns_, Names::hashed);
  return {};
}

base::Status DmonLog::take_units(std::string_view line) {
  if (columns_.empty()) return {};
  units_line_ = line;
  split_dmon_row(line, header_, cells_);
  if (cells_.size() != columns_.size()) return {};  // a torn line: what the header's columns are in is known without it
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].field == nullptr || columns_[i].field->kind != FieldKind::metric) continue;
    const auto unit = cells_[i].starts_with("GPM:") ? cells_[i].substr(4) : cells_[i];
    const auto factor = unit_factor(columns_[i].field->quantity, unit);
    if (!factor) {
      return fail(ErrorKind::unsupported, fmt::format("column {} has the unit \"{}\", which is not known for it", header_.names[i], unit),
                  input_.lines.place());
    }
    columns_[i].factor = *factor;
  }
  row_ = NvidiaSmiRow(columns_, Names::hashed);
  return {};
}

std::string_view DmonLog::take_row(std::string_view line) {
  if (columns_.empty()) return "a row before the first header: its columns are not known";
  split_dmon_row(line, header_, cells_);
  if (cells_.size() < columns_.size()) return "fewer cells than columns";
  if (cells_.size() > columns_.size()) return "more cells than columns";
  if (!base::parse_integer(cell(header_.column("gpu")))) return "no device named";
  const auto time = time_of_row();
  const auto reason = row_.read(cells_, input_.time);
  if (!reason.empty()) return reason;
  if (!time) return "no time in the date and time columns";
  row_.sample().at_ns = *time;
  if (const auto why = implausible(row_.sample())) return *why;
  if (time_.assumed()) sink_.times_are(records::TimeBase::running_clock);
  sink_.take(row_.sample(), input_.lines.line_number());
  return "";
}

// A tick without a time ends where a device comes again.
std::optional<base::TimeNs> DmonLog::time_of_row() {
  if (header_.column("time")) return time_.written(cell(header_.column("date")), cell(header_.column("time")));
  const auto device = cell(header_.column("gpu"));
  const bool again = std::find(seen_.begin(), seen_.end(), device) != seen_.end();
  if (again || seen_.empty()) {
    seen_.clear();
    time_.next_tick();
  }
  seen_.emplace_back(device);
  return time_.tick();
}

std::optional<DmonHeader> first_header(std::span<const std::string> head) {
  for (const auto& line : head) {
    if (auto header = read_dmon_header(line)) return header;
  }
  return std::nullopt;
}

}  // namespace

bool is_dmon(std::span<const std::string> head) {
  const auto header = first_header(head);
  return header && !header->column("pid");
}

base::Result<RecordingFacts> read_dmon(const TelemetryInput& input, SampleSink& sink) {
  TRY(DmonLog(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

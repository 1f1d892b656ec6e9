#include "intake/telemetry/nvidia/dcgmi_dmon.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "intake/telemetry/nvidia/nvidia_smi_row.h"
#include "intake/telemetry/nvidia/row_time.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using records::Metric;

constexpr std::size_t at(Metric metric) { return static_cast<std::size_t>(metric); }

// dcgm_fields.h and dcgm_fields.cpp of DCGM 4: number, short name, unit. The log itself names units for a few fields only.
struct DcgmField {
  std::string_view id;
  NvidiaSmiField field;  // named by its short name
  double factor = 1;     // to base units
};
constexpr double kPercent = 0.01;
constexpr double kRatio = 1;  // the profiling fields are 0..1
constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kMHz = 1e6;
constexpr std::array kFields{
    DcgmField{"100", {"SMCLK", FieldKind::metric, at(Metric::sm_clock_hz), Quantity::hertz}, kMHz},
    DcgmField{"140", {"MMTMP", FieldKind::metric, at(Metric::memory_temperature_c), Quantity::celsius}},
    DcgmField{"150", {"TMPTR", FieldKind::metric, at(Metric::temperature_c), Quantity::celsius}},
    DcgmField{"155", {"POWER", FieldKind::metric, at(Metric::power_w), Quantity::watts, 0}},
    DcgmField{"157", {"POWINST", FieldKind::metric, at(Metric::power_w), Quantity::watts, 1}},
    DcgmField{"203", {"GPUTL", FieldKind::metric, at(Metric::busy), Quantity::fraction}, kPercent},
    DcgmField{"250", {"FBTTL", FieldKind::memory_total, 0, Quantity::bytes}, kMiB},
    DcgmField{"252", {"FBUSD", FieldKind::metric, at(Metric::memory_used_bytes), Quantity::bytes}, kMiB},
    DcgmField{"1002", {"SMACT", FieldKind::metric, at(Metric::sm_active), Quantity::fraction}, kRatio},
    DcgmField{"1003", {"SMOCC", FieldKind::metric, at(Metric::sm_occupancy), Quantity::fraction}, kRatio},
    DcgmField{"1004", {"TENSO", FieldKind::metric, at(Metric::tensor_active), Quantity::fraction}, kRatio},
    DcgmField{"1005", {"DRAMA", FieldKind::metric, at(Metric::dram_active), Quantity::fraction}, kRatio},
};
constexpr NvidiaSmiField kEntity{"entity", FieldKind::index};
constexpr std::array<std::string_view, 2> kReasons{"112", "DVCCTR"};  // the clocks event reasons as one decimal number

const DcgmField* field_named(std::string_view name) {
  const auto* found = std::find_if(kFields.begin(), kFields.end(),
                                   [&](const auto& row) { return row.id == name || base::equals_ignoring_case(row.field.name, name); });
  return found == kFields.end() ? nullptr : found;
}

void split_blanks(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  for (std::size_t from = line.find_first_not_of(" \t"); from < line.size();) {
    const auto end = std::min(line.find_first_of(" \t", from), line.size());
    words.push_back(line.substr(from, end - from));
    from = line.find_first_not_of(" \t", end);
  }
}

// "#Entity GRACT SMACT", "# Entity GRACT", "# EntityId GPUTL": what follows the entity, or nothing.
std::optional<std::vector<std::string>> header_names(std::string_view line) {
  line = base::trim(line);
  if (!line.starts_with('#')) return std::nullopt;
  std::vector<std::string_view> words;
  split_blanks(line.substr(1), words);
  if (words.size() < 2) return std::nullopt;
  if (!base::equals_ignoring_case(words.front(), "Entity") && !base::equals_ignoring_case(words.front(), "EntityId")) return std::nullopt;
  return std::vector<std::string>(words.begin() + 1, words.end());
}

class DcgmiLog {
 public:
  DcgmiLog(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink), time_(input) {}
  base::Status read();

 private:
  base::Status take_header(std::string_view line, const std::vector<std::string>& names);
  std::string_view take_row(std::string_view line);
  std::string_view name_entity();
  std::string_view fill_reasons();
  base::TimeNs time_of(const std::string& entity);
  void note();

  const TelemetryInput& input_;
  SampleSink& sink_;
  RowTime time_;
  std::string header_line_;
  std::size_t columns_ = 0;  // with the entity as the first one
  std::optional<std::size_t> reasons_;
  NvidiaSmiRow row_{{}, Names::hashed};
  std::vector<std::string_view> cells_;
  std::string entity_;
  std::vector<std::string> seen_;  // entities with a row in the tick being read
  bool instances_ = false;
};

base::Status DcgmiLog::read() {
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    const auto text = base::trim(*line);
    if (text.empty() || text == header_line_) continue;
    if (const auto names = header_names(text)) {
      TRY(take_header(text, *names));
      continue;
    }
    const bool units = text == "ID" || text == "Id" || text.starts_with("ID ") || text.starts_with("Id ");
    if (units || text.starts_with('#') || text.starts_with("dmon was stopped")) continue;
    const auto reason = take_row(text);
    if (!reason.empty()) sink_.reject(reason, input_.lines.line_number());
  }
  note();
  return {};
}

base::Status DcgmiLog::take_header(std::string_view line, const std::vector<std::string>& names) {
  header_line_ = line;
  reasons_.reset();
  std::vector<NvidiaSmiColumn> columns{{.field = &kEntity}};
  bool any = false;
  for (const auto& name : names) {
    const auto* const known = field_named(name);
    if (std::find(kReasons.begin(), kReasons.end(), name) != kReasons.end()) reasons_ = columns.size();
    any = any || known != nullptr;
    columns.push_back({.field = known == nullptr ? nullptr : &known->field, .factor = known == nullptr ? 1 : known->factor});
  }
  if (!any) {
    return fail(ErrorKind::invalid_input,
                fmt::format("none of its fields \"{}\" is read; record with dcgmi dmon -e 203,1002,1004,1005,252,155,150,100",
                            fmt::join(names, " ")),
                input_.lines.place());
  }
  columns_ = columns.size();
  row_ = NvidiaSmiRow(std::move(columns), Names::hashed);
  return {};
}

std::string_view DcgmiLog::take_row(std::string_view line) {
  if (columns_ == 0) return "a row before the first header: its columns are not known";
  split_blanks(line, cells_);
  if (const auto reason = name_entity(); !reason.empty()) return reason;
  const auto at_ns = time_of(entity_);
  if (cells_.size() < columns_) return "fewer cells than columns";
  if (cells_.size() > columns_) return "more cells than columns";
  if (const auto reason = row_.read(cells_, input_.time); !reason.empty()) return reason;
  if (const auto reason = fill_reasons(); !reason.empty()) return reason;
  row_.sample().at_ns = at_ns;
  row_.sample().partition = entity_.starts_with("GPU-");
  if (const auto why = implausible(row_.sample())) return *why;
  if (time_.assumed()) sink_.times_are(records::TimeBase::running_clock);
  sink_.take(row_.sample(), input_.lines.line_number());
  return "";
}

// The first two words, "GPU-I 1", become one.
std::string_view DcgmiLog::name_entity() {
  if (cells_.size() < 2) return "fewer cells than columns";
  const auto kind = cells_[0];
  const bool instance = kind == "GPU-I" || kind == "GPU-CI";
  if (kind != "GPU" && !instance) return "a row of no GPU and no MIG instance";
  if (!base::parse_integer(cells_[1])) return "no device named";
  entity_ = instance ? fmt::format("{} {}", kind, cells_[1]) : std::string(cells_[1]);
  instances_ = instances_ || instance;
  cells_.erase(cells_.begin());
  cells_.front() = entity_;
  return "";
}

std::string_view DcgmiLog::fill_reasons() {
  if (!reasons_ || is_placeholder(cells_[*reasons_])) return "";
  const auto mask = base::parse_integer(cells_[*reasons_]);
  if (!mask || *mask < 0) return "a mask of reasons that is no number";
  if (*mask >= 0x7ffffff0) return "";  // DCGM's blanks, of 32 bits or 64
  const auto shown = throttle_of_mask(static_cast<std::uint64_t>(*mask));
  std::copy(shown.begin(), shown.end(), row_.sample().throttling.begin());
  return "";
}

// A tick ends where an entity comes again.
base::TimeNs DcgmiLog::time_of(const std::string& entity) {
  const bool again = std::find(seen_.begin(), seen_.end(), entity) != seen_.end();
  if (again || seen_.empty()) {
    seen_.clear();
    time_.next_tick();
  }
  seen_.push_back(entity);
  return time_.tick();
}

void DcgmiLog::note() {
  if (auto text = time_.note(); !text.empty()) sink_.note(std::move(text));
  if (!instances_) return;
  sink_.note(
      fmt::format("{}: MIG instances (GPU-I, GPU-CI) are shown as devices of their own; what they did is a share of the instance, and "
                  "their GPU's figures hold it too",
                  input_.lines.path()));
}

}  // namespace

bool is_dcgmi_dmon(std::span<const std::string> head) {
  return std::any_of(head.begin(), head.end(), [](const auto& line) { return header_names(line).has_value(); });
}

base::Result<RecordingFacts> read_dcgmi_dmon(const TelemetryInput& input, SampleSink& sink) {
  TRY(DcgmiLog(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

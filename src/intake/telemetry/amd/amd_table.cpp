#include "intake/telemetry/amd/amd_table.h"

#include <algorithm>

#include "base/text.h"
#include "intake/telemetry/amd/amd_reading.h"

namespace accelprep::intake {
namespace {

constexpr std::string_view kBanner = "ROCm System Management Interface";
constexpr std::string_view kEnd = "End of ROCm SMI Log";

// Cells stand two blanks or more apart; a value and its unit one.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  line = base::trim(line);
  while (!line.empty()) {
    const auto end = std::min(line.find("  "), line.size());
    cells.push_back(line.substr(0, end));
    line = base::trim(line.substr(end));
  }
  return cells;
}

bool begins_with_digit(std::string_view text) { return !text.empty() && text.front() >= '0' && text.front() <= '9'; }

// What the titles and the line below them say of sensors.
struct Titles {
  bool junction = false;
  bool edge = false;
  bool average = false;
  bool socket = false;
};

// A column of rocm-smi's "concise info" as its other outputs name it.
std::string_view name_of_title(std::string_view title, const Titles& titles) {
  if (title.starts_with("Temp")) {
    if (titles.junction) return "temperature (sensor junction) (c)";
    return titles.edge ? "temperature (sensor edge) (c)" : "";
  }
  if (title.starts_with("AvgPwr") || (title == "Power" && titles.average)) return "average graphics package power (w)";
  if (title == "Power" && titles.socket) return "current socket graphics package power (w)";
  if (title == "SCLK") return "sclk clock speed";
  if (title == "GPU%") return "gpu use (%)";
  return "";
}

std::vector<std::string_view> names_of_concise(const std::vector<std::string_view>& header, std::string_view below) {
  const auto says = [&](std::string_view word) {
    return below.find(word) != std::string_view::npos ||
           std::any_of(header.begin(), header.end(), [&](auto cell) { return cell.find(word) != std::string_view::npos; });
  };
  const Titles titles{.junction = says("Junction"), .edge = says("Edge"), .average = says("(Avg)"), .socket = says("(Socket)")};
  std::vector<std::string_view> names;
  for (const auto title : header) names.push_back(names.empty() ? std::string_view("device") : name_of_title(title, titles));
  return names;
}

// A row may have more cells than its header has titles, since one title ("IDs") covers two: it is matched from its end, and the device at
// its beginning.
std::vector<std::string_view> fitted(const std::vector<std::string_view>& cells, std::size_t columns) {
  if (cells.size() <= columns) return cells;
  std::vector<std::string_view> out{cells.front()};
  out.insert(out.end(), cells.end() - static_cast<std::ptrdiff_t>(columns - 1), cells.end());
  return out;
}

class ConciseInfo {
 public:
  ConciseInfo(const TelemetryInput& input, SampleSink& sink) : input_(input), reading_(input, sink) {}

  base::Status read() {
    for (;;) {
      TRY_ASSIGN(const auto line, input_.lines.next());
      if (!line) break;
      TRY(input_.progress.passed(*line));
      take(*line);
    }
    return reading_.finish();
  }

 private:
  void take(std::string_view line) {
    if (line.find(kBanner) != std::string_view::npos || line.find(kEnd) != std::string_view::npos) {
      inside_ = line.find(kBanner) != std::string_view::npos;
      columns_.clear();
      header_.clear();
      return;
    }
    const auto text = base::trim(line);
    if (!inside_ || text.empty() || text.starts_with("==")) return;
    if (!header_.empty() && columns_.empty()) {  // the line below the titles, or the first row where there is none
      const auto titles = cells_of(header_);
      columns_ = amd_columns(names_of_concise(titles, begins_with_digit(text) ? "" : text));
      if (!begins_with_digit(text)) return;
    }
    if (text.find("GPU%") != std::string_view::npos) {
      header_.assign(text);
      columns_.clear();
    } else if (!columns_.empty() && begins_with_digit(line)) {
      reading_.take(columns_, fitted(cells_of(text), columns_.size()), input_.lines.line_number());
    } else if (!columns_.empty()) {
      reading_.name_last(text);
    }
  }

  const TelemetryInput& input_;
  AmdReading reading_;
  bool inside_ = false;
  std::string header_;
  AmdColumns columns_;
};

bool is_header(const std::vector<std::string_view>& cells) {
  return !cells.empty() && (cells.front() == "GPU" || cells.front() == "TIMESTAMP");
}

}  // namespace

bool is_rocm_smi_table(std::span<const std::string> head) {
  return std::any_of(head.begin(), head.end(), [](const auto& line) { return line.find(kBanner) != std::string::npos; });
}

base::Result<RecordingFacts> read_rocm_smi_table(const TelemetryInput& input, SampleSink& sink) {
  TRY(ConciseInfo(input, sink).read());
  return RecordingFacts{};
}

bool is_amd_smi_table(std::span<const std::string> head) {
  return std::any_of(head.begin(), head.end(), [](const auto& line) {
    const auto cells = cells_of(line);
    return is_header(cells) && std::find(cells.begin(), cells.end(), "POWER") != cells.end() && has_metric(amd_columns(cells));
  });
}

base::Result<RecordingFacts> read_amd_smi_table(const TelemetryInput& input, SampleSink& sink) {
  AmdReading reading(input, sink);
  AmdColumns columns;
  for (;;) {
    TRY_ASSIGN(const auto line, input.lines.next());
    if (!line) break;
    TRY(input.progress.passed(*line));
    const auto cells = cells_of(*line);
    if (is_header(cells)) {
      columns = amd_columns(cells);
      const bool of_processes = std::find(cells.begin(), cells.end(), "PID") != cells.end();
      if (of_processes || !has_metric(columns)) columns.clear();
    } else if (cells.empty()) {
      columns.clear();
    } else if (!columns.empty() && begins_with_digit(cells.front())) {
      reading.take(columns, cells, input.lines.line_number());
    }
  }
  TRY(reading.finish());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

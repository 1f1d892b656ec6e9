#include "intake/telemetry/amd/amd_csv.h"

#include <algorithm>

#include "base/text.h"
#include "intake/telemetry/amd/amd_reading.h"
#include "intake/telemetry/csv_cells.h"

namespace accelprep::intake {

bool is_amd_csv(std::span<const std::string> head) {
  CsvCells cells;
  return std::any_of(head.begin(), head.end(), [&](const auto& line) { return is_amd(amd_columns(cells.split(line))); });
}

base::Result<RecordingFacts> read_amd_csv(const TelemetryInput& input, SampleSink& sink) {
  AmdReading reading(input, sink);
  CsvCells cells;
  AmdColumns columns;
  std::string header;
  for (;;) {
    TRY_ASSIGN(const auto line, input.lines.next());
    if (!line) break;
    TRY(input.progress.passed(*line));
    if (base::trim(*line).empty() || *line == header) continue;
    const auto& row = cells.split(*line);
    const bool starts_with_letter = !row.front().empty() && (row.front().front() < '0' || row.front().front() > '9');
    if (auto named = starts_with_letter ? amd_columns(row) : AmdColumns{}; is_amd(named)) {
      columns = std::move(named);
      header.assign(*line);
    } else if (!columns.empty()) {
      reading.take(columns, row, input.lines.line_number());
    }
  }
  TRY(reading.finish());
  return RecordingFacts{};
}

}  // namespace accelprep::intake

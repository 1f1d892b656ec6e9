#include "intake/telemetry/node/ptdaemon.h"

#include <optional>

#include "base/text.h"
#include "intake/telemetry/csv_cells.h"
#include "intake/telemetry/node/node_sample.h"

namespace accelprep::intake {

bool is_ptdaemon_log(std::span<const std::string> head) {
  if (head.empty()) return false;
  CsvCells cells;
  const auto& row = cells.split(head.front());
  return row.size() >= 4 && row[0] == "Time" && row[2] == "Watts" && base::parse_time(iso_time(row[1])).has_value();
}

base::Result<RecordingFacts> read_ptdaemon_log(const TelemetryInput& input, SampleSink& sink) {
  CsvCells cells;
  sink.note(node_note(input.lines.path(), "a power meter"));
  for (;;) {
    TRY_ASSIGN(const auto line, input.lines.next());
    if (!line) break;
    TRY(input.progress.passed(*line));
    if (base::trim(*line).empty()) continue;
    const auto& row = cells.split(*line);
    const auto number = input.lines.line_number();
    if (row.size() < 4 || row[0] != "Time" || row[2] != "Watts") {
      sink.reject("a row that does not begin with Time and Watts", number);
      continue;
    }
    const auto at = input.time.read(iso_time(row[1]));
    const auto power_w = base::parse_number(row[3]);
    if (!at || !power_w) {
      sink.reject(!at ? "no time after Time" : "no number after Watts", number);
    } else if (const auto reason = impossible_of_node(*at, *power_w)) {
      sink.reject(*reason, number);
    } else {
      sink.take(node_sample(*at, *power_w), number);
    }
  }
  return RecordingFacts{};
}

}  // namespace accelprep::intake

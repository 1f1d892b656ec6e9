// AIPerf's profile_export.jsonl: one request a line. Folded as it is read: a long run's file does not fit in memory as JSON.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "intake/results/formats.h"
#include "statistics/sketch_builder.h"

namespace accelprep::intake {

inline constexpr std::string_view kAiperfRecordsKind = "AIPerf request records (JSON lines)";

bool is_aiperf_record(const JsonView& document);

class AiperfRecords {
 public:
  // One line. Requests of phases other than profiling (warm-up) are counted apart and left out.
  void add(const JsonView& record);
  [[nodiscard]] ResultRuns finish() const;
  [[nodiscard]] std::int64_t used() const { return used_; }

 private:
  struct Values {
    std::string unit;
    std::vector<double> each;              // of metrics with one value a request
    statistics::SketchBuilder many{0.01};  // of lists, in the unit of the file
    bool mixed = false;                    // units differ between lines: nothing can be said
  };
  void add_metric(std::string_view name, const JsonView& metric);
  static records::ResultMetric metric_of(const std::string& name, const Values& values, std::string_view definition);

  std::map<std::string, Values, std::less<>> values_;
  records::ResultCounts counts_{.sent = 0, .completed = 0, .failed = 0, .incomplete = 0};
  std::int64_t used_ = 0;
  std::int64_t other_phases_ = 0;
  std::optional<double> first_start_s_;
  std::optional<double> last_end_s_;
};

}  // namespace accelprep::intake

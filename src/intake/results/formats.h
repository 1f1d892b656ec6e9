// The formats of results, one file each: each tells its own by its content and reads one document, or one text, into runs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intake/results/json_view.h"
#include "records/result.h"

namespace accelprep::intake {

using ResultRuns = std::vector<records::BenchmarkRun>;

// A file that is one JSON document, or one document a line. YAML is read as JSON.
struct JsonResultFormat {
  std::string_view kind;  // as people read it
  bool (*recognizes)(const JsonView& document);
  base::Result<ResultRuns> (*read)(const JsonView& document);
};

// A text or CSV file, as lines.
struct TextResultFormat {
  std::string_view kind;
  bool (*recognizes)(std::span<const std::string_view> lines);
  base::Result<ResultRuns> (*read)(std::span<const std::string_view> lines);
};

JsonResultFormat aiperf_format();          // aiperf.cpp
JsonResultFormat genai_perf_format();      // genai_perf.cpp
JsonResultFormat guidellm_format();        // guidellm.cpp
JsonResultFormat inference_max_format();   // inference_max.cpp
JsonResultFormat inference_perf_format();  // inference_perf.cpp
JsonResultFormat llm_d_format();           // llm_d.cpp
JsonResultFormat sglang_format();          // sglang.cpp
JsonResultFormat vllm_format();            // vllm.cpp

TextResultFormat genai_perf_csv_format();   // genai_perf_csv.cpp
TextResultFormat loadgen_detail_format();   // loadgen.cpp
TextResultFormat loadgen_summary_format();  // loadgen.cpp
TextResultFormat perf_analyzer_format();    // perf_analyzer.cpp

}  // namespace accelprep::intake

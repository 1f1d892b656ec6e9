// What audit.toml names: the purchase in question, and where the evidence for each axis lies. Paths are as written, relative to the
// file; every section may be missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/toml.h"
#include "records/stated.h"

namespace accelprep::records {

struct AuditTarget {
  std::string accelerator;  // catalog id or name
  std::int64_t count = 1;
  std::int64_t nodes = 1;
  std::string driver;
  std::optional<double> power_limit_w;
};

struct SlaPlan {
  std::optional<double> ttft_p99_s;
  std::optional<double> tpot_p99_s;
  std::optional<double> e2e_p99_s;
};

struct AuditWorkload {
  std::vector<std::string> requests;  // files and globs
  std::string map;                    // "arrival=ts:ms,input=..."; "" to recognise the columns
  std::string timezone;
  std::string model;  // config.json
  std::string engine;
  std::int64_t tensor_parallel = 1;
  std::string dtype;
  std::string kv_dtype;
  std::optional<std::int64_t> max_model_len;
  std::optional<double> memory_fraction;
  SlaPlan sla;
  std::vector<std::string> results;  // of other load generators: files and globs
  std::optional<Stated> horizon_months;
};

// The work a second that one accelerator holds, where somebody else measured it.
struct StatedCapacity {
  double requests_per_s = 0;
  std::optional<double> low, high;
  std::optional<double> tokens_per_s, input_tokens_mean, output_tokens_mean;
  Basis basis = Basis::assumed;
  std::string source;
  std::string as_of;
};

struct AuditTelemetry {
  std::vector<std::string> files;
  std::string fields;       // of a log without a header
  std::string accelerator;  // that it was recorded on; "" = the target
  std::string setting;      // "target_rack", "bench", "cloud", "unknown"
  std::optional<double> inlet_c;
  std::optional<std::pair<std::int64_t, std::int64_t>> window_ns;
};

struct AuditSoak {
  std::vector<std::string> requests;
  std::string map;
  AuditTelemetry telemetry;
  std::optional<StatedCapacity> capacity;
};

// A section that names a file, or holds that file's tables itself.
struct AuditPart {
  std::string file;
  std::optional<base::TomlTable> here;
  [[nodiscard]] bool given() const { return here || !file.empty(); }
};

struct AuditPlan {
  std::string path;  // of audit.toml
  std::string name;
  std::string decision_date;  // "2026-12-15"; "" where not stated
  bool synthetic = false;     // the evidence is made up, as in examples
  std::optional<AuditTarget> target;
  std::optional<AuditWorkload> workload;
  std::optional<AuditSoak> soak;
  std::vector<AuditTelemetry> telemetry;
  std::vector<std::string> stack_evidence;
  AuditPart site;
  AuditPart economics;
  std::vector<std::pair<std::string, double>> policy;  // as written
};

}  // namespace accelprep::records

// Everything one run found out: what the ledger keeps, the rubric reads and the report shows.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evidence/finding.h"
#include "evidence/measurement.h"
#include "records/requests.h"

namespace accelprep::evidence {

// A file or an address that was read.
struct Source {
  std::string path;
  std::string kind;  // "request log: Azure LLM 2023", "nvidia-smi CSV"
  std::uint64_t size_bytes = 0;
  std::string sha256;
  std::int64_t rows_used = 0;
  bool operator==(const Source&) const = default;
};

// The purchase in question.
struct Target {
  std::string accelerator;  // catalog id
  std::string accelerator_name;
  std::int64_t count = 0;  // accelerators in all nodes
  std::int64_t nodes = 1;
  std::optional<double> power_limit_w;
  std::string driver;
  bool operator==(const Target&) const = default;
};

// A threshold as it was applied.
struct PolicyValue {
  std::string key;
  double value = 0;
  double default_value = 0;
  bool operator==(const PolicyValue&) const = default;
};

// The run itself: the first thing a report shows.
struct Context {
  std::string tool_version;
  std::string verb;
  std::string command;  // as typed, without a path
  std::string host;     // hashed unless names are kept
  std::string system;   // kernel, machine
  std::string audit_name;
  std::string decision_date;
  std::string audit_directory;
  std::string timezone;  // "" where not known
  TimeNs started_ns = 0;
  TimeNs ended_ns = 0;
  bool operator==(const Context&) const = default;
};

struct Dossier {
  Context context;
  Target target;
  bool synthetic = false;
  std::vector<PolicyValue> policy;
  std::vector<Source> sources;
  std::vector<Measurement> measurements;
  std::vector<Finding> findings;
  std::vector<Check> checks;
  std::vector<Series> series;
  std::vector<Table> tables;
  std::vector<records::RejectedRows> rejected;
  std::vector<std::string> notes;
  bool operator==(const Dossier&) const = default;

  [[nodiscard]] const Series* find_series(std::string_view id) const;
  [[nodiscard]] const Table* find_table(std::string_view id) const;
};

}  // namespace accelprep::evidence

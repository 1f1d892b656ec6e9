// The ledger: an append-only SQLite file of runs. Each run's digest covers its rows and the digest of the run before, so
// `verify` finds any change that was made without recomputing the chain. docs/formats/ledger.md describes the tables.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/sqlite.h"
#include "evidence/dossier.h"

namespace accelprep::evidence {

using base::Result;
using base::Status;

struct RunInfo {
  std::int64_t id = 0;
  std::string verb;
  std::string status;  // "complete"; only whole runs are ever written
  TimeNs started_ns = 0;
  TimeNs ended_ns = 0;
  std::string digest;
  std::int64_t measurements = 0;
};

struct ChangedRun {
  std::int64_t id = 0;
  std::string why;  // "its rows do not match their digest"
};

struct Verification {
  std::vector<RunInfo> runs;
  std::vector<ChangedRun> changed;  // empty: nothing was changed
};

class Ledger {
 public:
  // Makes the file where it does not exist.
  static Result<Ledger> open(const std::string& path);
  static Result<Ledger> open_read_only(const std::string& path);

  // Appends one complete run in one transaction: all of it is there afterwards, or nothing. Returns its number.
  Result<std::int64_t> append(const Dossier& dossier);

  Result<std::vector<RunInfo>> runs();
  // The dossier of the newest run of that verb (of any, where there is none), with what every other run measured added to its own.
  Result<Dossier> read_latest(std::string_view verb = "audit");
  Result<std::vector<Measurement>> read_measurements();  // of all runs, oldest first

  Result<Verification> verify();

 private:
  explicit Ledger(base::SqliteDatabase database) : database_(std::move(database)) {}
  Result<std::int64_t> insert_run(const Dossier& dossier);
  Status insert_rows(std::int64_t run, const Dossier& dossier);
  Status seal(std::int64_t run);

  base::SqliteDatabase database_;
};

}  // namespace accelprep::evidence

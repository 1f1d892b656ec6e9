#include "evidence/ledger.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

#include "base/digest.h"
#include "base/file.h"
#include "evidence/dossier_json.h"

namespace accelprep::evidence {
namespace {

using base::ErrorKind;
using base::fail;
using base::SqliteDatabase;
using base::SqliteStatement;

constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kApplicationId = 0x61707265;  // "apre"

constexpr const char* kTables = R"sql(
CREATE TABLE run(id INTEGER PRIMARY KEY, verb TEXT NOT NULL,
  status TEXT NOT NULL, started_ns INTEGER NOT NULL, ended_ns INTEGER NOT NULL) STRICT;
CREATE TABLE measurement(id INTEGER PRIMARY KEY, run INTEGER NOT NULL, name TEXT NOT NULL,
  accelerator TEXT NOT NULL, count INTEGER NOT NULL,
  power_limit_w REAL, setting TEXT NOT NULL, inlet_c REAL, number REAL, text TEXT, absent TEXT, low REAL, high REAL, basis TEXT NOT NULL,
  synthetic INTEGER NOT NULL, method TEXT NOT NULL, sources TEXT NOT NULL, from_ns INTEGER, to_ns INTEGER, taken_at_ns INTEGER NOT NULL,
  expires_at_ns INTEGER, attributes TEXT NOT NULL) STRICT;
CREATE TABLE document(id INTEGER PRIMARY KEY, run INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE chunk(id INTEGER PRIMARY KEY, run INTEGER NOT NULL, previous TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
)sql";

// Every column, in a fixed order: what a digest covers.
constexpr const char* kRunColumns = "id, verb, status, started_ns, ended_ns";
constexpr const char* kMeasurementColumns =
    "id, run, name, accelerator, count, power_limit_w, setting, inlet_c, number, text, absent, low, high, basis, synthetic, method, "
    "sources, "
    "from_ns, to_ns, taken_at_ns, expires_at_ns, attributes";
constexpr const char* kDocumentColumns = "id, run, kind, body";

Result<std::int64_t> pragma(SqliteDatabase& database, const char* name) {
  TRY_ASSIGN(auto statement, database.prepare(fmt::format("PRAGMA {}", name)));
  TRY_ASSIGN(const bool found, statement.step());
  return found ? statement.column_integer(0) : 0;
}

Status check_is_ledger(SqliteDatabase& database, const std::string& path) {
  TRY_ASSIGN(const auto application, pragma(database, "application_id"));
  TRY_ASSIGN(const auto version, pragma(database, "user_version"));
  if (application != kApplicationId) return fail(ErrorKind::invalid_input, "is an SQLite file, and no accelprep ledger", path);
  if (version > kVersion) {
    return fail(ErrorKind::unsupported,
                fmt::format("was written by a newer accelprep (ledger version {}, this one knows {}); update", version, kVersion), path);
  }
  return {};
}

void bind_optional(SqliteStatement& statement, int index, const std::optional<double>& value) {
  value ? statement.bind(index, *value) : statement.bind_null(index);
}
void bind_optional(SqliteStatement& statement, int index, const std::optional<std::int64_t>& value) {
  value ? statement.bind(index, *value) : statement.bind_null(index);
}

void bind_value(SqliteStatement& statement, const Measurement& m) {
  const auto* absent = std::get_if<Absent>(&m.value);
  const auto* text = std::get_if<std::string>(&m.value);
  bind_optional(statement, 8, m.number());
  text != nullptr ? statement.bind(9, *text) : statement.bind_null(9);
  absent != nullptr ? statement.bind(10, absent->reason) : statement.bind_null(10);
  bind_optional(statement, 11, m.ci95 ? std::optional(m.ci95->low) : std::nullopt);
  bind_optional(statement, 12, m.ci95 ? std::optional(m.ci95->high) : std::nullopt);
}

Status insert_measurement(SqliteStatement& statement, std::int64_t run, const Measurement& m) {
  statement.bind(1, run).bind(2, m.id).bind(3, m.subject.accelerator).bind(4, m.subject.count);
  bind_optional(statement, 5, m.subject.power_limit_w);
  statement.bind(6, name_of(m.subject.setting));
  bind_optional(statement, 7, m.subject.inlet_c);
  bind_value(statement, m);
  statement.bind(13, records::name_of(m.basis)).bind(14, std::int64_t{m.synthetic}).bind(15, m.method).bind(16, texts_to_json(m.sources));
  bind_optional(statement, 17, m.window ? std::optional(m.window->from_ns) : std::nullopt);
  bind_optional(statement, 18, m.window ? std::optional(m.window->to_ns) : std::nullopt);
  statement.bind(19, m.taken_at_ns);
  bind_optional(statement, 20, m.expires_at_ns);
  statement.bind(21, pairs_to_json(m.attributes));
  return statement.run();
}

std::optional<double> optional_number(const SqliteStatement& row, int column) {
  return row.column_is_null(column) ? std::nullopt : std::optional(row.column_number(column));
}

Value value_of(const SqliteStatement& row) {
  if (!row.column_is_null(8)) return row.column_number(8);
  if (!row.column_is_null(9)) return row.column_text(9);
  return Absent{row.column_text(10)};
}

// From a row of kMeasurementColumns.
Result<Measurement> measurement_of(const SqliteStatement& row) {
  Measurement m;
  m.id = row.column_text(2);
  m.subject = {.accelerator = row.column_text(3),
               .count = row.column_integer(4),
               .power_limit_w = optional_number(row, 5),
               .setting = setting_named(row.column_text(6)).value_or(Setting::unknown),
               .inlet_c = optional_number(row, 7)};
  m.value = value_of(row);
  if (!row.column_is_null(11)) m.ci95 = Interval{row.column_number(11), row.column_number(12)};
  m.basis = records::basis_named(row.column_text(13)).value_or(Basis::assumed);
  m.synthetic = row.column_integer(14) != 0;
  m.method = row.column_text(15);
  TRY_ASSIGN(m.sources, texts_from_json(row.column_text(16)));
  if (!row.column_is_null(17)) m.window = Window{row.column_integer(17), row.column_integer(18)};
  m.taken_at_ns = row.column_integer(19);
  if (!row.column_is_null(20)) m.expires_at_ns = row.column_integer(20);
  TRY_ASSIGN(m.attributes, pairs_from_json(row.column_text(21)));
  return m;
}

Result<std::vector<Measurement>> measurements_where(SqliteDatabase& database, const std::string& where) {
  std::vector<Measurement> out;
  TRY_ASSIGN(auto statement, database.prepare(fmt::format("SELECT {} FROM measurement {} ORDER BY id", kMeasurementColumns, where)));
  while (true) {
    TRY_ASSIGN(const bool more, statement.step());
    if (!more) return out;
    TRY_ASSIGN(auto measurement, measurement_of(statement));
    out.push_back(std::move(measurement));
  }
}

// The digests of one table's rows, one a run. A row that cannot be read ends the scan: the runs behind it will not match.
struct Scan {
  std::string_view columns;
  std::string_view table;
  int run_column = 0;
};
std::map<std::int64_t, base::Sha256> scan(SqliteDatabase& database, const Scan& what, const std::string& where = "") {
  std::map<std::int64_t, base::Sha256> digests;
  auto statement = database.prepare(fmt::format("SELECT {} FROM {} {} ORDER BY id", what.columns, what.table, where));
  if (!statement) return digests;
  for (auto more = statement->step(); more && *more; more = statement->step()) {
    auto& digest = digests[statement->column_integer(what.run_column)];
    for (int i = 0; i < statement->columns(); ++i) digest.add_field(statement->column_image(i));
  }
  return digests;
}

constexpr Scan kRunRows{kRunColumns, "run", 0};
constexpr Scan kMeasurementRows{kMeasurementColumns, "measurement", 1};
constexpr Scan kDocumentRows{kDocumentColumns, "document", 1};

struct RowDigests {
  std::map<std::int64_t, base::Sha256> runs, measurements, documents;

  // Of the run and everything that belongs to it; to be asked once a run.
  std::string of(std::int64_t run, std::string_view previous) {
    base::Sha256 digest;
    digest.add_field(previous).add_field(runs[run].hex()).add_field(measurements[run].hex()).add_field(documents[run].hex());
    return digest.hex();
  }
  [[nodiscard]] std::set<std::int64_t> ids() const {
    std::set<std::int64_t> out;
    for (const auto* part : {&runs, &measurements, &documents}) {
      for (const auto& [id, digest] : *part) out.insert(id);
    }
    return out;
  }
};

RowDigests scan_all(SqliteDatabase& database) {
  return {.runs = scan(database, kRunRows), .measurements = scan(database, kMeasurementRows), .documents = scan(database, kDocumentRows)};
}

struct Chunk {
  std::int64_t run = 0;
  std::string previous;
  std::string digest;
};

std::vector<Chunk> chunks_of(SqliteDatabase& database) {
  std::vector<Chunk> chunks;
  auto statement = database.prepare("SELECT run, previous, digest FROM chunk ORDER BY id");
  if (!statement) return chunks;
  for (auto more = statement->step(); more && *more; more = statement->step()) {
    chunks.push_back({statement->column_integer(0), statement->column_text(1), statement->column_text(2)});
  }
  return chunks;
}

}  // namespace

Result<Ledger> Ledger::open(const std::string& path) {
  TRY_ASSIGN(auto database, SqliteDatabase::open(path, SqliteDatabase::Mode::create));
  TRY(database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"));
  TRY(database.execute("BEGIN IMMEDIATE"));
  TRY_ASSIGN(auto tables, database.prepare("SELECT count(*) FROM sqlite_schema"));
  TRY_ASSIGN(const bool counted, tables.step());
  const bool empty = counted && tables.column_integer(0) == 0;
  TRY(tables.run());
  if (empty) {
    TRY(database.execute(kTables));
    TRY(database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, kVersion)));
  }
  TRY(database.execute("COMMIT"));
  TRY(check_is_ledger(database, path));
  return Ledger(std::move(database));
}

Result<Ledger> Ledger::open_read_only(const std::string& path) {
  if (!base::file_exists(path)) return fail(ErrorKind::not_found, "no such ledger", path);
  TRY_ASSIGN(auto database, SqliteDatabase::open(path, SqliteDatabase::Mode::read_only));
  TRY(check_is_ledger(database, path));
  return Ledger(std::move(database));
}

Result<std::int64_t> Ledger::append(const Dossier& dossier) {
  TRY(database_.execute("BEGIN IMMEDIATE"));
  const auto write = [&]() -> Result<std::int64_t> {
    TRY_ASSIGN(const auto run, insert_run(dossier));
    TRY(insert_rows(run, dossier));
    TRY(seal(run));
    TRY(database_.execute("COMMIT"));
    return run;
  };
  auto written = write();
  if (!written) (void)database_.execute("ROLLBACK");  // the first error is the one to tell
  return written;
}

Result<std::int64_t> Ledger::insert_run(const Dossier& dossier) {
  TRY_ASSIGN(auto statement, database_.prepare("INSERT INTO run(verb, status, started_ns, ended_ns) VALUES(?, 'complete', ?, ?)"));
  TRY(statement.bind(1, dossier.context.verb).bind(2, dossier.context.started_ns).bind(3, dossier.context.ended_ns).run());
  return database_.last_row_id();
}

Status Ledger::insert_rows(std::int64_t run, const Dossier& dossier) {
  TRY_ASSIGN(auto measurement,
             database_.prepare("INSERT INTO measurement VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  for (const auto& one : dossier.measurements) TRY(insert_measurement(measurement, run, one));
  TRY_ASSIGN(auto document, database_.prepare("INSERT INTO document VALUES(NULL, ?, ?, ?)"));
  for (const auto& [kind, body] : documents_of(dossier)) TRY(document.bind(1, run).bind(2, kind).bind(3, body).run());
  return {};
}

Status Ledger::seal(std::int64_t run) {
  const auto chunks = chunks_of(database_);
  const std::string previous = chunks.empty() ? "" : chunks.back().digest;
  // Only this run's rows are read again; the digest is of what lies in the file.
  const auto of_run = fmt::format("WHERE run = {}", run);
  RowDigests rows{.runs = scan(database_, kRunRows, fmt::format("WHERE id = {}", run)),
                  .measurements = scan(database_, kMeasurementRows, of_run),
                  .documents = scan(database_, kDocumentRows, of_run)};
  TRY_ASSIGN(auto statement, database_.prepare("INSERT INTO chunk VALUES(NULL, ?, ?, ?)"));
  return statement.bind(1, run).bind(2, previous).bind(3, rows.of(run, previous)).run();
}

Result<std::vector<RunInfo>> Ledger::runs() {
  std::vector<RunInfo> out;
  TRY_ASSIGN(auto statement, database_.prepare("SELECT r.id, r.verb, r.status, r.started_ns, r.ended_ns, coalesce(c.digest, ''), "
                                               "(SELECT count(*) FROM measurement m WHERE m.run = r.id) "
                                               "FROM run r LEFT JOIN chunk c ON c.run = r.id ORDER BY r.id"));
  while (true) {
    TRY_ASSIGN(const bool more, statement.step());
    if (!more) return out;
    out.push_back({.id = statement.column_integer(0),
                   .verb = statement.column_text(1),
                   .status = statement.column_text(2),
                   .started_ns = statement.column_integer(3),
                   .ended_ns = statement.column_integer(4),
                   .digest = statement.column_text(5),
                   .measurements = statement.column_integer(6)});
  }
}

Result<std::vector<Measurement>> Ledger::read_measurements() { return measurements_where(database_, ""); }

Result<Dossier> Ledger::read_latest(std::string_view verb) {
  TRY_ASSIGN(const auto all, runs());
  if (all.empty()) return fail(ErrorKind::not_found, "the ledger holds no run yet");
  const auto of_verb = std::find_if(all.rbegin(), all.rend(), [&](const RunInfo& run) { return run.verb == verb; });
  const auto newest = of_verb == all.rend() ? all.back().id : of_verb->id;
  Dossier dossier;
  TRY_ASSIGN(auto statement, database_.prepare("SELECT kind, body FROM document WHERE run = ? ORDER BY id"));
  statement.bind(1, newest);
  while (true) {
    TRY_ASSIGN(const bool more, statement.step());
    if (!more) break;
    TRY(add_document(dossier, {statement.column_text(0), statement.column_text(1)}));
  }
  TRY_ASSIGN(dossier.measurements, measurements_where(database_, fmt::format("WHERE run = {}", newest)));
  TRY_ASSIGN(const auto earlier, measurements_where(database_, fmt::format("WHERE run <> {}", newest)));
  add_history(dossier.measurements, earlier);
  return dossier;
}

Result<Verification> Ledger::verify() {
  Verification out;
  auto rows = scan_all(database_);
  auto unseen = rows.ids();
  std::string previous;
  for (const auto& chunk : chunks_of(database_)) {
    unseen.erase(chunk.run);
    if (chunk.previous != previous) {
      out.changed.push_back({chunk.run, "its link to the run before does not match"});
    } else if (rows.of(chunk.run, chunk.previous) != chunk.digest) {
      out.changed.push_back({chunk.run, "its rows do not match their digest"});
    }
    previous = chunk.digest;
  }
  for (const auto run : unseen) out.changed.push_back({run, "no digest belongs to it"});
  if (auto listed = runs()) {
    out.runs = std::move(*listed);
  } else if (out.changed.empty()) {
    return std::unexpected(listed.error());
  }
  return out;
}

}  // namespace accelprep::evidence

#include "base/duckdb.h"

#include <cstring>
#include <duckdb.h>

#include "base/check.h"
#include "base/text.h"

namespace accelprep::base {

struct DuckRows::State {
  duckdb_result result{};
  duckdb_data_chunk chunk = nullptr;
  idx_t rows_in_chunk = 0;
  idx_t row = 0;
  std::vector<std::string> names;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (chunk != nullptr) duckdb_destroy_data_chunk(&chunk);
    duckdb_destroy_result(&result);
  }
  [[nodiscard]] duckdb_vector vector(std::size_t column) const { return duckdb_data_chunk_get_vector(chunk, column); }
  template <class T>
  [[nodiscard]] T value(std::size_t column) const {
    return static_cast<T*>(duckdb_vector_get_data(vector(column)))[row];
  }
  [[nodiscard]] bool has_type(std::size_t column, duckdb_type type) const {
    auto held = const_cast<duckdb_result*>(&result);  // the C API takes a non-const pointer and only reads
    return duckdb_column_type(held, column) == type;
  }
};

DuckRows::DuckRows(std::unique_ptr<State> state) : state_(std::move(state)) {}
DuckRows::DuckRows(DuckRows&&) noexcept = default;
DuckRows& DuckRows::operator=(DuckRows&&) noexcept = default;
DuckRows::~DuckRows() = default;

bool DuckRows::next() {
  if (state_->chunk != nullptr && ++state_->row < state_->rows_in_chunk) return true;
  do {
    if (state_->chunk != nullptr) duckdb_destroy_data_chunk(&state_->chunk);
    state_->chunk = duckdb_fetch_chunk(state_->result);
    if (state_->chunk == nullptr) return false;
    state_->rows_in_chunk = duckdb_data_chunk_get_size(state_->chunk);
    state_->row = 0;
  } while (state_->rows_in_chunk == 0);
  return true;
}

std::size_t DuckRows::columns() const { return state_->names.size(); }
std::string DuckRows::column_name(std::size_t column) const { return state_->names.at(column); }

bool DuckRows::is_null(std::size_t column) const {
  auto* validity = duckdb_vector_get_validity(state_->vector(column));
  return validity != nullptr && !duckdb_validity_row_is_valid(validity, state_->row);
}

std::int64_t DuckRows::integer(std::size_t column) const {
  CHECK(state_->has_type(column, DUCKDB_TYPE_BIGINT));
  return state_->value<std::int64_t>(column);
}

double DuckRows::number(std::size_t column) const {
  CHECK(state_->has_type(column, DUCKDB_TYPE_DOUBLE));
  return state_->value<double>(column);
}

std::string DuckRows::text(std::size_t column) const {
  CHECK(state_->has_type(column, DUCKDB_TYPE_VARCHAR));
  auto string = state_->value<duckdb_string_t>(column);
  return {duckdb_string_t_data(&string), duckdb_string_t_length(string)};
}

struct DuckDb::State {
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    duckdb_disconnect(&connection);
    duckdb_close(&database);
  }
};

DuckDb::DuckDb(std::unique_ptr<State> state) : state_(std::move(state)) {}
DuckDb::DuckDb(DuckDb&&) noexcept = default;
DuckDb& DuckDb::operator=(DuckDb&&) noexcept = default;
DuckDb::~DuckDb() = default;

Result<DuckDb> DuckDb::open() {
  constexpr std::pair<const char*, const char*> kSettings[] = {
      {"autoinstall_known_extensions", "false"},
      {"autoload_known_extensions", "false"},
      {"allow_community_extensions", "false"},
      {"preserve_insertion_order", "true"},
  };
  duckdb_config config = nullptr;
  CHECK(duckdb_create_config(&config) == DuckDBSuccess);
  for (const auto& [name, value] : kSettings) CHECK(duckdb_set_config(config, name, value) == DuckDBSuccess);
  auto state = std::make_unique<State>();
  char* why = nullptr;
  const auto opened = duckdb_open_ext(nullptr, &state->database, config, &why);
  duckdb_destroy_config(&config);
  if (opened != DuckDBSuccess) {
    std::string message = why != nullptr ? why : "unknown reason";
    duckdb_free(why);
    return fail(ErrorKind::unavailable, "DuckDB does not start: " + message);
  }
  CHECK(duckdb_connect(state->database, &state->connection) == DuckDBSuccess);
  DuckDb engine(std::move(state));
  NoProgress quiet;
  TRY(engine.execute("SET TimeZone = 'UTC'", quiet));
  return engine;
}

Result<DuckRows> DuckDb::query(const std::string& sql, Progress& progress) {
  duckdb_prepared_statement statement = nullptr;
  const auto prepared = duckdb_prepare(state_->connection, sql.c_str(), &statement);
  if (prepared != DuckDBSuccess) {
    std::string why = duckdb_prepare_error(statement);
    duckdb_destroy_prepare(&statement);
    return fail(ErrorKind::invalid_input, std::move(why));
  }
  duckdb_pending_result pending = nullptr;
  auto state = std::make_unique<DuckRows::State>();
  std::string why;
  bool cancelled = false;
  if (duckdb_pending_prepared(statement, &pending) == DuckDBSuccess) {
    for (auto step = DUCKDB_PENDING_RESULT_NOT_READY; !duckdb_pending_execution_is_finished(step);) {
      step = duckdb_pending_execute_task(pending);
      progress.advance(duckdb_query_progress(state_->connection).percentage / 100);
      if (progress.cancelled() && !cancelled) {
        cancelled = true;
        duckdb_interrupt(state_->connection);
      }
    }
    if (duckdb_execute_pending(pending, &state->result) != DuckDBSuccess) why = duckdb_result_error(&state->result);
  } else {
    why = duckdb_pending_error(pending);
  }
  duckdb_destroy_pending(&pending);
  duckdb_destroy_prepare(&statement);
  if (cancelled) return fail(ErrorKind::cancelled, "interrupted");
  if (!why.empty()) return fail(ErrorKind::invalid_input, std::move(why));
  for (idx_t i = 0; i < duckdb_column_count(&state->result); ++i) state->names.emplace_back(duckdb_column_name(&state->result, i));
  return DuckRows(std::move(state));
}

Status DuckDb::execute(const std::string& sql, Progress& progress) {
  TRY(query(sql, progress));
  return {};
}

std::string sql_text(std::string_view value) { return "'" + replaced(value, "'", "''") + "'"; }
std::string sql_name(std::string_view name) { return "\"" + replaced(name, "\"", "\"\"") + "\""; }

}  // namespace accelprep::base

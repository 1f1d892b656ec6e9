#include "base/duckdb.h"

#include <cstdlib>
#include <cstring>
#include <duckdb.h>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <unistd.h>

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

struct DuckChunk::State {
  duckdb_data_chunk chunk = nullptr;
};

std::size_t DuckChunk::size() const { return duckdb_data_chunk_get_size(state_.chunk); }

template <class T>
std::span<const T> DuckChunk::values(std::size_t column) const {
  return {static_cast<const T*>(duckdb_vector_get_data(duckdb_data_chunk_get_vector(state_.chunk, column))), size()};
}

namespace {
void check_type(duckdb_vector vector, duckdb_type type) {
  auto* logical = duckdb_vector_get_column_type(vector);
  CHECK(duckdb_get_type_id(logical) == type);
  duckdb_destroy_logical_type(&logical);
}
}  // namespace

std::span<const std::int64_t> DuckChunk::integers(std::size_t column) const {
  check_type(duckdb_data_chunk_get_vector(state_.chunk, column), DUCKDB_TYPE_BIGINT);
  return values<std::int64_t>(column);
}

std::span<const double> DuckChunk::numbers(std::size_t column) const {
  check_type(duckdb_data_chunk_get_vector(state_.chunk, column), DUCKDB_TYPE_DOUBLE);
  return values<double>(column);
}

std::span<const bool> DuckChunk::flags(std::size_t column) const {
  check_type(duckdb_data_chunk_get_vector(state_.chunk, column), DUCKDB_TYPE_BOOLEAN);
  return values<bool>(column);
}

std::span<const std::int64_t> DuckChunk::list(std::size_t column, std::size_t row) const {
  auto* vector = duckdb_data_chunk_get_vector(state_.chunk, column);
  check_type(vector, DUCKDB_TYPE_LIST);
  auto* child = duckdb_list_vector_get_child(vector);
  check_type(child, DUCKDB_TYPE_BIGINT);
  const auto entry = static_cast<const duckdb_list_entry*>(duckdb_vector_get_data(vector))[row];
  return {static_cast<const std::int64_t*>(duckdb_vector_get_data(child)) + entry.offset, entry.length};
}

DuckValidity DuckChunk::validity(std::size_t column) const {
  return {duckdb_vector_get_validity(duckdb_data_chunk_get_vector(state_.chunk, column)), size()};
}

bool DuckValidity::any() const {
  if (words_ == nullptr) return rows_ > 0;
  for (std::size_t row = 0; row < rows_; row += 64) {
    const auto left = rows_ - row;
    const auto mask = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    if ((words_[row / 64] & mask) != 0) return true;
  }
  return false;
}

struct DuckDb::State {
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;

  // What the rows of a running scan are handed to.
  bool can_receive = false;
  const Use* use = nullptr;
  std::mutex mutex;
  std::optional<Error> failure;  // the first

  // The engine gives rows to functions on its own threads only, so a scan counts what an SQL function says of each row.
  static void receive(duckdb_function_info info, duckdb_data_chunk rows, duckdb_vector output) {
    auto& state = *static_cast<State*>(duckdb_scalar_function_get_extra_info(info));
    DuckChunk::State some;
    some.chunk = rows;
    std::memset(duckdb_vector_get_data(output), 0, duckdb_data_chunk_get_size(rows));
    const auto used = (*state.use)(DuckChunk(some));
    if (used) return;
    const std::scoped_lock lock(state.mutex);
    if (!state.failure) state.failure = used.error();
    duckdb_scalar_function_set_error(info, "stopped");
  }
  void learn_to_receive() {
    auto* function = duckdb_create_scalar_function();
    auto* any = duckdb_create_logical_type(DUCKDB_TYPE_ANY);
    auto* flag = duckdb_create_logical_type(DUCKDB_TYPE_BOOLEAN);
    duckdb_scalar_function_set_name(function, "accelprep_receive");
    duckdb_scalar_function_set_varargs(function, any);
    duckdb_scalar_function_set_return_type(function, flag);
    duckdb_scalar_function_set_special_handling(function);  // of nulls: they are handed over
    duckdb_scalar_function_set_volatile(function);          // called for each row, constant or not
    duckdb_scalar_function_set_extra_info(function, this, nullptr);
    duckdb_scalar_function_set_function(function, receive);
    CHECK(duckdb_register_scalar_function(connection, function) == DuckDBSuccess);
    duckdb_destroy_logical_type(&any);
    duckdb_destroy_logical_type(&flag);
    duckdb_destroy_scalar_function(&function);
    can_receive = true;
  }

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
  // What does not fit into memory goes where temporary files go, not into the user's folder.
  const char* temporary = std::getenv("TMPDIR");
  const auto spill = fmt::format("{}/accelprep-{}", temporary != nullptr ? temporary : "/tmp", getpid());
  const std::pair<const char*, const char*> settings[] = {
      {"temp_directory", spill.c_str()},       {"autoinstall_known_extensions", "false"}, {"autoload_known_extensions", "false"},
      {"allow_community_extensions", "false"}, {"preserve_insertion_order", "true"},
  };
  duckdb_config config = nullptr;
  CHECK(duckdb_create_config(&config) == DuckDBSuccess);
  for (const auto& [name, value] : settings) CHECK(duckdb_set_config(config, name, value) == DuckDBSuccess);
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

namespace {

// A prepared and started query; what it holds is given back whichever way it ends.
struct Started {
  duckdb_prepared_statement statement = nullptr;
  duckdb_pending_result pending = nullptr;

  Started() = default;
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;
  ~Started() {
    duckdb_destroy_pending(&pending);
    duckdb_destroy_prepare(&statement);
  }
  using Begin = duckdb_state (*)(duckdb_prepared_statement, duckdb_pending_result*);
  Status start(duckdb_connection connection, const std::string& sql, Begin begin) {
    if (duckdb_prepare(connection, sql.c_str(), &statement) != DuckDBSuccess) {
      return fail(ErrorKind::invalid_input, duckdb_prepare_error(statement));
    }
    if (begin(statement, &pending) != DuckDBSuccess) return fail(ErrorKind::invalid_input, duckdb_pending_error(pending));
    return {};
  }
};

}  // namespace

Result<DuckRows> DuckDb::query(const std::string& sql, Progress& progress) {
  Started started;
  TRY(started.start(state_->connection, sql, duckdb_pending_prepared));
  auto state = std::make_unique<DuckRows::State>();
  bool cancelled = false;
  for (auto step = DUCKDB_PENDING_RESULT_NOT_READY; !duckdb_pending_execution_is_finished(step);) {
    step = duckdb_pending_execute_task(started.pending);
    progress.advance(duckdb_query_progress(state_->connection).percentage / 100);
    if (progress.cancelled() && !cancelled) {
      cancelled = true;
      duckdb_interrupt(state_->connection);
    }
  }
  const bool done = duckdb_execute_pending(started.pending, &state->result) == DuckDBSuccess;
  if (cancelled) return fail(ErrorKind::cancelled, "interrupted");
  if (!done) return fail(ErrorKind::invalid_input, duckdb_result_error(&state->result));
  for (idx_t i = 0; i < duckdb_column_count(&state->result); ++i) state->names.emplace_back(duckdb_column_name(&state->result, i));
  return DuckRows(std::move(state));
}

Status DuckDb::scan(const std::string& sql, Progress& progress, const Use& use) {
  if (!state_->can_receive) state_->learn_to_receive();
  NoProgress quiet;
  TRY(execute("RESET threads", quiet));
  state_->use = &use;
  state_->failure.reset();
  const auto done = query(fmt::format("SELECT count(accelprep_receive(*COLUMNS(*))) FROM ({})", sql), progress);
  if (state_->failure) return std::unexpected(*state_->failure);
  if (!done) return std::unexpected(done.error());
  return {};
}

Status DuckDb::stream(const std::string& sql, Progress& progress, const Use& use) {
  // With several threads DuckDB 1.4.4 hands the chunks of a streamed CSV over in another order than the file's, whatever
  // preserve_insertion_order says.
  NoProgress quiet;
  TRY(execute("SET threads = 1", quiet));
  Started started;
  TRY(started.start(state_->connection, sql, duckdb_pending_prepared_streaming));
  DuckRows::State state;
  if (duckdb_execute_pending(started.pending, &state.result) != DuckDBSuccess) {
    return fail(ErrorKind::invalid_input, duckdb_result_error(&state.result));
  }
  constexpr std::size_t kChunksPerReport = 64;
  for (std::size_t chunks = 1;; ++chunks) {
    DuckChunk::State some;
    some.chunk = duckdb_fetch_chunk(state.result);
    if (some.chunk == nullptr) break;
    const auto used = use(DuckChunk(some));
    duckdb_destroy_data_chunk(&some.chunk);
    TRY(used);
    if (chunks % kChunksPerReport == 0) progress.advance(duckdb_query_progress(state_->connection).percentage / 100);
    if (progress.cancelled()) return fail(ErrorKind::cancelled, "interrupted");
  }
  const char* why = duckdb_result_error(&state.result);
  if (why != nullptr && *why != '\0') return fail(ErrorKind::invalid_input, why);
  return {};
}

Status DuckDb::confine_to(const std::vector<std::string>& paths) {
  NoProgress quiet;
  std::string list;
  for (const auto& path : paths) list += (list.empty() ? "" : ", ") + sql_text(path);
  TRY(execute("SET allowed_paths = [" + list + "]", quiet));
  return execute("SET enable_external_access = false", quiet);
}

Status DuckDb::execute(const std::string& sql, Progress& progress) {
  TRY(query(sql, progress));
  return {};
}

std::string sql_text(std::string_view value) { return "'" + replaced(value, "'", "''") + "'"; }
std::string sql_name(std::string_view name) { return "\"" + replaced(name, "\"", "\"\"") + "\""; }

}  // namespace accelprep::base

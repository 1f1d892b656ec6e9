// Some rows of a log as the engine hands them over (row_query.h), and what is no load among them.
#pragma once

#include <optional>
#include <span>

#include "base/duckdb.h"
#include "intake/requests/row_query.h"
#include "records/requests.h"

namespace accelprep::intake {

class RowChunk {
 public:
  explicit RowChunk(const base::DuckChunk& chunk);

  [[nodiscard]] std::size_t size() const { return at_.values.size(); }
  // With its time as written.
  [[nodiscard]] records::Request request(std::size_t row) const {
    return {.arrival_ns = at_.values[row],
            .input_tokens = input_.value(row),
            .output_tokens = output_.value(row),
            .ttft_s = ttft_.value(row),
            .e2e_s = e2e_.value(row),
            .outcome = failed_[row] ? records::Outcome::failed : records::Outcome::ok};
  }
  // Why a row is no load; null where it is.
  [[nodiscard]] const char* rejection(std::size_t row, const records::Request& request) const {
    if (!at_.validity[row]) return "no time of arrival";
    if (bad_tokens_[row]) return "a token count that is no number";
    const auto input = request.input_tokens.value_or(0);
    const auto output = request.output_tokens.value_or(0);
    if (input < 0 || output < 0) return "a negative token count";
    const bool known = request.input_tokens || request.output_tokens;
    return known && input == 0 && output == 0 ? "no tokens" : nullptr;
  }

 private:
  template <class T>
  struct Column {
    Column(std::span<const T> some, base::DuckValidity which) : values(some), validity(which), any(which.any()) {}
    [[nodiscard]] std::optional<T> value(std::size_t row) const { return any && validity[row] ? std::optional(values[row]) : std::nullopt; }
    std::span<const T> values;
    base::DuckValidity validity;
    bool any;
  };

  Column<std::int64_t> at_, input_, output_;
  Column<double> ttft_, e2e_;
  std::span<const bool> failed_, bad_tokens_;
};

inline RowChunk::RowChunk(const base::DuckChunk& chunk)
    : at_(chunk.integers(kAt), chunk.validity(kAt)),
      input_(chunk.integers(kInput), chunk.validity(kInput)),
      output_(chunk.integers(kOutput), chunk.validity(kOutput)),
      ttft_(chunk.numbers(kTtft), chunk.validity(kTtft)),
      e2e_(chunk.numbers(kE2e), chunk.validity(kE2e)),
      failed_(chunk.flags(kFailed)),
      bad_tokens_(chunk.flags(kBadTokens)) {}

}  // namespace accelprep::intake

// Result<T>: a value or the one error type of this program. No exception crosses a folder's boundary.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace accelprep::base {

enum class ErrorKind : std::uint8_t {
  not_found,      // a file, a catalog row, a column that was asked for
  invalid_input,  // readable, and not what it has to be
  unsupported,    // right in itself, and beyond what this program reads
  corrupt,        // changed or cut off after it was written
  io,             // the operating system refused
  unavailable,    // a device or an endpoint does not answer
  cancelled,      // the user interrupted
};

struct Error {
  ErrorKind kind = ErrorKind::invalid_input;
  std::string message;  // what was found, what was expected, what to do
  std::string place;    // "audit.toml:14:3" or a path; empty where there is none

  // "place: message", as shown to people.
  [[nodiscard]] std::string text() const { return place.empty() ? message : place + ": " + message; }
};

template <class T>
using Result = std::expected<T, Error>;
using Status = std::expected<void, Error>;

[[nodiscard]] inline std::unexpected<Error> fail(ErrorKind kind, std::string message, std::string place = {}) {
  return std::unexpected(Error{kind, std::move(message), std::move(place)});
}

}  // namespace accelprep::base

#define ACCELPREP_JOIN_(a, b) a##b
#define ACCELPREP_JOIN(a, b) ACCELPREP_JOIN_(a, b)

// Leaves the calling function with the error, if there is one.
#define TRY(expression)                                      \
  do {                                                       \
    if (auto try_result = (expression); !try_result) {       \
      return std::unexpected(std::move(try_result).error()); \
    }                                                        \
  } while (false)

// Declares or assigns `target` from a Result, or leaves the calling function with its error.
#define TRY_ASSIGN(target, expression) TRY_ASSIGN_(target, expression, ACCELPREP_JOIN(try_result_, __LINE__))
#define TRY_ASSIGN_(target, expression, result)        \
  auto result = (expression);                          \
  if (!result) {                                       \
    return std::unexpected(std::move(result).error()); \
  }                                                    \
  target = std::move(result).value()

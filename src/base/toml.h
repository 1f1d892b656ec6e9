// A TOML document as plain values that remember their place, and a reader that turns a table into a struct: it reports a
// wrong type, a missing key and an unknown key (with the nearest known one), each with file, line and column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace accelprep::base {

struct TomlValue;
using TomlArray = std::vector<TomlValue>;

// Its special members are in the source, where TomlValue is complete.
struct TomlTable {
  TomlTable();
  TomlTable(const TomlTable& other);
  TomlTable(TomlTable&& other) noexcept;
  TomlTable& operator=(const TomlTable& other);
  TomlTable& operator=(TomlTable&& other) noexcept;
  ~TomlTable();

  std::vector<std::pair<std::string, TomlValue>> entries;  // in the order of the file
  [[nodiscard]] const TomlValue* find(std::string_view key) const;
  int line = 0;
  int column = 0;
};

struct TomlDate {
  std::string text;  // "2026-11-01" or "2026-11-01T12:00:00Z"
};

struct TomlValue {
  std::variant<bool, std::int64_t, double, std::string, TomlDate, TomlArray, TomlTable> value;
  int line = 0;
  int column = 0;
};

Result<TomlTable> parse_toml(std::string_view text, const std::string& path);
Result<TomlTable> read_toml(const std::string& path);

// Reads keys out of one table. The first mistake is kept and returned by finish(); until then reads go on and give nothing.
class TomlReader {
 public:
  TomlReader(const TomlTable& table, std::string path, std::string section = "");

  std::optional<std::string> text(std::string_view key);
  std::optional<double> number(std::string_view key);  // an integer is a number too
  std::optional<std::int64_t> integer(std::string_view key);
  std::optional<bool> boolean(std::string_view key);
  std::optional<std::string> date(std::string_view key);  // a TOML date or a text that is one, as "YYYY-MM-DD..."
  std::vector<std::string> texts(std::string_view key);   // an array of texts, or one text
  std::vector<std::int64_t> integers(std::string_view key);
  const TomlTable* table(std::string_view key);
  std::vector<const TomlTable*> tables(std::string_view key);  // [[key]], or one [key]
  const TomlValue* any(std::string_view key);                  // whatever it is; counts as known

  std::string require_text(std::string_view key);
  double require_number(std::string_view key);

  void known(std::string_view key);                          // named in an error's suggestions, accepted where it stands
  void complain(std::string_view key, std::string message);  // keeps a mistake at that key's place, if it is the first
  void keep(Error error);                                    // a mistake found deeper, with its own place, if it is the first
  [[nodiscard]] bool has(std::string_view key) const { return table_.find(key) != nullptr; }
  [[nodiscard]] std::string place_of(std::string_view key) const;  // "path:line:column"
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& section() const { return section_; }

  Status finish();  // the first mistake, else an unknown key, else the first that is missing

 private:
  const TomlValue* take(std::string_view key);
  void wrong_type(std::string_view key, std::string_view expected);

  const TomlTable& table_;
  std::string path_;
  std::string section_;  // "[own]" in messages
  std::vector<std::string> known_;
  std::optional<Error> first_;    // about a key that is there
  std::optional<Error> missing_;  // about one that is not
};

}  // namespace accelprep::base

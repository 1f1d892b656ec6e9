#include "base/toml.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <toml++/toml.h>

#include "base/file.h"
#include "base/text.h"
#include "base/time.h"

namespace accelprep::base {
namespace {

std::string text_of(const auto& date) {
  std::ostringstream out;
  out << date;
  return out.str();
}

TomlTable convert(const toml::table& table);

TomlValue convert(const toml::node& node) {
  TomlValue out;
  out.line = static_cast<int>(node.source().begin.line);
  out.column = static_cast<int>(node.source().begin.column);
  if (const auto* value = node.as_boolean()) {
    out.value = value->get();
  } else if (const auto* integer = node.as_integer()) {
    out.value = std::int64_t{integer->get()};
  } else if (const auto* number = node.as_floating_point()) {
    out.value = number->get();
  } else if (const auto* text = node.as_string()) {
    out.value = text->get();
  } else if (const auto* array = node.as_array()) {
    TomlArray items;
    for (const auto& item : *array) items.push_back(convert(item));
    out.value = std::move(items);
  } else if (const auto* table = node.as_table()) {
    out.value = convert(*table);
  } else if (const auto* date = node.as_date()) {
    out.value = TomlDate{text_of(date->get())};
  } else if (const auto* moment = node.as_date_time()) {
    out.value = TomlDate{text_of(moment->get())};
  } else if (const auto* time = node.as_time()) {
    out.value = text_of(time->get());
  }
  return out;
}

TomlTable convert(const toml::table& table) {
  TomlTable out;
  out.line = static_cast<int>(table.source().begin.line);
  out.column = static_cast<int>(table.source().begin.column);
  for (const auto& [key, node] : table) {
    auto value = convert(node);
    if (key.source().begin.line != 0) {  // point at the key, which is what people look for
      value.line = static_cast<int>(key.source().begin.line);
      value.column = static_cast<int>(key.source().begin.column);
    }
    out.entries.emplace_back(std::string(key.str()), std::move(value));
  }
  // toml++ sorts by name; people wrote another order, and messages should follow it.
  std::stable_sort(out.entries.begin(), out.entries.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second.line, a.second.column) < std::pair(b.second.line, b.second.column);
  });
  return out;
}

}  // namespace

TomlTable::TomlTable() = default;
TomlTable::TomlTable(const TomlTable& other) = default;
TomlTable::TomlTable(TomlTable&& other) noexcept = default;
TomlTable& TomlTable::operator=(const TomlTable& other) = default;
TomlTable& TomlTable::operator=(TomlTable&& other) noexcept = default;
TomlTable::~TomlTable() = default;

const TomlValue* TomlTable::find(std::string_view key) const {
  for (const auto& [name, value] : entries) {
    if (name == key) return &value;
  }
  return nullptr;
}

Result<TomlTable> parse_toml(std::string_view text, const std::string& path) {
  try {
    return convert(toml::parse(text, path));
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    return fail(ErrorKind::invalid_input, fmt::format("is not valid TOML: {}", error.description()),
                fmt::format("{}:{}:{}", path, at.line, at.column));
  } catch (const std::exception& error) {
    return fail(ErrorKind::invalid_input, fmt::format("is not valid TOML: {}", error.what()), path);
  }
}

Result<TomlTable> read_toml(const std::string& path) {
  TRY_ASSIGN(const auto text, read_file(path, std::uint64_t{16} << 20U));
  return parse_toml(text, path);
}

TomlReader::TomlReader(const TomlTable& table, std::string path, std::string section)
    : table_(table), path_(std::move(path)), section_(std::move(section)) {}

const TomlValue* TomlReader::take(std::string_view key) {
  known(key);
  return table_.find(key);
}

const TomlValue* TomlReader::any(std::string_view key) { return take(key); }

void TomlReader::known(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
}

std::string TomlReader::place_of(std::string_view key) const {
  const auto* value = table_.find(key);
  const int line = value != nullptr ? value->line : table_.line;
  const int column = value != nullptr ? value->column : table_.column;
  return line == 0 ? path_ : fmt::format("{}:{}:{}", path_, line, column);
}

void TomlReader::complain(std::string_view key, std::string message) {
  // A key that is missing was often written, and misspelt: an unknown key, found at the end, says more.
  auto& mistake = has(key) ? first_ : missing_;
  if (mistake) return;
  if (!section_.empty()) message = section_ + " " + message;
  mistake = Error{ErrorKind::invalid_input, std::move(message), place_of(key)};
}

void TomlReader::keep(Error error) {
  if (!first_) first_ = std::move(error);
}

void TomlReader::wrong_type(std::string_view key, std::string_view expected) {
  complain(key, fmt::format("{}: expected {}", key, expected));
}

std::optional<std::string> TomlReader::text(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* text = std::get_if<std::string>(&value->value)) return *text;
  wrong_type(key, "a text in quotes");
  return std::nullopt;
}

std::optional<double> TomlReader::number(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<double>(&value->value)) return *number;
  if (const auto* integer = std::get_if<std::int64_t>(&value->value)) return static_cast<double>(*integer);
  wrong_type(key, "a number");
  return std::nullopt;
}

std::optional<std::int64_t> TomlReader::integer(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* integer = std::get_if<std::int64_t>(&value->value)) return *integer;
  wrong_type(key, "a whole number");
  return std::nullopt;
}

std::optional<bool> TomlReader::boolean(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* boolean = std::get_if<bool>(&value->value)) return *boolean;
  wrong_type(key, "true or false");
  return std::nullopt;
}

std::optional<std::string> TomlReader::date(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* date = std::get_if<TomlDate>(&value->value)) return date->text;
  if (const auto* text = std::get_if<std::string>(&value->value); text != nullptr && parse_time(*text)) return *text;
  wrong_type(key, "a date such as 2026-11-01");
  return std::nullopt;
}

std::vector<std::string> TomlReader::texts(std::string_view key) {
  std::vector<std::string> out;
  const auto* value = take(key);
  if (value == nullptr) return out;
  if (const auto* text = std::get_if<std::string>(&value->value)) return {*text};
  const auto* array = std::get_if<TomlArray>(&value->value);
  if (array == nullptr) wrong_type(key, "a list of texts");
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    if (const auto* text = std::get_if<std::string>(&(*array)[i].value)) {
      out.push_back(*text);
    } else {
      wrong_type(key, "a list of texts");
    }
  }
  return out;
}

std::vector<std::int64_t> TomlReader::integers(std::string_view key) {
  std::vector<std::int64_t> out;
  const auto* value = take(key);
  if (value == nullptr) return out;
  const auto* array = std::get_if<TomlArray>(&value->value);
  if (array == nullptr) wrong_type(key, "a list of whole numbers");
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    if (const auto* integer = std::get_if<std::int64_t>(&(*array)[i].value)) {
      out.push_back(*integer);
    } else {
      wrong_type(key, "a list of whole numbers");
    }
  }
  return out;
}

const TomlTable* TomlReader::table(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return nullptr;
  if (const auto* table = std::get_if<TomlTable>(&value->value)) return table;
  wrong_type(key, "a table");
  return nullptr;
}

std::vector<const TomlTable*> TomlReader::tables(std::string_view key) {
  std::vector<const TomlTable*> out;
  const auto* value = take(key);
  if (value == nullptr) return out;
  if (const auto* table = std::get_if<TomlTable>(&value->value)) return {table};
  const auto* array = std::get_if<TomlArray>(&value->value);
  if (array == nullptr) wrong_type(key, "one or more tables");
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    if (const auto* table = std::get_if<TomlTable>(&(*array)[i].value)) {
      out.push_back(table);
    } else {
      wrong_type(key, "one or more tables");
    }
  }
  return out;
}

std::string TomlReader::require_text(std::string_view key) {
  auto found = text(key);
  if (!found) complain(key, fmt::format("{} is missing; expected a text", key));
  return found.value_or("");
}

double TomlReader::require_number(std::string_view key) {
  const auto found = number(key);
  if (!found) complain(key, fmt::format("{} is missing; expected a number", key));
  return found.value_or(0);
}

Status TomlReader::finish() {
  for (const auto& [name, value] : table_.entries) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
      complain(name, fmt::format("unknown key \"{}\"{}; known here: {}", name, did_you_mean(name, known_), join(known_, ", ")));
    }
  }
  if (first_) return std::unexpected(*first_);
  if (missing_) return std::unexpected(*missing_);
  return {};
}

}  // namespace accelprep::base

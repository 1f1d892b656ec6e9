#include "catalog/csv_rows.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"

namespace accelprep::catalog {

using base::ErrorKind;
using base::fail;

namespace {

bool is_version(std::string_view text) {
  if (text.ends_with('a') || text.ends_with('f')) text.remove_suffix(1);
  const auto parts = base::split(text, '.');
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos && part.size() <= 6;
  });
}

base::Status check_header(std::span<const std::string> found, std::initializer_list<std::string_view> columns, const std::string& place) {
  const std::vector<std::string> expected(columns.begin(), columns.end());
  for (const auto& name : expected) {
    if (std::find(found.begin(), found.end(), name) == found.end()) {
      return fail(ErrorKind::invalid_input, fmt::format("column {} is missing; expected {}", name, base::join(expected, ", ")), place);
    }
  }
  for (const auto& name : found) {
    if (std::find(expected.begin(), expected.end(), name) == expected.end()) {
      return fail(ErrorKind::invalid_input, fmt::format("unknown column \"{}\"{}", name, base::did_you_mean(name, expected)), place);
    }
  }
  if (found.size() != expected.size()) return fail(ErrorKind::invalid_input, "a column is named twice", place);
  return {};
}

}  // namespace

CsvRow::CsvRow(std::span<const std::string> columns, std::vector<std::string> cells, std::string place)
    : columns_(columns), cells_(std::move(cells)), place_(std::move(place)) {}

const std::string& CsvRow::cell(std::string_view column) const {
  const auto found = std::find(columns_.begin(), columns_.end(), column);
  CHECK(found != columns_.end());
  return cells_[static_cast<std::size_t>(found - columns_.begin())];
}

void CsvRow::complain(std::string_view column, const std::string& message) {
  if (!first_) first_ = base::Error{ErrorKind::invalid_input, fmt::format("{}: {}", column, message), place_};
}

base::Status CsvRow::finish() const {
  if (first_) return std::unexpected(*first_);
  return {};
}

std::string CsvRow::text(std::string_view column) { return cell(column); }

std::string CsvRow::require(std::string_view column) {
  const auto& found = cell(column);
  if (found.empty()) complain(column, "is empty; expected a text");
  return found;
}

std::string CsvRow::version(std::string_view column) {
  const auto& found = cell(column);
  if (!found.empty() && !is_version(found)) complain(column, fmt::format("expected a version such as 12.4, found \"{}\"", found));
  return found;
}

double CsvRow::positive(std::string_view column) {
  const auto number = base::parse_number(cell(column));
  if (!number || *number <= 0) complain(column, fmt::format("expected a number above 0, found \"{}\"", cell(column)));
  return number.value_or(0);
}

std::int64_t CsvRow::count(std::string_view column) {
  const auto number = base::parse_integer(cell(column));
  if (!number || *number < 0) complain(column, fmt::format("expected a whole number from 0, found \"{}\"", cell(column)));
  return number.value_or(0);
}

bool CsvRow::yes(std::string_view column) {
  constexpr std::string_view kAnswers[] = {"yes", "no"};
  return one_of(column, kAnswers) == "yes";
}

std::string CsvRow::one_of(std::string_view column, std::span<const std::string_view> allowed) {
  const auto& found = cell(column);
  if (std::find(allowed.begin(), allowed.end(), found) == allowed.end()) {
    const std::vector<std::string> names(allowed.begin(), allowed.end());
    complain(column, fmt::format("expected one of {}, found \"{}\"", base::join(names, ", "), found));
  }
  return found;
}

std::vector<std::string> CsvRow::list(std::string_view column) {
  std::vector<std::string> out;
  if (cell(column).empty()) return out;
  for (const auto part : base::split(cell(column), ';')) {
    const auto item = base::trim(part);
    if (item.empty()) complain(column, fmt::format("an empty item in \"{}\"", cell(column)));
    out.emplace_back(item);
  }
  return out;
}

base::Result<CsvRows> CsvRows::parse(std::string_view text, const std::string& path, std::initializer_list<std::string_view> columns) {
  CsvRows out;
  std::size_t number = 0;
  for (const auto line : base::lines_of(text)) {
    ++number;
    if (base::trim(line).empty() || line.starts_with('#')) continue;
    auto cells = base::split_csv(line);
    auto place = fmt::format("{}:{}", path, number);
    if (out.columns_.empty()) {
      TRY(check_header(cells, columns, place));
      out.columns_ = std::move(cells);
      continue;
    }
    if (cells.size() != out.columns_.size()) {
      return fail(ErrorKind::invalid_input, fmt::format("{} cells; expected {}", cells.size(), out.columns_.size()), place);
    }
    out.rows_.push_back({std::move(cells), std::move(place)});
  }
  if (out.columns_.empty()) return fail(ErrorKind::invalid_input, "is empty; expected a header row", path);
  return out;
}

}  // namespace accelprep::catalog

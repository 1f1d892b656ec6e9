#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>

namespace accelprep::base {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

char lower_char(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t substituted = diagonal + (lower_char(left[i - 1]) == lower_char(right[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[right.size()];
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower_char);
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t from = 0;
  for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator, from)) {
    parts.push_back(text.substr(from, at - from));
    from = at + 1;
  }
  parts.push_back(text.substr(from));
  return parts;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  auto lines = split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (auto& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  return lines;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t start = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos && !from.empty(); at = text.find(from, start)) {
    out += text.substr(start, at - start);
    out += to;
    start = at + from.size();
  }
  return out += text.substr(start);
}

bool contains_ignoring_case(std::string_view text, std::string_view part) { return lower(text).find(lower(part)) != std::string::npos; }

bool equals_ignoring_case(std::string_view left, std::string_view right) { return lower(left) == lower(right); }

std::optional<double> parse_number(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = trim(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> split_csv(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false;
  bool was_quoted = false;
  const auto finish = [&] {
    cells.push_back(was_quoted ? cell : std::string(trim(cell)));
    cell.clear();
    was_quoted = false;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      if (c != '"') {
        cell += c;
      } else if (i + 1 < line.size() && line[i + 1] == '"') {
        cell += line[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"' && trim(cell).empty()) {
      cell.clear();
      quoted = was_quoted = true;
    } else if (c == ',') {
      finish();
    } else if (!was_quoted || (c != ' ' && c != '\r')) {
      cell += c;
    }
  }
  finish();
  return cells;
}

std::vector<std::string> nearest(std::string_view word, std::span<const std::string> candidates, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> scored;
  const std::size_t limit = std::max<std::size_t>(2, word.size() / 3);
  for (const auto& candidate : candidates) {
    // A candidate that starts with what was typed ("h100" for "h100-sxm") is near whatever its length.
    const bool prefix = word.size() >= 2 && lower(candidate).starts_with(lower(word));
    const std::size_t distance = prefix ? 1 : edit_distance(word, candidate);
    if (distance <= limit) scored.emplace_back(distance, candidate);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  if (scored.size() > most) scored.resize(most);
  std::vector<std::string> out;
  for (auto& [distance, candidate] : scored) out.push_back(std::move(candidate));
  return out;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const auto near = nearest(word, candidates, 1);
  return near.empty() ? "" : " (did you mean \"" + near.front() + "\"?)";
}

std::string shell_quoted(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("_-./=:,+@%").find(c) != std::string_view::npos;
  });
  return plain ? std::string(word) : "'" + replaced(word, "'", "'\\''") + "'";
}

std::vector<int> version_parts(std::string_view version) {
  std::vector<int> parts;
  for (const auto part : split(version, '.')) {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{}) break;
    parts.push_back(value);
    if (end != part.data() + part.size()) break;  // "2.9.1+cu130": what follows the digits is no number
  }
  return parts;
}

int compare_versions(std::string_view left, std::string_view right) {
  auto a = version_parts(left);
  auto b = version_parts(right);
  const auto size = std::max(a.size(), b.size());
  a.resize(size);
  b.resize(size);
  return a == b ? 0 : (a < b ? -1 : 1);
}

}  // namespace accelprep::base

#include "report/text_table.h"

#include <algorithm>

#include "base/check.h"

namespace accelprep::report {

std::size_t display_width(const std::string& text) {
  std::size_t width = 0;
  bool escape = false;
  for (const char c : text) {
    if (c == '\033') escape = true;
    const bool continuation = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (!escape && !continuation) ++width;
    if (escape && c == 'm') escape = false;
  }
  return width;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines{""};
  std::size_t at = 0;
  while (at < text.size()) {
    const auto end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    auto& line = lines.back();
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines.push_back(word);
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
    at = end + 1;
  }
  return lines;
}

TextTable::TextTable(std::vector<Align> columns, std::size_t width) : columns_(std::move(columns)), width_(width) {}

void TextTable::add(std::vector<std::string> cells) {
  CHECK(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::size_t before_last = indent;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before_last += widths[i] + 2;
  const std::size_t last_width = width_ > before_last + 20 ? width_ - before_last : 20;
  std::string out;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      line += columns_[i] == Align::right ? padding + row[i] + "  " : row[i] + padding + "  ";
    }
    const auto tail = wrapped(row.back(), last_width);
    for (std::size_t i = 0; i < tail.size(); ++i) {
      std::string full = i == 0 ? line : std::string(before_last, ' ');
      if (columns_.back() == Align::right && tail.size() == 1) full += std::string(widths.back() - display_width(tail[i]), ' ');
      full += tail[i];
      full.erase(full.find_last_not_of(' ') + 1);
      out += full + "\n";
    }
  }
  return out;
}

}  // namespace accelprep::report

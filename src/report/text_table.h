// Aligned columns for a terminal, at most 100 columns wide: the last column wraps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace accelprep::report {

// Display width of UTF-8 text without control sequences.
std::size_t display_width(const std::string& text);

// Lines of at most `width` columns, broken at blanks.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

class TextTable {
 public:
  enum class Align : std::uint8_t { left, right };
  explicit TextTable(std::vector<Align> columns, std::size_t width = 100);
  void add(std::vector<std::string> cells);  // as many as columns
  [[nodiscard]] std::string text(std::size_t indent = 2) const;

 private:
  std::vector<Align> columns_;
  std::size_t width_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace accelprep::report

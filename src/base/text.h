// Small pure functions on text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accelprep::base {

std::string_view trim(std::string_view text);
std::string lower(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> lines_of(std::string_view text);  // without the line ends, LF or CRLF
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string replaced(std::string_view text, std::string_view from, std::string_view to);
bool contains_ignoring_case(std::string_view text, std::string_view part);
bool equals_ignoring_case(std::string_view left, std::string_view right);

// The whole text is one number (surrounding blanks allowed), or nothing. No "inf", no "nan".
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);

// One line of RFC 4180 CSV: quotes removed, doubled quotes undone, cells trimmed of blanks outside quotes.
std::vector<std::string> split_csv(std::string_view line);

// The candidates closest to `word` by edit distance, nearest first, none further than a third of its length (at least 2).
std::vector<std::string> nearest(std::string_view word, std::span<const std::string> candidates, std::size_t most = 3);

// " (did you mean \"x\"?)" for the nearest candidate, or "".
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// Quoted for a POSIX shell where it needs to be.
std::string shell_quoted(std::string_view word);

// Versions as dotted numbers: "570.86.10" < "570.124". Missing parts count as 0; text after the digits is ignored.
std::vector<int> version_parts(std::string_view version);
int compare_versions(std::string_view left, std::string_view right);

}  // namespace accelprep::base

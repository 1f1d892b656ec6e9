#include "intake/telemetry/nvidia/dmon_table.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/text.h"

namespace accelprep::intake {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view without_hash(std::string_view line) {
  line = base::trim(line);
  return line.starts_with('#') ? base::trim(line.substr(1)) : line;
}

// Cuts the first word off `rest`.
std::string_view take_word(std::string_view& rest, bool commas) {
  const auto end = rest.find_first_of(commas ? "," : kBlanks);
  const auto word = base::trim(rest.substr(0, end));
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  if (!commas) rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  return word;
}

struct Cut {
  bool commas = false;
  std::size_t at_most = std::numeric_limits<std::size_t>::max();
};

void split(std::string_view rest, Cut cut, std::vector<std::string_view>& cells) {
  cells.clear();
  while (!rest.empty() && cells.size() + 1 < cut.at_most) cells.push_back(take_word(rest, cut.commas));
  if (!rest.empty()) cells.push_back(base::trim(rest));
}

}  // namespace

std::optional<std::size_t> DmonHeader::column(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

std::optional<DmonHeader> read_dmon_header(std::string_view line) {
  constexpr std::array<std::string_view, 14> kTelling{"pwr", "gtemp", "temp",  "sm",    "mclk",   "pclk",  "pviol",
                                                      "fb",  "sbecc", "rxpci", "gract", "smutil", "smocc", "pid"};
  const bool hash = base::trim(line).starts_with('#');
  DmonHeader header{.commas = line.find(',') != std::string_view::npos, .names = {}};
  if (!hash && !header.commas) return std::nullopt;
  std::vector<std::string_view> words;
  split(without_hash(line), {.commas = header.commas}, words);
  for (const auto word : words) header.names.push_back(base::lower(word));
  const auto gpu = header.column("gpu");
  if (!gpu || *gpu > 2) return std::nullopt;
  const bool tells = std::any_of(kTelling.begin(), kTelling.end(), [&](std::string_view name) { return header.column(name); });
  const bool begins = *gpu == 0 || header.names.front() == "date" || header.names.front() == "time";
  return begins && tells ? std::optional(std::move(header)) : std::nullopt;
}

bool is_dmon_units(std::string_view line) {
  if (!base::trim(line).starts_with('#')) return false;
  std::vector<std::string_view> words;
  split(without_hash(line), {.commas = line.find(',') != std::string_view::npos}, words);
  return std::find(words.begin(), words.end(), "Idx") != words.end();
}

void split_dmon_row(std::string_view line, const DmonHeader& header, std::vector<std::string_view>& cells) {
  line = without_hash(line);
  Cut cut{.commas = header.commas};
  if (!header.names.empty() && header.names.back() == "command") cut.at_most = header.names.size();
  split(line, cut, cells);
}

}  // namespace accelprep::intake

#include "intake/telemetry/nvidia/nvidia_smi_guess.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/text.h"
#include "base/time.h"
#include "intake/telemetry/csv_cells.h"

namespace accelprep::intake {
namespace {

enum class Look : std::uint8_t { nothing, date, percent, watts, product, other };

Look look_of(std::string_view cell) {
  if (is_placeholder(cell)) return Look::nothing;
  if (base::parse_time(cell)) return Look::date;
  if (cell.ends_with('%')) return Look::percent;
  if (cell.ends_with(" W")) return Look::watts;
  for (const std::string_view brand : {"NVIDIA", "Tesla", "Quadro", "GeForce", "GRID"}) {
    if (cell.starts_with(brand)) return Look::product;
  }
  return Look::other;
}

struct Seen {
  std::set<Look> looks;  // besides placeholders
  std::set<std::string, std::less<>> few_values;
  [[nodiscard]] bool only(Look look) const { return looks.size() == 1 && looks.contains(look); }
  [[nodiscard]] bool varies() const { return few_values.size() > 1; }
};

std::vector<Seen> look_at(const std::vector<std::string>& rows) {
  std::vector<Seen> seen;
  CsvCells cells;
  for (const auto& row : rows) {
    const auto& found = cells.split(row);
    if (seen.empty()) seen.resize(found.size());
    if (found.size() != seen.size()) continue;  // a cut-off row: the reader rejects it
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto look = look_of(found[i]);
      if (look != Look::nothing) seen[i].looks.insert(look);
      if (seen[i].few_values.size() < 2) seen[i].few_values.emplace(found[i]);
    }
  }
  return seen;
}

std::vector<std::size_t> columns_that_are(const std::vector<Seen>& seen, Look look) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i].only(look)) out.push_back(i);
  }
  return out;
}

base::Error ask_for_fields(const std::vector<std::string>& rows, const std::string& path) {
  const std::string first = rows.empty() ? "" : rows.front().substr(0, 100);
  return {
      base::ErrorKind::invalid_input,
      fmt::format("has no header, and its columns cannot be told from units; its first row is \"{}\". Name the columns as they were asked "
                  "of nvidia-smi, e.g. --fields=timestamp,utilization.gpu,memory.used",
                  first),
      path};
}

}  // namespace

base::Result<GuessedColumns> guess_nvidia_smi_columns(const std::vector<std::string>& rows, const std::string& path) {
  const auto seen = look_at(rows);
  const auto dates = columns_that_are(seen, Look::date);
  const auto percents = columns_that_are(seen, Look::percent);
  if (dates.size() != 1 || percents.empty() || percents.size() > 2) return std::unexpected(ask_for_fields(rows, path));
  GuessedColumns out;
  out.columns.resize(seen.size());
  std::vector<std::string> taken;
  const auto take = [&](std::size_t column, std::string_view field) {
    out.columns[column] = *nvidia_smi_column(field);
    taken.push_back(fmt::format("column {} as {}", column + 1, field));
  };
  take(dates[0], "timestamp");
  take(percents[0], "utilization.gpu");
  const auto watts = columns_that_are(seen, Look::watts);
  if (watts.size() == 1 && seen[watts[0]].varies()) take(watts[0], "power.draw");
  const auto products = columns_that_are(seen, Look::product);
  if (products.size() == 1) take(products[0], "name");
  std::vector<std::size_t> unused;
  for (std::size_t i = 0; i < out.columns.size(); ++i) {
    if (out.columns[i].field == nullptr) unused.push_back(i + 1);
  }
  out.note = fmt::format("{}: no header; read {} from their units{}. Name the columns with --fields if that is wrong", path,
                         fmt::join(taken, ", "), unused.empty() ? "" : fmt::format("; columns {} are not used", fmt::join(unused, ", ")));
  return out;
}

}  // namespace accelprep::intake

// Sentences over the pictures of the workload and of the machine.
#include "report/sentences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "base/time.h"
#include "report/format.h"
#include "report/phrases.h"
#include "report/pictures.h"

namespace accelprep::report {
namespace {

using evidence::Dossier;
using evidence::Series;
using readiness::Assessment;

struct Extreme {
  std::size_t at = 0;
  double value = 0;
};

template <class Better>
std::optional<Extreme> extreme(const evidence::SeriesColumn& column, Better better) {
  std::optional<Extreme> out;
  for (std::size_t i = 0; i < column.y.size(); ++i) {
    if (column.y[i] && (!out || better(*column.y[i], out->value))) out = Extreme{i, *column.y[i]};
  }
  return out;
}
std::optional<Extreme> highest(const evidence::SeriesColumn& column) { return extreme(column, std::greater<>{}); }
std::optional<Extreme> lowest(const evidence::SeriesColumn& column) { return extreme(column, std::less<>{}); }

std::optional<double> mean_of(const evidence::SeriesColumn& column) {
  double sum = 0;
  double count = 0;
  for (const auto& y : column.y) {
    sum += y.value_or(0);
    count += y ? 1 : 0;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

// The first column, where the series is there and has a value.
const evidence::SeriesColumn* values_of(const Series* series) {
  if (series == nullptr || series->columns.empty() || !highest(series->columns[0])) return nullptr;
  return &series->columns.front();
}

std::string_view step_name(const Series& series) {
  const double step = series.x.size() > 1 ? series.x[1] - series.x[0] : 0;
  return step == 60 ? "minute" : step == 3600 ? "hour" : "step";
}

double gap_seconds(const Series& series) {
  double out = 0;
  for (const auto& band : series.bands) out += band.kind == "gap" ? band.to - band.from : 0;
  return out;
}

std::optional<double> cell_number(const evidence::Table& table, std::size_t row, std::string_view column) {
  for (std::size_t i = 0; i < table.columns.size() && i < table.rows[row].size(); ++i) {
    const auto* number = std::get_if<double>(&table.rows[row][i]);
    if (table.columns[i].name == column && number != nullptr) return *number;
  }
  return std::nullopt;
}

std::string name_of_row(const evidence::Table& table, std::size_t row) {
  const auto* text = table.rows[row].empty() ? nullptr : std::get_if<std::string>(&table.rows[row].front());
  return text != nullptr ? *text : "";
}

// The smallest margin; null where they have different units, and margins cannot be compared.
const evidence::Check* tightest(const std::vector<const evidence::Check*>& checks) {
  const evidence::Check* out = nullptr;
  for (const auto* check : checks) {
    if (check->unit != checks.front()->unit) return nullptr;
    if (check->margin && (out == nullptr || *check->margin < *out->margin)) out = check;
  }
  return out;
}

std::optional<std::string> checks_sentence(const Dossier& dossier, std::string_view group, std::string_view name) {
  const auto checks = checks_of(dossier, group);
  if (checks.empty()) return std::nullopt;
  std::vector<std::string> failing;
  std::size_t unknown = 0;
  for (const auto* check : checks) {
    if (check->status == evidence::CheckStatus::fail) failing.push_back(uncapitalized(check_phrase(check->id)));
    unknown += check->status == evidence::CheckStatus::unknown ? 1 : 0;
  }
  const auto not_judged = unknown == 0 ? "" : fmt::format("; {} of {} cannot be judged", unknown, checks.size());
  if (!failing.empty()) {
    return fmt::format("{} of {} {} checks fail: {}{}", failing.size(), checks.size(), name, base::join(failing, ", "), not_judged);
  }
  if (unknown == checks.size()) return fmt::format("None of {} {} checks can be judged", checks.size(), name);
  const auto* least = tightest(checks);
  const auto margin = least == nullptr ? ""
                                       : fmt::format("; the smallest margin is {} ({})", format_value(*least->margin, least->unit),
                                                     uncapitalized(check_phrase(least->id)));
  if (unknown > 0) return fmt::format("{} of {} {} checks pass{}{}", checks.size() - unknown, checks.size(), name, margin, not_judged);
  return fmt::format("{} of {} {} checks pass{}", checks.size(), checks.size(), name, margin);
}

}  // namespace

std::string hour_name(std::size_t hour_of_week) {
  constexpr std::array<std::string_view, 7> kDays{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
  return fmt::format("{} {:02}:00", kDays[hour_of_week / 24 % 7], hour_of_week % 24);
}

std::optional<std::string> arrival_rate_sentence(const Dossier& dossier, const Assessment&) {
  const auto* series = dossier.find_series("arrival_rate");
  const auto* rate = values_of(series);
  if (rate == nullptr) return std::nullopt;
  const double mean = *mean_of(*rate);
  // So that the number can be read: 67 an hour, not 0.0186 a second.
  const auto [unit, factor] = mean >= 0.5        ? std::pair("a second", 1.0)
                              : mean * 60 >= 0.5 ? std::pair("a minute", 60.0)
                                                 : std::pair("an hour", 3600.0);
  const double gaps = gap_seconds(*series);
  return fmt::format("{} requests {} on average, {} in the busiest {}{}", format_value(mean * factor, ""), unit,
                     format_value(highest(*rate)->value * factor, ""), step_name(*series),
                     gaps > 0 ? fmt::format("; {} unknown", format_hours(gaps / 3600)) : "");
}

std::optional<std::string> hour_of_week_sentence(const Dossier& dossier, const Assessment&) {
  const auto* series = dossier.find_series("hour_of_week");
  const auto* requests = values_of(series);
  if (requests == nullptr || requests->y.size() != 168) return std::nullopt;
  const auto top = *highest(*requests);
  const auto low = *lowest(*requests);
  const auto unseen = std::count(requests->y.begin(), requests->y.end(), std::nullopt);
  return fmt::format("Busiest {} ({} requests an hour), quietest {} ({}){}", hour_name(top.at), format_count(std::llround(top.value)),
                     hour_name(low.at), format_count(std::llround(low.value)),
                     unseen > 0 ? fmt::format("; {} of 168 hours never seen", unseen) : "");
}

std::optional<std::string> dispersion_sentence(const Dossier& dossier, const Assessment&) {
  const auto* series = dossier.find_series("dispersion_by_scale");
  const auto* ratio = values_of(series);
  if (ratio == nullptr) return std::nullopt;
  const auto top = *highest(*ratio);
  const auto scale = base::format_duration(series->x[top.at]);
  if (top.value < 2) return fmt::format("Counts vary about as random arrivals do, up to {} times in {}", significant(top.value, 2), scale);
  return fmt::format("Counts over {} vary {} times as much as random arrivals would", scale, significant(top.value, 2));
}

std::optional<std::string> token_lengths_sentence(const Dossier& dossier, const Assessment&) {
  const auto* table = dossier.find_table("token_lengths");
  if (table == nullptr || table->rows.empty()) return std::nullopt;
  std::vector<std::string> parts;
  for (std::size_t row = 0; row < table->rows.size(); ++row) {
    const auto median = cell_number(*table, row, "p50");
    const auto tail = cell_number(*table, row, "p99");
    if (!median || !tail) continue;
    const auto name = name_of_row(*table, row);
    parts.push_back(fmt::format("{} {} tokens in the median, {} at the 99th percentile",
                                name == "input"    ? "prompts"
                                : name == "output" ? "answers"
                                                   : name,
                                significant(*median, 3), significant(*tail, 3)));
  }
  if (parts.empty()) return std::nullopt;
  return capitalized(base::join(parts, "; "));
}

std::optional<std::string> demand_sentence(const Dossier& dossier, const Assessment&) {
  const auto* needed = values_of(dossier.find_series("demand"));
  if (needed == nullptr) return std::nullopt;
  return fmt::format("The work needs {} on average and {} in its busiest hour{}",
                     plural(std::round(*mean_of(*needed) * 10) / 10, "accelerator", "accelerators"),
                     significant(highest(*needed)->value, 2),
                     dossier.target.count > 0 ? fmt::format("; {} would be owned", dossier.target.count) : "");
}

std::optional<std::string> cards_sentence(const Dossier& dossier, const Assessment&) {
  struct Card {
    std::string name;
    double mean = 0;
  };
  std::vector<Card> cards;
  for (const auto* device : device_series(dossier)) {
    const auto* column = find_column(*device, load_column(dossier));
    const auto mean = column != nullptr ? mean_of(*column) : std::nullopt;
    if (mean) cards.push_back({device->title.substr(0, device->title.find(',')), *mean});
  }
  if (cards.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(cards.begin(), cards.end(), [](const auto& a, const auto& b) { return a.mean < b.mean; });
  const auto what = load_column(dossier) == "busy" ? "busy" : "of its multiprocessors active";
  if (cards.size() == 1) return fmt::format("One card, {} {} on average", format_value(most->mean, "fraction"), what);
  return fmt::format("Of {} cards {} did most, {} {} on average, and {} least, {}", cards.size(), most->name,
                     format_value(most->mean, "fraction"), what, least->name, format_value(least->mean, "fraction"));
}

std::optional<std::string> busy_distribution_sentence(const Dossier& dossier, const Assessment&) {
  std::vector<double> values;
  for (const auto* device : device_series(dossier)) {
    const auto* column = find_column(*device, load_column(dossier));
    if (column == nullptr) continue;
    for (const auto& y : column->y) {
      if (y) values.push_back(*y);
    }
  }
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) { return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))]; };
  return fmt::format("Half of the cards' minutes are at {} or above, a tenth at {} or above", format_value(at(0.5), "fraction"),
                     format_value(at(0.9), "fraction"));
}

std::optional<std::string> devices_sentence(const Dossier& dossier, const Assessment&) {
  const auto devices = device_series(dossier);
  std::vector<double> busy;
  std::optional<double> hottest;
  double throttled_s = 0;
  for (const auto* device : devices) {
    if (const auto* column = find_column(*device, "busy")) {
      for (const auto& y : column->y) {
        if (y) busy.push_back(*y);
      }
    }
    if (const auto* column = find_column(*device, "temperature")) {
      if (const auto top = highest(*column)) hottest = std::max(hottest.value_or(top->value), top->value);
    }
    for (const auto& band : device->bands) throttled_s += band.kind == "throttled" ? band.to - band.from : 0;
  }
  if (devices.empty()) return std::nullopt;
  std::vector<std::string> parts;
  if (!busy.empty()) {
    const auto middle = busy.begin() + static_cast<std::ptrdiff_t>(busy.size() / 2);
    std::nth_element(busy.begin(), middle, busy.end());
    parts.push_back(fmt::format("busy {} in the median minute", format_value(*middle, "fraction")));
  }
  if (hottest) parts.push_back(fmt::format("the hottest minute had {:.0f} °C", *hottest));
  if (throttled_s > 0) parts.push_back(fmt::format("throttled for {} in all", format_hours(throttled_s / 3600)));
  if (parts.empty()) parts.emplace_back("recorded, without its use or its temperature");
  return fmt::format("{}: {}", plural(static_cast<double>(devices.size()), "card", "cards"), base::join(parts, "; "));
}

std::optional<std::string> memory_sentence(const Dossier& dossier, const Assessment&) {
  const auto* table = dossier.find_table("memory");
  if (table == nullptr || table->rows.empty()) return std::nullopt;
  double total = 0;
  double missing = 0;
  std::optional<double> weights;
  std::optional<double> free;
  for (std::size_t row = 0; row < table->rows.size(); ++row) {
    const auto bytes = cell_number(*table, row, table->columns.size() > 1 ? table->columns[1].name : "");
    if (!bytes) continue;
    total += *bytes;
    const auto name = name_of_row(*table, row);
    if (name == "weights") weights = bytes;
    if (name == "free" || name == "kept free") free = bytes;
    if (name == "missing") missing = *bytes;
  }
  total -= 2 * missing;  // what is missing is no part of the card, and the others reach beyond its end by as much
  if (total <= 0) return std::nullopt;
  if (missing > 0) return fmt::format("It does not fit: {} are missing on a card of {}", format_bytes(missing), format_bytes(total));
  return fmt::format("{}{} on each card{}", weights ? fmt::format("Weights take {} of ", format_bytes(*weights)) : "The parts add up to ",
                     format_bytes(total), free ? fmt::format("; {} stay free", format_bytes(*free)) : "");
}

std::optional<std::string> chain_sentence(const Dossier& dossier, const Assessment&) {
  const auto* table = dossier.find_table("chain");
  if (table == nullptr || table->rows.empty()) return std::nullopt;
  std::vector<std::string> mismatched;
  std::size_t unknown = 0;
  for (std::size_t row = 0; row < table->rows.size(); ++row) {
    const auto* status = table->rows[row].size() < 3 ? nullptr : std::get_if<std::string>(&table->rows[row][2]);
    if (status == nullptr || *status == "unknown") ++unknown;
    if (status != nullptr && *status == "mismatch") mismatched.push_back(name_of_row(*table, row));
  }
  const auto total = table->rows.size();
  const auto not_seen = unknown > 0 ? fmt::format("; {} not seen", unknown) : "";
  if (mismatched.empty()) return fmt::format("{} of {} links of the stack match{}", total - unknown, total, not_seen);
  return fmt::format("{} of {} links do not match: {}{}", mismatched.size(), total, base::join(mismatched, ", "), not_seen);
}

std::optional<std::string> power_sentence(const Dossier& dossier, const Assessment&) { return checks_sentence(dossier, "power", "power"); }
std::optional<std::string> cooling_sentence(const Dossier& dossier, const Assessment&) {
  return checks_sentence(dossier, "cooling", "cooling");
}

}  // namespace accelprep::report

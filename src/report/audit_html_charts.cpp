// The numbers behind the pictures, as the script reads them: short, and no more of them than a screen shows.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/text.h"
#include "report/audit_html_parts.h"
#include "report/downsample.h"
#include "report/phrases.h"
#include "report/pictures.h"
#include "statistics/quantiles.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;
using evidence::Series;

constexpr std::size_t kStepsMax = 480;  // of a time axis: more than the plot has pixels for two

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double scale = std::pow(10, 4 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

Json number(const std::optional<double>& value) { return value && std::isfinite(*value) ? Json(rounded(*value)) : Json(nullptr); }

Json numbers(const std::vector<std::optional<double>>& values) {
  Json out = Json::array();
  for (const auto& value : values) out.push_back(number(value));
  return out;
}

Json interval(const std::optional<evidence::Interval>& ci95) {
  return ci95 ? Json::array({rounded(ci95->low), rounded(ci95->high)}) : Json(nullptr);
}

Json spread_json(const Spreads& all) {
  Json low = Json::array();
  Json mid = Json::array();
  Json high = Json::array();
  bool spread = false;
  for (const auto& one : all) {
    low.push_back(one ? number(one->low) : Json(nullptr));
    mid.push_back(one ? number(one->mid) : Json(nullptr));
    high.push_back(one ? number(one->high) : Json(nullptr));
    spread = spread || (one && one->high > one->low);
  }
  Json out = {{"mid", std::move(mid)}};
  if (spread) {
    out["low"] = std::move(low);
    out["high"] = std::move(high);
  }
  return out;
}

// Runs of steps without a value, as gaps; the steps before the first and after the last value too.
std::vector<evidence::SeriesBand> gaps_of(const Spreads& values, const Grid& grid) {
  std::vector<evidence::SeriesBand> out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) continue;
    const double from = grid.from + grid.step * static_cast<double>(i);
    if (out.empty() || out.back().to < from) out.push_back({from, from, "gap", ""});
    out.back().to = from + grid.step;
  }
  return out;
}

// Bands of all series, those of one kind that touch as one. Gaps are those that the picture has, whatever the series name.
Json bands_json(const std::vector<const Series*>& series, std::vector<evidence::SeriesBand> bands) {
  for (const auto* one : series) {
    std::copy_if(one->bands.begin(), one->bands.end(), std::back_inserter(bands), [](const auto& band) { return band.kind != "gap"; });
  }
  std::sort(bands.begin(), bands.end(),
            [](const auto& a, const auto& b) { return std::tie(a.kind, a.from, a.to) < std::tie(b.kind, b.from, b.to); });
  std::vector<evidence::SeriesBand> merged;
  for (const auto& band : bands) {
    if (!merged.empty() && merged.back().kind == band.kind && band.from <= merged.back().to) {
      merged.back().to = std::max(merged.back().to, band.to);
    } else {
      merged.push_back(band);
    }
  }
  Json out = Json::array();
  for (const auto& band : merged) out.push_back({{"from", band.from}, {"to", band.to}, {"kind", band.kind}, {"label", band.label}});
  return out;
}

// `column` tells where the gaps are.
Json time_json(const std::vector<const Series*>& series, std::string_view column, const Grid& grid) {
  return {{"from", grid.from},
          {"step", grid.step},
          {"count", grid.count},
          {"bands", bands_json(series, gaps_of(spreads(series, column, grid), grid))}};
}

// The offer that meets owning at the break-even: the one it was reckoned against.
std::string offer_at(const Series& series, double utilization) {
  const auto* own = find_column(series, "own");
  std::string out;
  double nearest = 0;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (series.x[i] < utilization || own == nullptr || !own->y[i]) continue;
    for (const auto& column : series.columns) {
      if (column.name.starts_with("own") || i >= column.y.size() || !column.y[i]) continue;
      const double distance = std::abs(*column.y[i] - *own->y[i]);
      if (out.empty() || distance < nearest) {
        out = column.name;
        nearest = distance;
      }
    }
    return out;
  }
  return out;
}

Json break_even_json(const Model& model) {
  const auto& series = *model.dossier.find_series("cost_curve");
  const auto& verdict = model.assessment.verdict;
  const auto best = best_offer(model);
  Json x = Json::array();
  for (const double value : series.x) x.push_back(rounded(value));
  Json offers = Json::array();
  Json out = {{"x", std::move(x)}};
  for (const auto& column : series.columns) {
    if (column.name.starts_with("own")) {
      out[base::replaced(column.name, " ", "_")] = numbers(column.y);
    } else {
      offers.push_back({{"name", base::replaced(column.name, "_", " ")}, {"y", numbers(column.y)}, {"best", column.name == best}});
    }
  }
  out["offers"] = std::move(offers);
  out["need"] = {{"value", number(verdict.sustained_utilization)},
                 {"ci95", interval(verdict.sustained_ci95)},
                 {"upper_bound", verdict.sustained_is_upper_bound}};
  out["even"] = {{"value", number(verdict.break_even_utilization)}, {"ci95", interval(verdict.break_even_ci95)}};
  return out;
}

Json over_time_json(const Model& model, std::string_view id) {
  const std::vector<const Series*> series{model.dossier.find_series(id)};
  const auto grid = grid_over(series, kStepsMax);
  auto out = time_json(series, series[0]->columns[0].name, grid);
  out["line"] = spread_json(spreads(series, series[0]->columns[0].name, grid));
  return out;
}

Json demand_json(const Model& model) {
  auto out = over_time_json(model, "demand");
  out["owned"] = model.dossier.target.count > 0 ? Json(model.dossier.target.count) : Json(nullptr);
  return out;
}

struct PanelRow {
  std::string_view title;
  std::string_view unit;
  double factor;
  std::array<std::string_view, 2> columns;  // of device_minutes; the second may be empty
  std::array<std::string_view, 2> names;
};
constexpr std::array<PanelRow, 4> kPanels{{{"Busy and SM active", "%", 100, {"busy", "sm_active"}, {"busy", "SM active"}},
                                           {"SM clock", "MHz", 1e-6, {"clock", ""}, {"SM clock", ""}},
                                           {"Temperature", "°C", 1, {"temperature", ""}, {"temperature", ""}},
                                           {"Power of one card", "W", 1, {"power", ""}, {"power", ""}}}};

// A line to hold a panel against: the slowdown temperature, the power limit.
Json limit_json(const Model& model, const PanelRow& panel) {
  if (panel.unit == "W" && model.dossier.target.power_limit_w)
    return {{"value", *model.dossier.target.power_limit_w}, {"label", "power limit"}};
  const auto* hottest = present(model.dossier, "temperature_max");
  const auto* margin = present(model.dossier, "temperature_margin");
  if (panel.unit == "°C" && hottest != nullptr && margin != nullptr && hottest->number() && margin->number()) {
    return {{"value", *hottest->number() + *margin->number()}, {"label", "slowdown limit"}};
  }
  return nullptr;
}

Json panel_json(const Model& model, const PanelRow& panel, const Grid& grid) {
  Json lines = Json::array();
  for (std::size_t i = 0; i < panel.columns.size(); ++i) {
    if (panel.columns[i].empty()) continue;
    auto values = spreads(device_series(model.dossier), panel.columns[i], grid);
    if (std::none_of(values.begin(), values.end(), [](const auto& one) { return one.has_value(); })) continue;
    for (auto& one : values) {
      if (one) one = Spread{one->low * panel.factor, one->mid * panel.factor, one->high * panel.factor};
    }
    auto line = spread_json(values);
    line["name"] = panel.names[i];
    lines.push_back(std::move(line));
  }
  if (lines.empty()) return nullptr;
  // Two names stand in the title only where there are two lines.
  const auto title =
      lines.size() == 1 && !panel.columns[1].empty() ? capitalized(lines[0]["name"].get<std::string>()) : std::string(panel.title);
  return {{"title", title}, {"unit", panel.unit}, {"lines", std::move(lines)}, {"limit", limit_json(model, panel)}};
}

Json devices_json(const Model& model) {
  const auto series = device_series(model.dossier);
  const auto grid = grid_over(series, kStepsMax);
  auto out = time_json(series, series[0]->columns.empty() ? "" : series[0]->columns[0].name, grid);
  Json panels = Json::array();
  for (const auto& row : kPanels) {
    auto panel = panel_json(model, row, grid);
    if (!panel.is_null()) panels.push_back(std::move(panel));
  }
  out["panels"] = std::move(panels);
  return out;
}

constexpr std::size_t kCardsByThemselves = 8;

// Percentiles over the cards, of each step's value.
Spreads over_cards(const std::vector<Spreads>& cards) {
  Spreads out(cards.front().size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::vector<double> values;
    for (const auto& card : cards) {
      if (card[i]) values.push_back(card[i]->mid);
    }
    if (values.empty()) continue;
    out[i] = Spread{
        .low = *statistics::quantile(values, 0.1), .mid = *statistics::quantile(values, 0.5), .high = *statistics::quantile(values, 0.9)};
  }
  return out;
}

Spreads in_percent(Spreads values) {
  for (auto& one : values) {
    if (one) one = Spread{100 * one->low, 100 * one->mid, 100 * one->high};
  }
  return values;
}

Json panel_of(const std::string& title, const Spreads& values) {
  auto line = spread_json(in_percent(values));
  line["name"] = title;
  return {{"title", title}, {"unit", "%"}, {"lines", Json::array({std::move(line)})}, {"limit", nullptr}};
}

Json cards_json(const Model& model) {
  const auto series = device_series(model.dossier);
  const auto column = load_column(model.dossier);
  const auto grid = grid_over(series, kStepsMax);
  auto out = time_json(series, column, grid);
  std::vector<Spreads> cards;
  for (const auto* card : series) cards.push_back(spreads({card}, column, grid));
  Json panels = Json::array();
  if (cards.size() > kCardsByThemselves) {
    panels.push_back(panel_of(fmt::format("{} cards", cards.size()), over_cards(cards)));
  } else {
    for (std::size_t i = 0; i < cards.size(); ++i)
      panels.push_back(panel_of(series[i]->title.substr(0, series[i]->title.find(',')), cards[i]));
  }
  out["panels"] = std::move(panels);
  return out;
}

// A card's minutes from the busiest down, at each fortieth of them.
Spreads duration_of(const Series& series, std::string_view column) {
  constexpr std::size_t kSteps = 40;
  Spreads out(kSteps + 1);
  const auto* found = find_column(series, column);
  std::vector<double> values;
  for (std::size_t i = 0; found != nullptr && i < found->y.size(); ++i) {
    if (found->y[i]) values.push_back(*found->y[i]);
  }
  for (std::size_t i = 0; i <= kSteps && !values.empty(); ++i) {
    const double value = *statistics::quantile(values, 1 - static_cast<double>(i) / kSteps);
    out[i] = Spread{value, value, value};
  }
  return out;
}

Json busy_distribution_json(const Model& model) {
  const auto series = device_series(model.dossier);
  std::vector<Spreads> cards;
  for (const auto* card : series) cards.push_back(duration_of(*card, load_column(model.dossier)));
  Json lines = Json::array();
  if (cards.size() > kCardsByThemselves) {
    lines.push_back(spread_json(in_percent(over_cards(cards))));
    lines.back()["name"] = "median card";
  } else {
    for (std::size_t i = 0; i < cards.size(); ++i) {
      lines.push_back(spread_json(in_percent(cards[i])));
      lines.back()["name"] = series[i]->title.substr(0, series[i]->title.find(','));
    }
  }
  return {{"what", load_column(model.dossier) == "busy" ? "busy" : "SM active"}, {"lines", std::move(lines)}};
}

Json curve_json(const Model& model, std::string_view id) {
  const auto& series = *model.dossier.find_series(id);
  Json columns = Json::object();
  for (const auto& column : series.columns) columns[column.name] = numbers(column.y);
  return {{"x", series.x}, {"columns", std::move(columns)}};
}

Json load_duration_json(const Model& model) {
  auto out = curve_json(model, "load_duration");
  out["break_even"] = number(model.assessment.verdict.break_even_utilization);
  return out;
}

struct ChartRow {
  std::string_view picture;
  Json (*data)(const Model&);
};
constexpr std::array<ChartRow, 9> kCharts{
    {{"break_even", break_even_json},
     {"arrival_rate", [](const Model& model) { return over_time_json(model, "arrival_rate"); }},
     {"demand", demand_json},
     {"dispersion_by_scale", [](const Model& model) { return curve_json(model, "dispersion_by_scale"); }},
     {"devices", devices_json},
     {"cards", cards_json},
     {"busy_distribution", busy_distribution_json},
     {"cumulative_cost", [](const Model& model) { return curve_json(model, "cumulative_cost"); }},
     {"load_duration", load_duration_json}}};

}  // namespace

std::string best_offer(const Model& model) {
  const auto& even = model.assessment.verdict.break_even_utilization;
  return even ? offer_at(*model.dossier.find_series("cost_curve"), *even) : "";
}

std::string charts_json(const Model& model) {
  Json out = Json::object();
  for (const auto& [id, data] : kCharts) {
    if (!picture(model, id).empty) out[std::string(id)] = data(model);
  }
  auto text = out.dump(-1, ' ', false, Json::error_handler_t::replace);
  // In a script element only "<" can begin anything; the escapes mean the same to JSON.
  text = base::replaced(text, "&", "\\u0026");
  text = base::replaced(text, "<", "\\u003c");
  return base::replaced(text, ">", "\\u003e");
}

}  // namespace accelprep::report

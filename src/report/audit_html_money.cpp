// Money: cost over time, the offers, what moves the result, what owning consists of.
#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "base/text.h"
#include "report/audit_html_parts.h"
#include "report/format.h"
#include "report/phrases.h"

namespace accelprep::report {
namespace {

using evidence::Cell;
using evidence::Table;

const double* number_in(const std::vector<Cell>& row, std::size_t column) {
  return column < row.size() ? std::get_if<double>(&row[column]) : nullptr;
}

std::size_t column_named(const Table& table, std::string_view name) {
  std::size_t at = 0;
  while (at < table.columns.size() && table.columns[at].name != name) ++at;
  return at;
}

void write_offers(HtmlWriter& page, const Model& model) {
  const auto& view = picture(model, "offers");
  if (view.empty) return;
  open_picture(page, view, "tabled");
  write_table(page, *model.dossier.find_table("offers"));
  close_picture(page, view);
}

void write_breakdown_row(HtmlWriter& page, const std::vector<Cell>& row, const Bar& scale) {
  const auto* usd = number_in(row, 1);
  page.open("tr").element("th", cell_text(row[0], ""), {{"scope", "row"}});
  page.open("td", {{"class", "barred"}});
  if (usd != nullptr) write_bar(page, {.to = *usd, .end = scale.end, .tick = std::nullopt, .kind = "own"});
  page.close();
  page.element("td", row.size() > 1 ? cell_text(row[1], "USD") : "not known", {{"class", "number"}}).close();
}

void write_breakdown(HtmlWriter& page, const Model& model) {
  const auto& view = picture(model, "own_breakdown");
  if (view.empty) return;
  const auto& table = *model.dossier.find_table("own_breakdown");
  double most = 0;
  for (const auto& row : table.rows) {
    if (const auto* usd = number_in(row, 1)) most = std::max(most, *usd);
  }
  open_picture(page, view, "tabled");
  page.open("table", {{"class", "bars"}}).open("thead").open("tr").element("th", "Item", {{"scope", "col"}});
  page.element("th", "Share", {{"scope", "col"}})
      .element("th", "A year", {{"scope", "col"}, {"class", "number"}})
      .close()
      .close()
      .open("tbody");
  for (const auto& row : table.rows) {
    if (!row.empty()) write_breakdown_row(page, row, {.end = most, .tick = std::nullopt});
  }
  page.close().close();
  close_picture(page, view);
}

// The tornado: each input's bar from the result at its low value to the result at its high value.
struct Tornado {
  std::size_t low = 0;
  std::size_t high = 0;
  double from = std::numeric_limits<double>::infinity();
  double to = -std::numeric_limits<double>::infinity();
  std::optional<double> base;  // the result with every input as stated
  std::string unit;
  std::string title;
};

bool any_number(const Table& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return number_in(row, column) != nullptr; });
}

// Of break-even; of the net present value where no break-even is known.
Tornado tornado_of(const Table& table, const Model& model) {
  const bool of_npv = !any_number(table, column_named(table, "low"));
  Tornado out{.low = column_named(table, of_npv ? "npv_low" : "low"), .high = column_named(table, of_npv ? "npv_high" : "high")};
  for (const auto& row : table.rows) {
    for (const auto column : {out.low, out.high}) {
      if (const auto* value = number_in(row, column)) {
        out.from = std::min(out.from, *value);
        out.to = std::max(out.to, *value);
      }
    }
  }
  out.title = of_npv ? "Net present value" : "Break-even utilization";
  if (out.low < table.columns.size()) out.unit = table.columns[out.low].unit;
  const auto base = of_npv ? std::optional(0.0) : model.assessment.verdict.break_even_utilization;
  if (base && *base >= out.from && *base <= out.to) out.base = base;
  return out;
}

// "rental rate" and, small, "$2.65 /h to $5.10 /h"
void write_input(HtmlWriter& page, const Table& table, const std::vector<Cell>& row) {
  page.open("th", {{"scope", "row"}}).text(row.empty() ? "" : cell_text(row[0], ""));
  const auto low = column_named(table, "input_low");
  const auto high = column_named(table, "input_high");
  if (low < row.size() && high < row.size()) {
    page.element("span", fmt::format("{} to {}", cell_text(row[low], ""), cell_text(row[high], "")), {{"class", "describes"}});
  }
  page.close();
}

void write_tornado_cells(HtmlWriter& page, const std::vector<Cell>& row, const Tornado& tornado) {
  const auto* low = number_in(row, tornado.low);
  const auto* high = number_in(row, tornado.high);
  page.element("td", low != nullptr ? format_value(*low, tornado.unit) : "not known", {{"class", "number"}});
  page.open("td", {{"class", "barred"}});
  if (low != nullptr && high != nullptr) {
    write_bar(page, {.from = std::min(*low, *high) - tornado.from,
                     .to = std::max(*low, *high) - tornado.from,
                     .end = tornado.to - tornado.from,
                     .tick = tornado.base ? std::optional(*tornado.base - tornado.from) : std::nullopt,
                     .kind = "own"});
  }
  page.close();
  page.element("td", high != nullptr ? format_value(*high, tornado.unit) : "not known", {{"class", "number"}});
}

void write_sensitivity(HtmlWriter& page, const Model& model) {
  const auto& view = picture(model, "sensitivity");
  if (view.empty) return;
  const auto& table = *model.dossier.find_table("sensitivity");
  const auto tornado = tornado_of(table, model);
  const auto width = [&](const std::vector<Cell>& row) {
    const auto* low = number_in(row, tornado.low);
    const auto* high = number_in(row, tornado.high);
    return low != nullptr && high != nullptr ? std::abs(*high - *low) : 0;
  };
  std::vector<const std::vector<Cell>*> rows;
  for (const auto& row : table.rows) rows.push_back(&row);
  std::sort(rows.begin(), rows.end(), [&](const auto* a, const auto* b) { return std::pair(-width(*a), a) < std::pair(-width(*b), b); });
  open_picture(page, view, "tabled");
  page.open("table", {{"class", "bars tornado"}}).open("thead").open("tr").element("th", "Input", {{"scope", "col"}});
  page.element("th", "at its low", {{"scope", "col"}, {"class", "number"}}).element("th", tornado.title, {{"scope", "col"}});
  page.element("th", "at its high", {{"scope", "col"}, {"class", "number"}}).close().close().open("tbody");
  const auto moves = [&](const auto& row) { return width(row) > 0; };
  for (const auto* row : rows) {
    if (!moves(*row)) continue;
    page.open("tr");
    write_input(page, table, *row);
    write_tornado_cells(page, *row, tornado);
    page.close();
  }
  page.close().close();
  const auto still = std::count_if(table.rows.begin(), table.rows.end(), [&](const auto& row) { return !moves(row); });
  if (still > 0)
    page.element("p", fmt::format("{} not move it.", plural(static_cast<double>(still), "further input does", "further inputs do")),
                 {{"class", "note"}});
  close_picture(page, view);
}

void write_curve(HtmlWriter& page, const Model& model, std::string_view id) {
  if (!picture(model, id).empty) write_plot(page, picture(model, id));
}

}  // namespace

void write_money(HtmlWriter& page, const Model& model) {
  open_section(page, model, "money");
  page.open("div", {{"class", "pair"}});
  write_curve(page, model, "cumulative_cost");
  write_curve(page, model, "load_duration");
  page.close();
  write_offers(page, model);
  page.open("div", {{"class", "pair"}});
  write_sensitivity(page, model);
  write_breakdown(page, model);
  page.close();
  close_section(page, model, "money");
}

}  // namespace accelprep::report

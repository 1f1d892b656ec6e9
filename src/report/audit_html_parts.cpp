// What the parts of report.html share: icons, figures, sections, tables, bars.
#include "report/audit_html_parts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

#include "base/text.h"
#include "report/format.h"

namespace accelprep::report {
namespace {

const SectionView& section_view(const Model& model, std::string_view id) {
  return *std::find_if(model.sections.begin(), model.sections.end(), [&](const auto& section) { return section.id == id; });
}

void write_key_figures(HtmlWriter& page, const SectionView& section) {
  const bool any =
      std::any_of(section.measurements.begin(), section.measurements.end(), [](const auto& m) { return m.chosen && !m.absent; });
  if (!any) return;
  page.open("dl", {{"class", "figures"}});
  for (const auto& measurement : section.measurements) {
    if (!measurement.chosen || measurement.absent) continue;
    page.open("div").element("dt", measurement.label);
    page.element("dd", measurement.value, {{"class", "value"}}).element("dd", measurement.basis, {{"class", "basis"}}).close();
  }
  page.close();
}

// Pictures that nothing draws yet, those with one command together.
void write_empty_pictures(HtmlWriter& page, const Model& model, std::string_view id) {
  std::vector<const PictureView*> empty;
  for (const auto& picture : model.pictures) {
    if (picture.section == id && picture.empty) empty.push_back(&picture);
  }
  // Those of one command keep their order: all lie in one vector.
  std::sort(empty.begin(), empty.end(), [](const auto* a, const auto* b) { return std::tie(a->command, a) < std::tie(b->command, b); });
  for (std::size_t i = 0; i < empty.size(); ++i) {
    const bool first = i == 0 || empty[i - 1]->command != empty[i]->command;
    const bool last = i + 1 == empty.size() || empty[i + 1]->command != empty[i]->command;
    if (first) page.open("div", {{"class", "unfilled"}}).open("ul");
    page.open("li").element("b", empty[i]->title + ".").text(" " + empty[i]->filled_by).close();
    if (!last) continue;
    page.close();
    if (!empty[i]->command.empty()) write_command(page, empty[i]->command);
    page.close();
  }
}

void write_absences(HtmlWriter& page, const SectionView& section) {
  const auto absent = [](const auto& m) { return m.chosen && m.absent; };
  if (std::none_of(section.measurements.begin(), section.measurements.end(), absent)) return;
  page.open("div", {{"class", "absences"}}).element("h3", "Not measured").open("ul");
  for (const auto& measurement : section.measurements) {
    if (!absent(measurement)) continue;
    const std::string_view reason = measurement.value;
    constexpr std::string_view kOpening = "not measured: ";
    page.open("li").element("b", measurement.label);
    page.text(": " + std::string(reason.starts_with(kOpening) ? reason.substr(kOpening.size()) : reason)).close();
  }
  page.close().close();
}

std::string percent(double share) { return fmt::format("{:.2f}%", std::clamp(share, 0.0, 1.0) * 100); }

}  // namespace

void write_icons(HtmlWriter& page) {
  page.markup(
      "<svg class=\"sprite\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>"
      "<symbol id=\"i-ready\" viewBox=\"0 0 16 16\"><circle class=\"shape\" cx=\"8\" cy=\"8\" r=\"7\"/>"
      "<path class=\"sign\" d=\"M4.6 8.3l2.3 2.3 4.5-4.9\"/></symbol>"
      "<symbol id=\"i-marginal\" viewBox=\"0 0 16 16\"><path class=\"shape\" d=\"M8 1.2 15.4 14.4H.6z\"/>"
      "<path class=\"sign\" d=\"M8 6v4M8 12.1v.3\"/></symbol>"
      "<symbol id=\"i-not_ready\" viewBox=\"0 0 16 16\"><rect class=\"shape\" x=\"1.4\" y=\"1.4\" width=\"13.2\" height=\"13.2\" rx=\"2\"/>"
      "<path class=\"sign\" d=\"M5 5l6 6M11 5l-6 6\"/></symbol>"
      "<symbol id=\"i-unknown\" viewBox=\"0 0 16 16\"><circle class=\"outline\" cx=\"8\" cy=\"8\" r=\"6.4\"/>"
      "<path class=\"outline\" d=\"M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.3M8 11.3v.3\"/></symbol>"
      "<symbol id=\"i-breaker\" viewBox=\"0 0 32 16\"><path class=\"wire\" d=\"M0 12h8M24 12h8\"/><circle class=\"wire\" cx=\"9.5\" "
      "cy=\"12\" "
      "r=\"1.5\"/><circle class=\"wire\" cx=\"22.5\" cy=\"12\" r=\"1.5\"/><path class=\"wire\" d=\"M9 10Q16 1 23 10\"/></symbol>"
      "<symbol id=\"i-supply\" viewBox=\"0 0 32 16\"><rect class=\"wire\" x=\"8\" y=\"1\" width=\"16\" height=\"14\"/>"
      "<path class=\"wire\" d=\"M8 15 24 1M10.5 4.5q1-1.5 2 0t2 0M17 11.5h4M0 8h8M24 8h8\"/></symbol>"
      "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
      "<path class=\"hatch\" d=\"M0 0v6\"/></pattern></defs></svg>\n");
}

void write_icon(HtmlWriter& page, std::string_view shape) {
  page.open("svg", {{"class", fmt::format("icon {}", shape)}, {"aria-hidden", "true"}, {"focusable", "false"}});
  page.open("use", {{"href", fmt::format("#i-{}", shape)}}).close().close();
}

void open_picture(HtmlWriter& page, const PictureView& picture, std::string_view kind) {
  page.open("figure", {{"class", fmt::format("picture {}", kind)}, {"id", "picture-" + picture.id}});
  page.open("figcaption");
  write_prose(page, picture.title);
  page.close();
}

void close_picture(HtmlWriter& page, const PictureView& picture) {
  if (!picture.note.empty()) {
    page.open("p", {{"class", "note"}});
    write_prose(page, picture.note);
    page.close();
  }
  page.close();
}

void write_plot_place(HtmlWriter& page, const PictureView& picture) {
  page.open("div", {{"class", "plot"}, {"data-chart", picture.id}, {"role", "img"}, {"aria-label", picture.title + ". " + picture.note}});
  page.element("p", "The picture is drawn by the script in this file. Without it, its sentence and the figures of this section remain.",
               {{"class", "unscripted"}});
  page.close();
}

void write_plot(HtmlWriter& page, const PictureView& picture) {
  open_picture(page, picture, picture.id);
  write_plot_place(page, picture);
  close_picture(page, picture);
}

void open_section(HtmlWriter& page, const Model& model, std::string_view id) {
  const auto& section = section_view(model, id);
  page.open("section", {{"id", section.id}, {"class", "evidence"}}).element("h2", section.title);
  write_key_figures(page, section);
}

void close_section(HtmlWriter& page, const Model& model, std::string_view id) {
  write_empty_pictures(page, model, id);
  write_absences(page, section_view(model, id));
  page.close();
}

void write_command(HtmlWriter& page, const std::string& command) {
  // Long ones scroll, and what scrolls has to be in the keyboard's reach.
  page.element("code", command, {{"class", "command"}, {"tabindex", "0"}});
}

void write_prose(HtmlWriter& page, const std::string& text) {
  constexpr std::array<std::string_view, 9> kUnits{"%", "°C", "W", "kW", "GiB", "h", "/h", "min", "months"};
  const auto is_unit = [&](std::string_view word) {
    while (!word.empty() && std::string_view(".,;:)").find(word.back()) != std::string_view::npos) word.remove_suffix(1);
    return std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end();
  };
  const auto words = base::split(text, ' ');
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) page.text(" ");
    if (i + 1 < words.size() && is_unit(words[i + 1])) {
      page.element("span", fmt::format("{} {}", words[i], words[i + 1]), {{"class", "together"}});
      ++i;
    } else {
      page.text(words[i]);
    }
  }
}

std::string cell_text(const evidence::Cell& cell, std::string_view unit) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  // A column of token counts says so in its caption.
  if (const auto* number = std::get_if<double>(&cell)) return format_value(*number, unit == "tokens" ? "" : unit);
  return "not known";
}

void write_table(HtmlWriter& page, const evidence::Table& table) {
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", table.title}});
  const bool narrow = table.columns.size() <= 7 && table.rows.size() <= 2;  // a phone has room for it
  page.open("table", {{"class", narrow ? "narrow" : "wide"}}).open("thead").open("tr");
  const auto is_number = [&](std::size_t column) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const auto& row) { return column < row.size() && std::holds_alternative<double>(row[column]); });
  };
  // Dates and names stay on one line; sentences do not.
  const auto kind_of = [&](std::size_t column) {
    const auto is_long = [&](const auto& row) {
      const auto* text = column < row.size() ? std::get_if<std::string>(&row[column]) : nullptr;
      return text != nullptr && text->size() > 24;
    };
    return is_number(column) ? "number" : std::any_of(table.rows.begin(), table.rows.end(), is_long) ? "words" : "words short";
  };
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    page.element("th", base::replaced(table.columns[i].name, "_", " "), {{"scope", "col"}, {"class", kind_of(i)}});
  }
  page.close().close().open("tbody");
  for (const auto& row : table.rows) {
    page.open("tr");
    for (std::size_t i = 0; i < row.size() && i < table.columns.size(); ++i) {
      const bool known = !std::holds_alternative<std::monostate>(row[i]);
      const std::string kind = std::string(kind_of(i)) + (known ? "" : " unknown");
      page.element("td", cell_text(row[i], table.columns[i].unit),
                   {{"class", kind}, {"data-label", base::replaced(table.columns[i].name, "_", " ")}});
    }
    page.close();
  }
  page.close().close().close();
}

void write_bar(HtmlWriter& page, const Bar& bar) {
  const double end = bar.end > 0 ? bar.end : 1;
  page.open("svg", {{"class", "bar"}, {"aria-hidden", "true"}, {"focusable", "false"}});
  page.open("rect", {{"class", "track"}, {"width", "100%"}, {"height", "100%"}}).close();
  page.open("rect", {{"class", "fill " + bar.kind},
                     {"x", percent(bar.from / end)},
                     {"width", percent((bar.to - bar.from) / end)},
                     {"height", "100%"}})
      .close();
  if (bar.tick) page.open("rect", {{"class", "tick"}, {"x", percent(*bar.tick / end)}, {"width", "2"}, {"height", "100%"}}).close();
  page.close();
}

}  // namespace accelprep::report

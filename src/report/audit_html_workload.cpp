// Traffic, hardware and memory.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "report/audit_html_parts.h"
#include "report/format.h"
#include "report/pictures.h"
#include "report/sentences.h"

namespace accelprep::report {
namespace {

constexpr std::size_t kShades = 10;  // classes h0 to h9 of the style sheet

std::string shade_of(const std::optional<double>& value, double top) {
  if (!value) return "unseen";
  const double share = top > 0 ? *value / top : 0;
  return fmt::format("h{}", std::min(kShades - 1, static_cast<std::size_t>(share * kShades)));
}

void write_hour(HtmlWriter& page, std::size_t hour, const std::optional<double>& value) {
  const auto text =
      value ? fmt::format("{}: {} requests", hour_name(hour), format_count(std::llround(*value))) : hour_name(hour) + ": never seen";
  page.open("span", {{"class", "hidden"}}).text(text).close();
}

void write_heat_rows(HtmlWriter& page, const std::vector<std::optional<double>>& requests) {
  constexpr std::array<std::string_view, 7> kDays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  double top = 0;
  for (const auto& value : requests) top = std::max(top, value.value_or(0));
  for (std::size_t day = 0; day < 7; ++day) {
    page.open("tr").element("th", kDays[day], {{"scope", "row"}});
    for (std::size_t hour = day * 24; hour < day * 24 + 24; ++hour) {
      const auto count = requests[hour] ? format_count(std::llround(*requests[hour])) + " requests" : std::string("never seen");
      page.open("td", {{"class", shade_of(requests[hour], top)}, {"title", fmt::format("{}: {}", hour_name(hour), count)}});
      write_hour(page, hour, requests[hour]);
      page.close();
    }
    page.close();
  }
}

void write_heat_scale(HtmlWriter& page, double top) {
  page.open("p", {{"class", "scale"}, {"aria-hidden", "true"}}).element("span", "0");
  for (std::size_t i = 0; i < kShades; ++i) page.element("i", "", {{"class", fmt::format("h{}", i)}});
  page.element("span", format_count(std::llround(top)) + " requests an hour").open("span", {{"class", "both"}});
  page.element("i", "", {{"class", "unseen"}}).element("span", "never seen").close().close();
}

void write_heat_map(HtmlWriter& page, const Model& model) {
  const auto& view = picture(model, "hour_of_week");
  if (view.empty) return;
  const auto& requests = model.dossier.find_series("hour_of_week")->columns[0].y;
  open_picture(page, view, "heat");
  page.open("table", {{"class", "heat"}}).open("thead").open("tr").open("th").element("span", "Day", {{"class", "hidden"}}).close();
  for (std::size_t hour = 0; hour < 24; ++hour) {
    page.element("th", fmt::format("{:02}", hour), {{"scope", "col"}, {"class", hour % 6 == 0 ? "sixth" : "hour"}});
  }
  page.close().close().open("tbody");
  write_heat_rows(page, requests);
  page.close().close();
  double top = 0;
  for (const auto& value : requests) top = std::max(top, value.value_or(0));
  write_heat_scale(page, top);
  close_picture(page, view);
}

void write_tabled(HtmlWriter& page, const Model& model, std::string_view id) {
  const auto& view = picture(model, id);
  if (view.empty) return;
  open_picture(page, view, "tabled");
  write_table(page, *model.dossier.find_table(id));
  close_picture(page, view);
}

void write_plots(HtmlWriter& page, const Model& model, std::initializer_list<std::string_view> ids) {
  for (const auto id : ids) {
    if (!picture(model, id).empty) write_plot(page, picture(model, id));
  }
}

struct Part {
  std::string name;
  double bytes = 0;
};

std::vector<Part> memory_parts(const evidence::Table& table) {
  std::vector<Part> out;
  for (const auto& row : table.rows) {
    const auto* name = row.empty() ? nullptr : std::get_if<std::string>(&row.front());
    const auto* bytes = row.size() < 2 ? nullptr : std::get_if<double>(&row[1]);
    if (name != nullptr && bytes != nullptr) out.push_back({*name, *bytes});
  }
  return out;
}

// A part's colour follows its place in the table; what is free has none.
std::string part_kind(const Part& part, std::size_t at) {
  if (part.name == "missing") return "short";
  return part.name == "free" || part.name == "kept free" ? "free" : fmt::format("part{}", at % 5);
}

// What is missing is no part of the bar: the others reach beyond the card's end, which is marked.
void write_memory_bar(HtmlWriter& page, const std::vector<Part>& parts) {
  double total = 0;
  double missing = 0;
  for (const auto& part : parts) (part.name == "missing" ? missing : total) += part.bytes;
  double from = 0;
  page.open("svg", {{"class", "memory-bar"}, {"aria-hidden", "true"}, {"focusable", "false"}});
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].name == "missing") continue;
    const double share = parts[i].bytes / total * 100;
    page.open("rect", {{"class", part_kind(parts[i], i)},
                       {"x", fmt::format("{:.3f}%", from)},
                       {"width", fmt::format("{:.3f}%", share)},
                       {"height", "100%"}});
    page.close();
    from += share;
  }
  if (missing > 0) {
    page.open("rect", {{"class", "edge"}, {"x", fmt::format("{:.3f}%", 100 - missing / total * 100)}, {"width", "3"}, {"height", "100%"}})
        .close();
  }
  page.close();
}

}  // namespace

void write_traffic(HtmlWriter& page, const Model& model) {
  open_section(page, model, "traffic");
  write_plots(page, model, {"arrival_rate", "demand"});
  write_heat_map(page, model);
  page.open("div", {{"class", "pair"}});
  write_plots(page, model, {"dispersion_by_scale"});
  write_tabled(page, model, "token_lengths");
  page.close();
  close_section(page, model, "traffic");
}

void write_hardware(HtmlWriter& page, const Model& model) {
  open_section(page, model, "hardware");
  write_plots(page, model, {"devices"});
  if (device_series(model.dossier).size() > 1) write_plots(page, model, {"cards"});
  write_plots(page, model, {"busy_distribution"});
  close_section(page, model, "hardware");
}

void write_memory(HtmlWriter& page, const Model& model) {
  open_section(page, model, "memory");
  const auto& view = picture(model, "memory");
  if (!view.empty) {
    const auto parts = memory_parts(*model.dossier.find_table("memory"));
    open_picture(page, view, "memory");
    write_memory_bar(page, parts);
    page.open("ul", {{"class", "keys"}});
    for (std::size_t i = 0; i < parts.size(); ++i) {
      page.open("li").element("i", "", {{"class", part_kind(parts[i], i)}}).text(parts[i].name + " ");
      page.element("b", format_bytes(parts[i].bytes)).close();
    }
    page.close();
    close_picture(page, view);
  }
  close_section(page, model, "memory");
}

}  // namespace accelprep::report

// The parts of report.html, each written by its own file.
#pragma once

#include <string>
#include <string_view>

#include "report/html_writer.h"
#include "report/model.h"

namespace accelprep::report {

void write_icons(HtmlWriter& page);  // the shapes that levels, checks and findings share
void write_banners(HtmlWriter& page, const Model& model);
void write_masthead(HtmlWriter& page, const Model& model);
void write_verdict(HtmlWriter& page, const Model& model);
void write_axes(HtmlWriter& page, const Model& model);
void write_missing(HtmlWriter& page, const Model& model);
void write_contents(HtmlWriter& page);  // links to the sections below

// Sections of the evidence, in order.
void write_traffic(HtmlWriter& page, const Model& model);
void write_hardware(HtmlWriter& page, const Model& model);
void write_memory(HtmlWriter& page, const Model& model);
void write_stack(HtmlWriter& page, const Model& model);
void write_site(HtmlWriter& page, const Model& model);
void write_money(HtmlWriter& page, const Model& model);
void write_provenance(HtmlWriter& page, const Model& model);
void write_policy(HtmlWriter& page, const Model& model);
void write_making(HtmlWriter& page, const Model& model);

// What the script draws, as JSON that cannot end the element it lies in.
std::string charts_json(const Model& model);

// Shared by the parts.
void write_icon(HtmlWriter& page, std::string_view shape);  // "ready", "marginal", "not_ready", "unknown"
// A figure with its sentence; `plot` is drawn by the script. Only for a picture that is not empty.
void write_plot(HtmlWriter& page, const PictureView& picture);
void open_picture(HtmlWriter& page, const PictureView& picture, std::string_view kind);  // close_picture ends it
void close_picture(HtmlWriter& page, const PictureView& picture);
void write_plot_place(HtmlWriter& page, const PictureView& picture);  // where the script draws
// The offer that break-even was reckoned against, as its curve is named; "" where there is no break-even.
std::string best_offer(const Model& model);
// Opens <section>, with its heading and its key figures; close_section adds what is not measured, and closes it.
void open_section(HtmlWriter& page, const Model& model, std::string_view id);
void close_section(HtmlWriter& page, const Model& model, std::string_view id);
void write_table(HtmlWriter& page, const evidence::Table& table);
void write_command(HtmlWriter& page, const std::string& command);
// Text in which a number and its unit stay on one line.
void write_prose(HtmlWriter& page, const std::string& text);
std::string cell_text(const evidence::Cell& cell, std::string_view unit);  // "not known" where it is not

// A bar of `value` on a scale that ends at `end`, and a tick at `tick` where there is one.
struct Bar {
  double from = 0;
  double to = 0;
  double end = 1;
  std::optional<double> tick;
  std::string kind;  // a class: "pass", "fail", "own"
};
void write_bar(HtmlWriter& page, const Bar& bar);

}  // namespace accelprep::report

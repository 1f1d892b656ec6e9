// report.html: one file that needs nothing else.
#include "report/assets.h"
#include "report/audit_html_parts.h"
#include "report/content_policy.h"

namespace accelprep::report {
namespace {

// One element whose content is not HTML: the assets and the data hold no "</", which esbuild and charts_json see to.
std::string raw_element(std::string_view opening, std::string_view content, std::string_view closing) {
  std::string out(opening);
  out += content;
  out += closing;
  return out;
}

void write_head(HtmlWriter& page, const Model& model) {
  page.open("head").empty("meta", {{"charset", "utf-8"}});
  page.empty("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", content_policy(report_script(), report_style())}});
  page.empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  page.empty("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  page.empty("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
  page.element("title", model.title + ": " + model.decision_word);
  page.empty("link", {{"rel", "icon"}, {"href", "data:,"}});  // or a browser asks its server for one
  page.markup(raw_element("<style>", report_style(), "</style>\n")).close();
}

void write_main(HtmlWriter& page, const Model& model) {
  page.open("main");
  write_verdict(page, model);
  write_axes(page, model);
  write_missing(page, model);
  write_contents(page);
  for (const auto write :
       {write_traffic, write_hardware, write_memory, write_stack, write_site, write_money, write_provenance, write_policy, write_making}) {
    write(page, model);
  }
  page.close();
}

}  // namespace

std::string render_html(const Model& model) {
  HtmlWriter page;
  page.markup("<!doctype html>\n").open("html", {{"lang", "en"}});
  write_head(page, model);
  page.open("body");
  page.element("a", "To the verdict", {{"class", "skip"}, {"href", "#verdict"}});
  write_icons(page);
  write_banners(page, model);
  write_masthead(page, model);
  write_main(page, model);
  page.markup(raw_element("<script type=\"application/json\" id=\"charts\">", charts_json(model), "</script>\n"));
  page.markup(raw_element("<script>", report_script(), "</script>\n"));
  return page.close().close().html();
}

}  // namespace accelprep::report

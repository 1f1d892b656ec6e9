#include "report/html_writer.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace accelprep::report {
namespace {

// Elements after which a line end would show as a blank.
constexpr std::array<std::string_view, 8> kInline{"span", "code", "b", "a", "i", "svg", "use", "rect"};

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// U+202A..U+202E and U+2066..U+2069 in UTF-8: E2 80 AA..AE and E2 81 A6..A9.
bool changes_direction(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size() || text[at] != '\xE2') return false;
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const auto third = static_cast<unsigned char>(text[at + 2]);
  return (second == 0x80 && third >= 0xAA && third <= 0xAE) || (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return (code < 0x20 && c != '\n' && c != '\t') || code == 0x7F;
}

std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto entity = entity_of(text[i]);
    if (!entity.empty()) {
      out += entity;
    } else if (changes_direction(text, i)) {
      out += kReplacement;
      i += 2;
    } else if (is_control(text[i])) {
      out += kReplacement;
    } else {
      out += text[i];
    }
  }
  return out;
}

void HtmlWriter::start(std::string_view tag, Attributes attributes) {
  out_ += '<';
  out_ += tag;
  for (const auto& [name, value] : attributes) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"" + html_escaped(value) + '"';
  }
  out_ += '>';
}

HtmlWriter& HtmlWriter::open(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  stack_.emplace_back(tag);
  return *this;
}

HtmlWriter& HtmlWriter::close() {
  CHECK(!stack_.empty());
  const auto tag = stack_.back();
  out_ += "</" + tag + ">";
  if (std::find(kInline.begin(), kInline.end(), tag) == kInline.end()) out_ += '\n';
  stack_.pop_back();
  return *this;
}

HtmlWriter& HtmlWriter::text(std::string_view text) {
  out_ += html_escaped(text);
  return *this;
}

HtmlWriter& HtmlWriter::element(std::string_view tag, std::string_view text_of, Attributes attributes) {
  return open(tag, attributes).text(text_of).close();
}

HtmlWriter& HtmlWriter::empty(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  return *this;
}

HtmlWriter& HtmlWriter::markup(std::string_view constant) {
  out_ += constant;
  return *this;
}

const std::string& HtmlWriter::html() const {
  CHECK(stack_.empty());
  return out_;
}

}  // namespace accelprep::report

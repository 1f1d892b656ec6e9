// HTML as nested elements: every text and every attribute value is escaped, every element is closed.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace accelprep::report {

// Text that is safe in an element and in a quoted attribute. Control characters and the invisible ones that change the order
// of what follows become U+FFFD: a name from a log may hold anything.
std::string html_escaped(std::string_view text);

class HtmlWriter {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;

  HtmlWriter& open(std::string_view tag, Attributes attributes = {});
  HtmlWriter& close();  // the innermost open element
  HtmlWriter& text(std::string_view text);
  HtmlWriter& element(std::string_view tag, std::string_view text, Attributes attributes = {});  // open, text, close
  HtmlWriter& empty(std::string_view tag, Attributes attributes = {});                           // <br>, <rect>: never closed
  HtmlWriter& markup(std::string_view constant);  // as it stands: only for what this program wrote itself

  [[nodiscard]] const std::string& html() const;  // every element must be closed (CHECK)

 private:
  void start(std::string_view tag, Attributes attributes);

  std::string out_;
  std::vector<std::string> stack_;
};

}  // namespace accelprep::report

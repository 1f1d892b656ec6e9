#include "intake/telemetry/json_texts.h"

#include <algorithm>

#include "base/text.h"

namespace accelprep::intake {
namespace {

constexpr std::size_t kLongestDocument = std::size_t{256} << 20U;
constexpr int kDeepest = 256;  // readers walk documents by recursion

bool begins_document(std::string_view line) {
  const auto text = base::trim(line);
  return text.starts_with('{') || text.starts_with('[');
}

}  // namespace

base::Result<std::optional<JsonText>> JsonTexts::next() {
  document_ = {};
  depth_ = deepest_ = 0;
  in_string_ = escaped_ = false;
  std::string line = std::move(rest_);
  rest_.clear();
  std::int64_t number = rest_line_;
  for (;;) {
    if (depth_ > 0 || begins_document(line)) {
      if (depth_ == 0) document_.line = number;
      const bool whole = feed(line);
      if (deepest_ > kDeepest) {
        return base::fail(base::ErrorKind::unsupported, "a JSON document of over 256 levels", input_.lines.place());
      }
      if (whole) {
        rest_line_ = number;
        return document_;
      }
      if (document_.text.size() > kLongestDocument) {
        return base::fail(base::ErrorKind::unsupported, "a JSON document of over 256 MiB", input_.lines.place());
      }
    }
    TRY_ASSIGN(const auto read, input_.lines.next());
    if (!read) break;
    TRY(input_.progress.passed(*read));
    line.assign(*read);
    number = input_.lines.line_number();
  }
  if (depth_ > 0) {
    return base::fail(base::ErrorKind::corrupt, "ends within the JSON document that begins here",
                      input_.lines.path() + ":" + std::to_string(document_.line));
  }
  return std::nullopt;
}

bool JsonTexts::feed(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string_) {
      if (!escaped_ && c == '"') in_string_ = false;
      escaped_ = !escaped_ && c == '\\';
      continue;
    }
    if (c == '"') in_string_ = true;
    if (c == '{' || c == '[') deepest_ = std::max(deepest_, ++depth_);
    if (c != '}' && c != ']') continue;
    if (--depth_ > 0) continue;
    document_.text.append(line.substr(0, i + 1));
    rest_.assign(base::trim(line.substr(i + 1)));
    while (rest_.starts_with(',')) rest_.assign(base::trim(std::string_view(rest_).substr(1)));
    return true;
  }
  document_.text.append(line).push_back('\n');
  return false;
}

}  // namespace accelprep::intake

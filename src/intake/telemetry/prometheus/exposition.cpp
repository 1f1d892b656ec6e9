#include "intake/telemetry/prometheus/exposition.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace accelprep::intake {
namespace {

constexpr std::string_view kBlanks = " \t";

bool name_begins(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':'; }
bool name_goes_on(char c) { return name_begins(c) || (c >= '0' && c <= '9'); }

// What the reader has before it of one line.
class Rest {
 public:
  explicit Rest(std::string_view text) : text_(text) {}
  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(kBlanks), text_.size())); }
  [[nodiscard]] bool at(char c) const { return text_.starts_with(c); }
  bool take(char c) {
    if (!at(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::string_view name() {
    if (text_.empty() || !name_begins(text_.front())) return {};
    return cut(static_cast<std::size_t>(std::find_if_not(text_.begin(), text_.end(), name_goes_on) - text_.begin()));
  }
  std::string_view word() { return cut(std::min(text_.find_first_of(kBlanks), text_.size())); }
  // A quoted text with \\, \" and \n undone; false where it does not end.
  bool quoted(std::string& into) {
    if (!take('"')) return false;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '"') {
        text_.remove_prefix(i + 1);
        return true;
      }
      const bool escape = text_[i] == '\\' && i + 1 < text_.size() && (text_[i + 1] == '\\' || text_[i + 1] == '"' || text_[i + 1] == 'n');
      if (escape) ++i;
      into += escape && text_[i] == 'n' ? '\n' : text_[i];
    }
    return false;
  }
  [[nodiscard]] std::string_view left() const { return text_; }

 private:
  std::string_view cut(std::size_t length) {
    const auto out = text_.substr(0, length);
    text_.remove_prefix(length);
    return out;
  }
  std::string_view text_;
};

std::string_view read_labels(Rest& rest, std::vector<MetricLabel>& labels) {
  constexpr std::string_view kNoLabel = "a label that is not name=\"value\"";
  for (;;) {
    rest.skip_blanks();
    if (rest.take('}')) return "";
    MetricLabel label{.name = std::string(rest.name()), .value = {}};
    rest.skip_blanks();
    if (label.name.empty() || !rest.take('=')) return kNoLabel;
    rest.skip_blanks();
    if (!rest.quoted(label.value)) return kNoLabel;
    labels.push_back(std::move(label));
    rest.skip_blanks();
    if (!rest.take(',') && !rest.at('}')) return kNoLabel;
  }
}

ExpositionLine malformed(std::string_view why) {
  ExpositionLine out;
  out.kind = ExpositionKind::malformed;
  out.text = why;
  return out;
}

ExpositionLine read_comment(std::string_view line) {
  ExpositionLine out;
  out.kind = ExpositionKind::comment;
  out.text = base::trim(line.substr(1));
  Rest rest(out.text);
  const auto keyword = rest.word();
  if (keyword == "EOF" && rest.left().empty()) out.kind = ExpositionKind::end;
  if (keyword != "HELP" && keyword != "TYPE") return out;
  rest.skip_blanks();
  const auto name = rest.name();
  if (name.empty()) return out;
  out.kind = keyword == "HELP" ? ExpositionKind::help : ExpositionKind::type;
  out.text = name;
  out.rest = base::trim(rest.left());
  return out;
}

}  // namespace

std::string_view MetricName::label(std::initializer_list<std::string_view> names) const {
  for (const auto name_wanted : names) {
    for (const auto& known : labels) {
      if (known.name == name_wanted && !known.value.empty()) return known.value;
    }
  }
  return {};
}

ExpositionLine read_exposition_line(std::string_view line) {
  const auto text = base::trim(line);
  if (text.empty()) return {};
  if (text.front() == '#') return read_comment(text);
  Rest rest(text);
  ExpositionLine out;
  out.kind = ExpositionKind::sample;
  out.metric.name = rest.name();
  if (out.metric.name.empty()) return malformed("a line that begins with no metric's name");
  rest.skip_blanks();
  if (rest.take('{')) {
    if (const auto why = read_labels(rest, out.metric.labels); !why.empty()) return malformed(why);
  }
  out.series = text.substr(0, text.size() - rest.left().size());
  rest.skip_blanks();
  out.value = rest.word();
  rest.skip_blanks();
  if (!rest.at('#')) out.time = rest.word();
  rest.skip_blanks();
  if (out.value.empty() || read_metric_value(out.value).malformed) return malformed("a sample without a number");
  if (!rest.left().empty() && !rest.at('#')) return malformed("more than a value and a time after a metric");  // # begins an exemplar
  return out;
}

MetricValue read_metric_value(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto word = base::lower(text);
  if (word == "nan" || word == "inf" || word == "-inf") return {};
  const auto number = base::parse_number(text);
  return {.malformed = !number, .number = number};
}

}  // namespace accelprep::intake

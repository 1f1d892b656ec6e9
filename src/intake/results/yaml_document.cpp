#include "intake/results/yaml_document.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>
#include <yaml.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxValues = 4'000'000;

// libyaml's parser and one event of it, freed with the scope.
class Parser {
 public:
  explicit Parser(const std::string& text) {
    ready_ = yaml_parser_initialize(&parser_) == 1;
    if (ready_) yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  ~Parser() {
    if (has_event_) yaml_event_delete(&event_);
    if (ready_) yaml_parser_delete(&parser_);
  }
  // Null where the text is no YAML from here on.
  const yaml_event_t* next() {
    if (has_event_) yaml_event_delete(&event_);
    has_event_ = ready_ && yaml_parser_parse(&parser_, &event_) == 1;
    return has_event_ ? &event_ : nullptr;
  }
  [[nodiscard]] std::size_t line() const { return parser_.problem_mark.line + 1; }

 private:
  yaml_parser_t parser_{};
  yaml_event_t event_{};
  bool ready_ = false;
  bool has_event_ = false;
};

Json scalar_of(const yaml_event_t& event) {
  std::string text(reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length);
  if (event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return text;
  const auto word = base::lower(text);
  if (word.empty() || word == "~" || word == "null") return nullptr;
  if (word == "true" || word == "false") return word == "true";
  if (word == ".inf" || word == "+.inf") return "Infinity";
  if (const auto number = base::parse_number(text)) return *number;
  return text;
}

std::string text_of(const yaml_char_t* anchor) { return anchor != nullptr ? reinterpret_cast<const char*>(anchor) : ""; }

// How large a value is. Nothing is kept that is deeper than kMaxDepth, so the recursion is bounded.
struct Size {
  std::size_t values = 1;
  std::size_t depth = 1;
};
Size size_of(const Json& json) {
  Size out;
  if (!json.is_structured()) return out;
  for (const auto& item : json) {
    const auto inner = size_of(item);
    out.values += inner.values;
    out.depth = std::max(out.depth, inner.depth + 1);
  }
  return out;
}

class Builder {
 public:
  // "" while it goes well.
  std::string take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_SCALAR_EVENT:
        return place(scalar_of(event), text_of(event.data.scalar.anchor));
      case YAML_ALIAS_EVENT: {
        const auto found = anchors_.find(text_of(event.data.alias.anchor));
        if (found == anchors_.end()) return "an alias stands for nothing";
        const auto size = size_of(found->second);
        if (stack_.size() + size.depth > kMaxDepth) return "is nested too deep";
        values_ += size.values;
        return place(found->second, "");
      }
      case YAML_SEQUENCE_START_EVENT:
        return open(Json::array(), text_of(event.data.sequence_start.anchor));
      case YAML_MAPPING_START_EVENT:
        return open(Json::object(), text_of(event.data.mapping_start.anchor));
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: {
        auto done = std::move(stack_.back());
        stack_.pop_back();
        return place(std::move(done.json), done.anchor);
      }
      default:
        return "";
    }
  }
  [[nodiscard]] Json take_root() { return std::move(root_); }

 private:
  struct Level {
    Json json;
    std::string anchor;
    std::string key;  // of a mapping, read and waiting for its value
    bool has_key = false;
  };

  std::string open(Json json, std::string anchor) {
    if (stack_.size() >= kMaxDepth) return "is nested too deep";
    stack_.push_back({.json = std::move(json), .anchor = std::move(anchor), .key = {}, .has_key = false});
    return "";
  }

  std::string place(Json json, const std::string& anchor) {
    if (++values_ > kMaxValues) return "holds more values than a result does";
    if (!anchor.empty()) anchors_[anchor] = json;
    if (stack_.empty()) {
      root_ = std::move(json);
      return "";
    }
    auto& level = stack_.back();
    if (level.json.is_array()) {
      level.json.push_back(std::move(json));
    } else if (level.has_key) {
      level.json[level.key] = std::move(json);
      level.has_key = false;
    } else {
      level.key = json.is_string() ? json.get<std::string>() : json.dump();
      level.has_key = true;
    }
    return "";
  }

  std::vector<Level> stack_;
  std::map<std::string, Json> anchors_;
  Json root_;
  std::size_t values_ = 0;
};

}  // namespace

base::Result<JsonDocument> parse_yaml(const std::string& text, const std::string& path) {
  Parser parser(text);
  Builder builder;
  for (;;) {
    const auto* event = parser.next();
    if (event == nullptr) {
      return base::fail(base::ErrorKind::invalid_input, "is no YAML from here on", fmt::format("{}:{}", path, parser.line()));
    }
    if (event->type == YAML_DOCUMENT_END_EVENT || event->type == YAML_STREAM_END_EVENT) break;
    const auto fault = builder.take(*event);
    if (!fault.empty()) {
      return base::fail(base::ErrorKind::invalid_input, fault, fmt::format("{}:{}", path, event->start_mark.line + 1));
    }
  }
  return JsonDocument(std::make_unique<Json>(builder.take_root()));
}

}  // namespace accelprep::intake

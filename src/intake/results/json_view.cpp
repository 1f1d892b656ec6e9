#include "intake/results/json_view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using Json = nlohmann::json;

// Numbers that Python's json module writes and JSON does not know.
constexpr std::string_view kBareNumbers[] = {"-Infinity", "Infinity", "NaN"};

std::string with_quoted_bare_numbers(std::string text) {
  if (text.find("Infinity") == std::string::npos && text.find("NaN") == std::string::npos) return text;
  std::string out;
  out.reserve(text.size() + 64);
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_text && text[i] == '\\') {
      out += text[i];
      if (++i < text.size()) out += text[i];
      continue;
    }
    if (text[i] == '"') in_text = !in_text;
    const auto rest = std::string_view(text).substr(i);
    const auto* bare =
        in_text ? std::end(kBareNumbers)
                : std::find_if(std::begin(kBareNumbers), std::end(kBareNumbers), [&](auto word) { return rest.starts_with(word); });
    if (bare == std::end(kBareNumbers)) {
      out += text[i];
      continue;
    }
    out += fmt::format("\"{}\"", *bare);
    i += bare->size() - 1;
  }
  return out;
}

}  // namespace

JsonView JsonView::operator[](std::string_view key) const {
  if (!is_object()) return {};
  const auto found = json_->find(key);
  return found == json_->end() ? JsonView() : JsonView(&*found);
}

JsonView JsonView::item(std::size_t index) const { return is_array() && index < json_->size() ? JsonView(&(*json_)[index]) : JsonView(); }

JsonView JsonView::at(std::string_view path) const {
  auto here = *this;
  for (const auto key : base::split(path, '.')) here = here[key];
  return here;
}

bool JsonView::is_object() const { return json_ != nullptr && json_->is_object(); }
bool JsonView::is_array() const { return json_ != nullptr && json_->is_array(); }
std::size_t JsonView::size() const { return is_object() || is_array() ? json_->size() : 0; }

std::optional<double> JsonView::number() const {
  if (json_ == nullptr || !json_->is_number()) return std::nullopt;
  const auto value = json_->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> JsonView::integer() const {
  constexpr double kExact = 9007199254740992.0;  // 2^53: beyond it a double skips whole numbers
  const auto value = number();
  if (!value || std::abs(*value) >= kExact || *value != std::floor(*value)) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<bool> JsonView::boolean() const {
  return json_ != nullptr && json_->is_boolean() ? std::optional(json_->get<bool>()) : std::nullopt;
}

std::string JsonView::text() const {
  const auto* found = json_ != nullptr ? json_->get_ptr<const Json::string_t*>() : nullptr;
  return found != nullptr ? *found : "";
}

bool JsonView::is_infinite() const {
  const auto word = base::lower(text());
  return word == "inf" || word == "infinity" || (json_ != nullptr && json_->is_number() && std::isinf(json_->get<double>()));
}

std::vector<std::pair<std::string_view, JsonView>> JsonView::members() const {
  std::vector<std::pair<std::string_view, JsonView>> out;
  if (!is_object()) return out;
  for (auto at = json_->begin(); at != json_->end(); ++at) out.emplace_back(at.key(), JsonView(&at.value()));
  return out;
}

std::vector<double> JsonView::numbers() const {
  std::vector<double> out;
  for (std::size_t i = 0; is_array() && i < json_->size(); ++i) {
    if (const auto value = item(i).number()) out.push_back(*value);
  }
  return out;
}

base::Result<JsonDocument> JsonDocument::parse(std::string text, const std::string& path) {
  const auto clean = with_quoted_bare_numbers(std::move(text));
  try {
    return JsonDocument(std::make_unique<Json>(Json::parse(clean)));
  } catch (const Json::parse_error& error) {
    const auto upto = std::min<std::size_t>(error.byte, clean.size());
    const auto line = 1 + std::count(clean.begin(), clean.begin() + static_cast<std::ptrdiff_t>(upto), '\n');
    return base::fail(base::ErrorKind::invalid_input, "is no JSON from here on, or is cut off", fmt::format("{}:{}", path, line));
  } catch (const std::exception& error) {
    return base::fail(base::ErrorKind::invalid_input, fmt::format("is no JSON that can be read: {}", error.what()), path);
  }
}

JsonDocument::JsonDocument(std::unique_ptr<nlohmann::json> json) : json_(std::move(json)) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

}  // namespace accelprep::intake

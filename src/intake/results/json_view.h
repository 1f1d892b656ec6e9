// A document of JSON (or of YAML read as such) and views into it that never throw: what is not there, or is of another kind, is absent.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace accelprep::intake {

class JsonView {
 public:
  JsonView() = default;
  explicit JsonView(const nlohmann::json* json) : json_(json) {}

  JsonView operator[](std::string_view key) const;         // of an object; an absent view else
  [[nodiscard]] JsonView item(std::size_t index) const;    // of a list
  [[nodiscard]] JsonView at(std::string_view path) const;  // "input_config.loadgen.concurrency"

  [[nodiscard]] bool exists() const { return json_ != nullptr; }  // also where it is null
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool has(std::string_view key) const { return (*this)[key].exists(); }
  [[nodiscard]] std::size_t size() const;  // of an object or a list; 0 else

  [[nodiscard]] std::optional<double> number() const;         // a finite number; a text of digits is none
  [[nodiscard]] std::optional<std::int64_t> integer() const;  // a number without a fraction, below 2^53
  [[nodiscard]] std::optional<bool> boolean() const;
  [[nodiscard]] std::string text() const;                                            // "" where it is none
  [[nodiscard]] bool is_infinite() const;                                            // "inf", "Infinity", or a bare one
  [[nodiscard]] std::vector<std::pair<std::string_view, JsonView>> members() const;  // of an object
  [[nodiscard]] std::vector<double> numbers() const;                                 // of a list: those that are finite

 private:
  const nlohmann::json* json_ = nullptr;
};

class JsonDocument {
 public:
  // Python's bare Infinity and NaN, which JSON has not, are read as the texts "Infinity" and "NaN". An error names the line.
  static base::Result<JsonDocument> parse(std::string text, const std::string& path);
  explicit JsonDocument(std::unique_ptr<nlohmann::json> json);
  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;
  ~JsonDocument();
  [[nodiscard]] JsonView root() const { return JsonView(json_.get()); }

 private:
  std::unique_ptr<nlohmann::json> json_;
};

}  // namespace accelprep::intake

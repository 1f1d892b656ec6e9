// JSON documents one after another in a log, on one line or many, with other lines between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "intake/telemetry/formats.h"

namespace accelprep::intake {

struct JsonText {
  std::string text;
  std::int64_t line = 0;  // where it begins
};

class JsonTexts {
 public:
  explicit JsonTexts(const TelemetryInput& input) : input_(input) {}

  // The next object or array at the outermost level; nothing at the end. Lines outside of one are passed over. A document without an end is
  // an error, and so is one over 256 MiB or nested over 256 levels deep.
  base::Result<std::optional<JsonText>> next();

 private:
  bool feed(std::string_view line);  // true where the document ends within it

  const TelemetryInput& input_;
  JsonText document_;
  std::string rest_;  // of the line in which the last document ended
  std::int64_t rest_line_ = 0;
  int depth_ = 0;
  int deepest_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

}  // namespace accelprep::intake

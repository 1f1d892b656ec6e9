// A text file: the lines of the reader are those of the text, counted from 1, whatever the line ends and byte order mark.
#include <string>

#include "base/check.h"
#include "base/file.h"
#include "bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  const auto text = fuzz::text_of(data, size);
  auto reader = base::LineReader::over(std::string(text), "fuzz.log");
  std::int64_t lines = 0;
  std::size_t bytes = 0;
  while (true) {
    const auto line = reader.next();
    if (!line) {
      CHECK(line.error().place.starts_with("fuzz.log:"));
      return 0;
    }
    if (!*line) break;
    CHECK((*line)->find('\n') == std::string_view::npos && (*line)->find('\0') == std::string_view::npos);
    CHECK(reader.line_number() == ++lines);
    bytes += (*line)->size();
  }
  CHECK(bytes <= 2 * size);  // UTF-16 becomes UTF-8, which takes 3 bytes for 2 at the most
  const auto after_the_end = reader.next();
  CHECK(after_the_end && !*after_the_end);
  return 0;
}

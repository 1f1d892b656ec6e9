// Bytes as each of the formats of agents on the host, through the parsers and the fold.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "folding.h"
#include "intake/telemetry/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> head;
  for (const auto line : base::lines_of(text)) {
    if (!base::trim(line).empty() && head.size() < intake::kSniffedLines) head.emplace_back(line);
  }
  const intake::NvidiaSmiOptions none;
  for (const auto& format : intake::host_formats()) {
    (void)format.recognizes(head);
    auto lines = base::LineReader::over(text, "fuzz");
    intake::LogTime time;
    base::NoProgress nobody;
    intake::ReadProgress progress(nobody, size);
    fuzz::Folding sink;
    if (format.read({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, sink)) sink.fold().finish();
  }
  return 0;
}

// Any bytes as a result in CSV, a log or YAML. The first byte chooses a beginning by which one of the formats knows its own.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bytes.h"
#include "results.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  constexpr std::array<std::string_view, 5> kBeginnings{"", "Metric,avg,min,max,p99\n", "Concurrency,Inferences/Second,p99 latency\n",
                                                        "MLPerf Results Summary\n", ":::MLLOG "};
  if (size == 0) return 0;
  const auto text = fuzz::text_of(data + 1, size - 1);
  fuzz::show_result(std::string(kBeginnings[data[0] % kBeginnings.size()]) + std::string(text));
  return 0;
}
